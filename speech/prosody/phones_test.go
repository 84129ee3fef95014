package prosody

import (
	"slices"
	"strings"
	"testing"
)

func TestFindVowels(t *testing.T) {
	for _, c := range []struct{ what, phones, want string }{
		{"ARPABET", "HH AH0 L OW1 sil Y UW1 V AE2 N sp", "AH0 OW1 UW1 AE2"},
		{"TIMIT", "h# hh eh l ow v y uw tcl en", "eh ow uw en"},
		{"IPA", "tʃ ɛ k sil j aː ɹ ow ɝ n̩ ʊ v ã", "ɛ aː ow ɝ n̩ ʊ ã"},
		{"IPA of MFA", "spn ð ə w ɪ tʰ aj ej", "ə ɪ aj ej"},
		{"IPA of half-vowels", "a i̯ ˈo", "a ˈo"},
		{"SAMPA", `h E l @U V 9~ 2: 3: S t R o~ "a r= _ 4 N`, `E @U V 9~ 2: 3: o~ "a r=`},
		{"SAMPA of Czech", "t_S E S c i: o_u l=", "E i: o_u l="},
		{"one letter", "V", "V"},
		{"nothing", "", ""},
	} {
		var phones []Vowel
		for p := range strings.FieldsSeq(c.phones) {
			phones = append(phones, Vowel{Phone: p})
		}
		var got []string
		for _, v := range FindVowels(phones) {
			got = append(got, v.Phone)
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.what, got, want)
		}
	}
}

func TestBasePhone(t *testing.T) {
	for phone, want := range map[string]string{"AH1": "AH", " AH0 ": "AH", "aː": "a", "ˈo": "o", "9~": "9~", "2:": "2", `"a`: "a", "a˥˩": "a", "": ""} {
		if got := basePhone(phone); got != want {
			t.Errorf("%q became %q, want %q", phone, got, want)
		}
	}
}
