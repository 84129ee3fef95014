package cut

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/text/formats"
)

// TestTextGrids: cuts in talk of people, put together from recordings whose words somebody has marked by
// hand. It prints the figures of docs/results.md.
func TestTextGrids(t *testing.T) {
	folder := datatest.Path(t, "prosody", "wav")
	for _, name := range []string{"praatio_bobby", "praatio_mary"} {
		file := filepath.Join(folder, name)
		s := handMarked(t, file)
		for _, c := range []struct{ off, least float64 }{{0, 0.95}, {0.02, 0.92}, {0.05, 0.75}, {0.15, 0.2}} {
			s.makeTalk("", *mostCuts, 0.00005, 7).check(t, name, c.off, c.least)
		}
	}
}

// handMarked returns the words of a recording; each may be said, or be taken out.
func handMarked(t *testing.T, file string) *spoken {
	t.Helper()
	src, err := os.ReadFile(file + ".TextGrid")
	if err != nil {
		t.Fatal(err)
	}
	f, err := formats.Read(src, file, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := audio.Open(file + ".wav")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var sound []float64
	buf := [][]float64{make([]float64, 4096)}
	for {
		n, err := r.ReadExact(buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		sound = append(sound, buf[0][:n]...)
	}
	s := &spoken{t: t, words: make(map[string]said), phrases: [][]string{nil}}
	d := f.Document
	for _, w := range d.Words {
		text := strings.ToLower(d.Text(w.Core))
		at := func(seconds float64) int { return min(int(seconds*float64(r.Rate())), len(sound)) }
		part := slices.Clone(sound[at(w.Time.Start):at(w.Time.End)])
		for i := range part { // where it was cut out of its sentence, it must not click
			part[i] *= min(1, float64(min(i, len(part)-1-i))/float64(r.Rate()/200))
		}
		s.words[" "+text] = said{part, voicedPart(t, part, r.Rate()), r.Rate()}
		s.phrases[0] = append(s.phrases[0], text)
		s.removals = append(s.removals, removal{"repairs", []string{text}})
	}
	return s
}
