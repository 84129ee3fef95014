package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Tier is a tier of intervals of a Praat TextGrid.
type Tier struct {
	Name string
	// Speaker is whose tier it is, where the name says it as aligners do: "Ann" of
	// "Ann - phones"; else "".
	Speaker string
	Phones  bool // the name says that it is one of phones
	Labels  []TierLabel
}

// TierLabel is an interval that is not empty.
type TierLabel struct {
	Text string
	Time transcript.Interval // not known where it makes no sense
}

// ReadTiers returns the tiers of intervals of a TextGrid, whatever they hold. The name is that of
// errors, which are *Error.
func ReadTiers(src, name string) ([]Tier, error) {
	f, err := Reading{}.decodeFile(src, name)
	if err != nil {
		return nil, err
	}
	if len(src) > MaxSize {
		return nil, tooLarge(name, MaxSize)
	}
	if err := f.checkText(); err != nil {
		return nil, err
	}
	tiers, err := readTiers(f)
	if err != nil {
		return nil, err
	}
	var out []Tier
	for i := range tiers {
		t := Tier{Name: tiers[i].name, Phones: isPhoneTier(tiers[i].name)}
		if speaker, _, ok := strings.Cut(t.Name, " - "); ok {
			t.Speaker = speaker
		}
		for _, x := range tiers[i].intervals {
			if text := strings.TrimSpace(x.label.text); text != "" {
				t.Labels = append(t.Labels, TierLabel{text, x.time})
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// isPhoneTier reports whether the name of a tier says that it holds phones.
func isPhoneTier(name string) bool {
	if _, kind, ok := strings.Cut(name, " - "); ok {
		name = kind
	}
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "phones", "phone", "phonemes", "phoneme", "phon", "phn", "segments", "sounds", "mau", "kan-mau":
		return true
	}
	return false
}
