package formats

import (
	"errors"
	"fmt"
	"os"
	"testing"
)

func TestReadTiers(t *testing.T) {
	src, err := os.ReadFile("testdata/words.TextGrid")
	if err != nil {
		t.Fatal(err)
	}
	tiers, err := ReadTiers(string(src), "words.TextGrid")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, x := range tiers {
		got += fmt.Sprintf("%q of %q, phones %v, %d labels\n", x.Name, x.Speaker, x.Phones, len(x.Labels))
	}
	const want = `"Ann - words" of "Ann", phones false, 19 labels
"Ann - phones" of "Ann", phones true, 30 labels
"Ben - words" of "Ben", phones false, 9 labels
"Ben - phones" of "Ben", phones true, 15 labels
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if l := tiers[0].Labels[1]; l.Text != "the" || l.Time.Start != 0.64 || l.Time.End != 0.9 || !l.Time.Known {
		t.Errorf("label %+v", l)
	}
}

func TestReadTiersFails(t *testing.T) {
	for src, want := range map[string]string{
		"": "a:1: this is no TextGrid: its first lines do not say ooTextFile and TextGrid",
		"File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0 1 <exists> 1 \"IntervalTier\" \"phones\" 0 1 1 0 1 \"a": "a:4:50: a string without its closing quote: the file is cut off or damaged",
	} {
		_, err := ReadTiers(src, "a")
		var at *Error
		if !errors.As(err, &at) || err.Error() != want {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}
