package prosody

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// notation is how phones are written.
type notation uint8

const (
	phonetic notation = iota // IPA or SAMPA, which agree where they have a letter in common
	arpabet                  // with or without digits of stress, in capitals or, as TIMIT has it, not
)

// FindVowels returns the phones that are vowels, in order: those of the IPA, of SAMPA and of
// ARPABET, with diphthongs, and syllabic consonants, which stand for a vowel. Which notation it
// is follows from all phones together: "V" is a vowel of SAMPA, and a consonant of ARPABET.
func FindVowels(phones []Vowel) []Vowel {
	n := notationOf(phones)
	var out []Vowel
	for _, p := range phones {
		if n.isVowel(p.Phone) {
			out = append(out, p)
		}
	}
	return out
}

// notationOf returns the notation of phones: it is ARPABET where all are of that, and one of them
// has two letters.
func notationOf(phones []Vowel) notation {
	pairs := false
	for _, p := range phones {
		if isSilence(p.Phone) {
			continue
		}
		base := strings.ToUpper(basePhone(p.Phone))
		if !arpabetVowels[base] && !arpabetConsonants[base] {
			return phonetic
		}
		pairs = pairs || len(base) == 2
	}
	if pairs {
		return arpabet
	}
	return phonetic
}

// isSilence reports whether a label of a tier of phones or of words stands for silence or noise.
func isSilence(label string) bool {
	switch strings.ToLower(strings.TrimSpace(label)) {
	case "", "sil", "sp", "spn", "pau", "epi", "h#", "#", "_", "<eps>", "<p:>", "<sil>", "nsn", "<unk>":
		return true
	}
	return false
}

func (n notation) isVowel(phone string) bool {
	if isSilence(phone) {
		return false
	}
	p := basePhone(phone)
	if n == arpabet {
		return arpabetVowels[strings.ToUpper(p)]
	}
	if strings.HasSuffix(p, "=") || strings.ContainsRune(p, '\u0329') {
		return true // syllabic
	}
	first, size := utf8.DecodeRuneInString(p)
	return strings.ContainsRune(vowelSymbols, first) && !strings.HasPrefix(p[size:], "\u032f")
}

// vowelSymbols are the letters of the vowels in the IPA and in SAMPA.
const vowelSymbols = "aeiouyɑɐɒæəɘɚɝɛɜɞɤɨɪɯɵøœɶʉʊʌʏɔãẽĩõũAEIMOQUVY@{}&1236789"

var (
	arpabetVowels = set("AA AE AH AO AW AX AXR AX-H AY EH ER EY IH IX IY OW OY UH UW UX EL EM EN ENG")
	// With the closures of TIMIT.
	arpabetConsonants = set("B CH D DH DX F G HH HV JH K L M N NG NX P Q R S SH T TH V W WH Y Z ZH BCL DCL GCL KCL PCL TCL")
)

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// basePhone returns a phone without stress, length and tone: "AH" of "AH1", "a" of "aː". Digits
// behind a letter are stress or tone, others are the vowels of SAMPA.
func basePhone(p string) string {
	var b strings.Builder
	letters := false
	for _, r := range strings.TrimSpace(p) {
		switch {
		case r >= '0' && r <= '9' && letters,
			strings.ContainsRune("ˈˌːˑ:\"%'`", r),
			r >= '˥' && r <= '˩':
			continue
		case unicode.IsLetter(r):
			letters = true
		}
		b.WriteRune(r)
	}
	return b.String()
}

// shape returns which phones of a syllable in SAMPA are consonants and vowels: "CVC".
func shape(phones string) string {
	var b strings.Builder
	vowel := false
	for _, r := range phones {
		switch is := phonetic.isVowel(string(r)); {
		case strings.ContainsRune("~:\"%_\\=`", r):
		case is && vowel:
		case is:
			b.WriteByte('V')
			vowel = true
		default:
			b.WriteByte('C')
			vowel = false
		}
	}
	return b.String()
}
