package data

// NumEditorial is how many kinds Editorial has.
const NumEditorial = 5

// Shares holds, for each kind of Editorial, the least share of editors who would take out what is removed for it: between
// 0 and 1. 0 says that the kind is not looked for. The zero value looks for none.
type Shares [NumEditorial]float64

// DefaultShare is the share of a kind for which none is given.
const DefaultShare = 0.5

// Of returns the share of one kind, 0 of one that is not in Editorial.
func (s *Shares) Of(kind Disfluencies) float64 {
	for i := range s {
		if kind == Openers<<i {
			return s[i]
		}
	}
	return 0
}

// Set gives all kinds of a set that are in Editorial a share.
func (s *Shares) Set(kinds Disfluencies, share float64) {
	for i := range s {
		if kinds&(Openers<<i) != 0 {
			s[i] = share
		}
	}
}

// Any reports whether any kind is looked for.
func (s *Shares) Any() bool { return *s != Shares{} }
