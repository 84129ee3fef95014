package voice

import (
	"fmt"
	"sort"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/text/formats"
)

// ReadVowels returns the vowels of each speaker in the tiers of phones of a TextGrid, such as that of an
// aligner; those of "" are those of all speakers. A tier is one of phones by its name, or as the
// only one. The name is that of errors.
func ReadVowels(src, name string) (map[string][]prosody.Vowel, error) {
	tiers, err := formats.ReadTiers(src, name)
	if err != nil {
		return nil, err
	}
	out := make(map[string][]prosody.Vowel)
	found := 0
	for _, t := range tiers {
		if !t.Phones && len(tiers) > 1 {
			continue
		}
		found++
		var phones []prosody.Vowel
		for _, l := range t.Labels {
			if l.Time.Known {
				phones = append(phones, prosody.Vowel{Phone: l.Text, Start: l.Time.Start, End: l.Time.End})
			}
		}
		out[t.Speaker] = append(out[t.Speaker], prosody.FindVowels(phones)...)
	}
	if found == 0 {
		return nil, fmt.Errorf("%s has no tier of phones: call it phones", name)
	}
	n := 0
	for _, v := range out {
		n += len(v)
		sort.SliceStable(v, func(i, j int) bool { return v[i].Start < v[j].Start })
	}
	if n == 0 {
		return nil, fmt.Errorf("the tier of phones in %s has no vowels: phones are those of the IPA, of SAMPA or of ARPABET", name)
	}
	return out, nil
}

// vowelsOf returns the vowels of a speaker. A single tier is that of the only speaker, whatever he
// is called.
func vowelsOf(vowels map[string][]prosody.Vowel, speaker string) []prosody.Vowel {
	if v, ok := vowels[speaker]; ok {
		return v
	}
	if v, ok := vowels[""]; ok {
		return v
	}
	if len(vowels) == 1 && speaker == "" {
		for _, v := range vowels {
			return v
		}
	}
	return nil
}

// vowelsIn returns the vowels whose middle is in a stretch of time.
func vowelsIn(vowels []prosody.Vowel, start, end float64) []prosody.Vowel {
	middle := func(i int) float64 { return (vowels[i].Start + vowels[i].End) / 2 }
	from := sort.Search(len(vowels), func(i int) bool { return middle(i) >= start })
	to := from
	for to < len(vowels) && middle(to) < end {
		to++
	}
	return vowels[from:to:to]
}
