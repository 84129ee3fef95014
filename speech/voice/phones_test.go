package voice

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/speech/prosody"
)

// grid writes a TextGrid, a tier of one-second intervals for each name.
func grid(tiers ...[2]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n9\n<exists>\n%d\n", len(tiers))
	for _, t := range tiers {
		labels := strings.Fields(t[1])
		fmt.Fprintf(&b, "\"IntervalTier\"\n%q\n0\n9\n%d\n", t[0], len(labels))
		for i, l := range labels {
			fmt.Fprintf(&b, "%d\n%d\n\"%s\"\n", i, i+1, l)
		}
	}
	return b.String()
}

func TestReadVowels(t *testing.T) {
	got, err := ReadVowels(grid([2]string{"words", "hello you"}, [2]string{"phones", "HH AH0 L OW1 Y UW1"}), "a")
	if err != nil || len(got) != 1 || fmt.Sprint(got[""]) != "[{AH0 1 2} {OW1 3 4} {UW1 5 6}]" {
		t.Errorf("%v: %v", err, got)
	}
	got, err = ReadVowels(grid([2]string{"Ann - phones", "h a"}, [2]string{"Ben - phones", "o k"}), "a")
	if err != nil || fmt.Sprint(got["Ann"], got["Ben"]) != "[{a 1 2}] [{o 0 1}]" {
		t.Errorf("%v: %v", err, got)
	}
	got, err = ReadVowels(grid([2]string{"anything", "h a"}), "a")
	if err != nil || len(got[""]) != 1 {
		t.Errorf("%v: %v", err, got)
	}
	for src, want := range map[string]string{
		grid([2]string{"words", "a"}, [2]string{"more", "b"}): "a has no tier of phones: call it phones",
		grid([2]string{"phones", "s sil t"}):                  "the tier of phones in a has no vowels",
		"what":                                                "a:1: this is no TextGrid",
	} {
		if _, err := ReadVowels(src, "a"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestVowelsOfAligner(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "text", "formats", "testdata", "words.TextGrid"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadVowels(string(src), "words.TextGrid")
	if err != nil || len(got["Ann"]) == 0 || len(got["Ben"]) == 0 {
		t.Fatalf("%v: %v", err, got)
	}
}

func TestVowelsIn(t *testing.T) {
	all := map[string][]prosody.Vowel{"Ann": {{Phone: "a", Start: 0, End: 1}, {Phone: "b", Start: 1, End: 2}, {Phone: "c", Start: 2, End: 3}}}
	if got := vowelsIn(vowelsOf(all, "Ann"), 0.6, 2.5); len(got) != 1 || got[0].Phone != "b" {
		t.Errorf("%v", got)
	}
	if got := vowelsOf(all, "Ben"); got != nil {
		t.Errorf("Ben has vowels of Ann: %v", got)
	}
	if got := vowelsOf(all, ""); len(got) != 3 {
		t.Errorf("the only speaker has %v", got)
	}
}
