package formats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestGuess draws files of all shapes: for most of them a map is found by which they say what was
// said, when and by whom. They are written as they were, and cleaned as any other.
func TestGuess(t *testing.T) {
	files := drawn.Few(400, 40)
	found, texts := 0, 0
	for seed := range uint64(files) {
		s := &shape{rng: rand.New(rand.NewPCG(seed, 7))}
		src, name, said := s.file()
		if s.how.container == 2 && s.how.words == 1 {
			files--
			continue
		}
		g, err := MakeGuess(src, name)
		if err != nil {
			t.Logf("seed %d: %v in\n%.300s", seed, err, src)
			continue
		}
		if out := g.File.Rewrite(keepAll(g.File)); out != src {
			t.Fatalf("seed %d: with nothing removed by %s\n%.500s\nbecomes\n%.500s", seed, g.Map, src, out)
		}
		how := Reading{Format: g.Format, Map: g.Map}
		d := dropFillers(g.File)
		f, err := how.Read(g.File.Rewrite(d), name)
		if err != nil {
			t.Fatalf("seed %d, by %s: %v", seed, g.Map, err)
		}
		if got, want := textsOf(words(f, nil)), textsOf(words(g.File, d)); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("seed %d, by %s: without fillers it says\n%q, not\n%q", seed, g.Map, got, want)
		}
		why := differs(g.File, said, s.how.ends == 4, s.how.epoch && s.how.ends == 0)
		if !strings.Contains(why, "words") {
			texts++
		}
		if why == "" {
			found++
			continue
		}
		t.Logf("seed %d: by %s, %s %s, %s in\n%.300s", seed, g.Format, g.Map, why, fmt.Sprintf("%+v", s.how), src)
	}
	t.Logf("of %d files, %d are read as they were said, %d with the words alone", files, found, texts)
	if found*100 < files*90 {
		t.Errorf("only %d of %d files are read", found, files)
	}
}

// differs says in what a file differs from what was said, "" if in nothing.
func differs(f *File, said []saidTurn, starts, epoch bool) string {
	var want []saidWord
	for _, turn := range said {
		for _, w := range turn.words {
			if epoch { // times are since the first
				w.from, w.to = w.from-said[0].words[0].from, w.to-said[0].words[0].from
			}
			want = append(want, w)
		}
	}
	got := f.Transcript(nil)
	n := 0
	for i := range got.Utterances {
		u := &got.Utterances[i]
		first := n
		for k := range u.Words {
			w := &u.Words[k]
			if n == len(want) || !strings.EqualFold(w.Core, strings.TrimFunc(want[n].text, unicode.IsPunct)) {
				return "other words"
			}
			if u.Speaker != want[n].speaker {
				return fmt.Sprintf("said by %q, not %q", u.Speaker, want[n].speaker)
			}
			if w.Time.Known && math.Abs(w.Time.Start-want[n].from) > 0.006 {
				return fmt.Sprintf("%q said at %v, not %v", w.Core, w.Time.Start, want[n].from)
			}
			if w.Time.Known && !starts && len(u.Words) > 1 && k > 0 && math.Abs(w.Time.End-want[n].to) > 0.006 {
				return fmt.Sprintf("%q said until %v, not %v", w.Core, w.Time.End, want[n].to)
			}
			n++
		}
		if len(u.Words) == 0 || n == first {
			continue
		}
		if !u.Time.Known {
			return "no times"
		}
		if math.Abs(u.Time.Start-want[first].from) > 0.006 || !starts && math.Abs(u.Time.End-want[n-1].to) > 0.006 {
			return fmt.Sprintf("%q at %v, not %v-%v", u.Text(), u.Time, want[first].from, want[n-1].to)
		}
	}
	if n != len(want) {
		return "fewer words"
	}
	return ""
}

// TestGuessLong looks at the first rows of long tables alone.
func TestGuessLong(t *testing.T) {
	const rows = 2 * guessRows
	var table []string
	for i := range rows {
		table = append(table, fmt.Sprintf("%d.5|%s|So, um, we went to the harbour %d times.", 2*i, [...]string{"Ann", "Bo"}[i%2], i))
	}
	csv := "at|who was it|what was said\n" + strings.Join(table, "\n")
	for name, src := range map[string]string{
		"a.csv":  csv,
		"a.xlsx": xlsxOf(t, "", rowsOf(strings.Split(csv, "\n")...)),
		"a.ods":  odtOf(t, odsType, odsTables(odsRowsOf(strings.Split(csv, "\n")...))),
	} {
		g, err := MakeGuess(src, name)
		if err != nil || g.Map != `text="what was said" start=at speaker="who was it"` {
			t.Errorf("%s: %+v, %v", name, g, err)
			continue
		}
		if n := len(g.File.Document.Lines); n < guessRows || n > guessRows+csvHeadLines {
			t.Errorf("%s: %d rows are read", name, n)
		}
		if f := g.File; f.book != nil && f.Rewrite(dropFillers(f)) != src {
			t.Errorf("%s: a spreadsheet is rewritten that was not read whole", name)
		}
	}
}
