package data

import "unicode/utf8"

// Signs are the punctuation marks around a token that Punct does not tell, from models that have learnt
// text with all its punctuation. The zero value is none. Those of a Decision must not be changed.
type Signs struct {
	// Opens holds the quotes and brackets that open before the token, Closes those that
	// close after it, a character each; Within of them stand before the punctuation mark after the token, the
	// others behind it.
	Opens, Closes string
	Within        int
	// Looks are what punctuation marks after the token look like, if they stand there: a full stop "!", a
	// comma ";", ":" or "–", and in Chinese text "；"; "": as they always do.
	Looks [NumPuncts]string
	// Lead stands before the token and closes nowhere: "¿".
	Lead string
}

// JoinSigns returns the punctuation marks of what two tokens make together, between which none can
// stand; any of them is nil for none.
func JoinSigns(a, b *Signs) *Signs {
	switch {
	case b == nil:
		return a
	case a == nil:
		return b
	}
	out := &Signs{Opens: a.Opens + b.Opens, Closes: a.Closes + b.Closes, Within: utf8.RuneCountInString(a.Closes) + b.Within, Looks: b.Looks, Lead: a.Lead + b.Lead}
	for m, look := range a.Looks {
		if out.Looks[m] == "" {
			out.Looks[m] = look
		}
	}
	return out
}

// Parted returns what stands before the token, and what stands after it; nil for none.
func (s *Signs) Parted() (before, after *Signs) {
	if s == nil {
		return nil, nil
	}
	if s.Opens != "" || s.Lead != "" {
		before = &Signs{Opens: s.Opens, Lead: s.Lead}
	}
	if s.Closes != "" || s.Looks != [NumPuncts]string{} {
		after = &Signs{Closes: s.Closes, Within: s.Within, Looks: s.Looks}
	}
	return before, after
}
