package languages

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// shortTurn is how many words a turn has at least that counts: of a shorter one only how it fares is shown.
const shortTurn = 5

// Count is how many turns of a language were taken for English, or of English for another one.
type Count struct {
	Turns, Wrong           int // of five words or more
	ShortTurns, ShortWrong int
	Words, WrongWords      int
	Named                  int // of Turns, those whose language was named
}

// Row is what comes of a set: each turn by itself, the turns of each file together, and those of each file in turn
// with turns of English, or, of English, of German.
type Row struct {
	Set                *Set
	Alone, File, Mixed Count
}

// Measure measures what languages a decider takes sets for.
func Measure(d *document.Decider, sets []Set) ([]Row, error) {
	var english, german []string
	for i := range sets {
		for _, f := range sets[i].Files {
			switch sets[i].Name {
			case "en-mixed/dailydialog":
				english = append(english, f...)
			case "de-xdaily":
				german = append(german, f...)
			}
		}
	}
	out := make([]Row, len(sets))
	for i := range sets {
		r := &out[i]
		r.Set = &sets[i]
		partner := english
		if r.Set.Code == English {
			partner = german
		}
		for _, f := range r.Set.Files {
			for _, turn := range f {
				if err := r.Alone.add(d, r.Set.Code, []string{turn}, nil); err != nil {
					return nil, err
				}
			}
			if err := r.File.add(d, r.Set.Code, f, nil); err != nil {
				return nil, err
			}
			if err := r.Mixed.add(d, r.Set.Code, f, partner); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// add counts a file of turns, with others between that do not count.
func (c *Count) add(d *document.Decider, code string, turns, between []string) error {
	var text strings.Builder
	for i, turn := range turns {
		text.WriteString("A: " + turn + "\n")
		if between != nil {
			text.WriteString("B: " + between[i%len(between)] + "\n")
		}
	}
	doc, err := transcript.ParseText(text.String(), "turns")
	if err != nil {
		return err
	}
	of := d.Languages(doc)
	for i := range doc.Turns {
		t := &doc.Turns[i]
		if between != nil && t.Speaker == "B" {
			continue
		}
		var e langid.Evidence
		words, english, right := 0, 0, 0
		for w := t.Words.Start; w < t.Words.End; w++ {
			if doc.Words[w].Tokens.Len() == 0 {
				continue
			}
			e.Add(doc.Text(doc.Words[w].Core))
			words++
			if of[w] == English {
				english++
			}
			if of[w] == code {
				right++
			}
		}
		if words == 0 {
			continue
		}
		wrong := english
		if code == English {
			wrong = words - english
		}
		c.Words += words
		c.WrongWords += wrong
		if most := e.Words(); most < shortTurn && words < shortTurn || e.OtherScript() && most < shortTurn {
			c.ShortTurns++
			c.ShortWrong += one(wrong*2 > words)
		} else {
			c.Turns++
			c.Wrong += one(wrong*2 > words)
			c.Named += one(right*2 > words)
		}
	}
	return nil
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Write writes the tables of docs/results.md.
func Write(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| English | words | taken for another language, in 100: each turn alone | with the file | in turn with German |\n|---|---|---|---|---|")
	var all Row
	var turns, wrong [3]int
	for i := range rows {
		r := &rows[i]
		if r.Set.Code != English {
			continue
		}
		for k, c := range []*Count{&r.Alone, &r.File, &r.Mixed} {
			a := []*Count{&all.Alone, &all.File, &all.Mixed}[k]
			a.Words, a.WrongWords = a.Words+c.Words, a.WrongWords+c.WrongWords
		}
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f |\n", r.Set.Name, r.Alone.Words, r.Alone.share(), r.File.share(), r.Mixed.share())
	}
	fmt.Fprintf(w, "| all | %d | %.3f | %.3f | %.3f |\n\n", all.Alone.Words, all.Alone.share(), all.File.share(), all.Mixed.share())
	fmt.Fprintln(w, "| others | turns of 5 words and more | taken for English, in 100: alone | with the file | in turn with English | shorter turns | alone | with the file | named, alone | with the file |\n|---|---|---|---|---|---|---|---|---|---|")
	for i := range rows {
		r := &rows[i]
		if r.Set.Code == English {
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %.2f | %.2f | %.2f | %d | %.1f | %.1f | %.1f | %.1f |\n", r.Set.Name, r.Alone.Turns,
			percent(r.Alone.Wrong, r.Alone.Turns), percent(r.File.Wrong, r.File.Turns), percent(r.Mixed.Wrong, r.Mixed.Turns),
			r.Alone.ShortTurns, percent(r.Alone.ShortWrong, r.Alone.ShortTurns), percent(r.File.ShortWrong, r.File.ShortTurns),
			percent(r.Alone.Named, r.Alone.Turns), percent(r.File.Named, r.File.Turns))
		if r.Set.Known() {
			for k, c := range []*Count{&r.Alone, &r.File, &r.Mixed} {
				turns[k], wrong[k] = turns[k]+c.Turns, wrong[k]+c.Wrong
			}
		}
	}
	fmt.Fprintf(w, "| all of known languages | %d | %.2f | %.2f | %.2f | | | | | |\n", turns[0], percent(wrong[0], turns[0]), percent(wrong[1], turns[1]), percent(wrong[2], turns[2]))
}

// pidgin is Nigerian Pidgin, whose words are mostly English ones.
const pidgin = "pcm"

// Known reports whether a set is in a language that the table has, or that its script tells.
func (s *Set) Known() bool {
	switch s.Code {
	case "", pidgin, "bej", "gd", "sl", "sq":
		return false
	}
	return true
}

func (c *Count) share() float64 { return percent(c.WrongWords, c.Words) }

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

// Lost counts the words that cleaning takes from sets in other languages than English: from each turn by itself, and
// from files.
type Lost struct {
	Set               *Set
	Words             int
	FromTurn, FromAll int
}

// Losses counts what a cleaner takes.
func Losses(ctx context.Context, c *tidytalk.Cleaner, sets []Set) ([]Lost, error) {
	var out []Lost
	for i := range sets {
		if sets[i].Code == English || sets[i].Code == pidgin {
			continue
		}
		l := Lost{Set: &sets[i]}
		for _, f := range l.Set.Files {
			words, taken, err := losses(ctx, c, f)
			if err != nil {
				return nil, err
			}
			l.Words, l.FromAll = l.Words+words, l.FromAll+taken
			for _, turn := range f {
				_, taken, err := losses(ctx, c, []string{turn})
				if err != nil {
					return nil, err
				}
				l.FromTurn += taken
			}
		}
		out = append(out, l)
	}
	return out, nil
}

func losses(ctx context.Context, c *tidytalk.Cleaner, turns []string) (words, taken int, err error) {
	doc, err := transcript.ParseText(strings.Join(turns, "\n")+"\n", "turns")
	if err != nil {
		return 0, 0, err
	}
	out, err := c.Clean(ctx, doc)
	if err != nil {
		return 0, 0, err
	}
	edit := out.Edit(transcript.Rewriting{})
	for w := range doc.Words {
		tokens := doc.Words[w].Tokens
		if tokens.Len() == 0 {
			continue
		}
		words++
		gone := true
		for t := tokens.Start; t < tokens.End; t++ {
			gone = gone && edit.Removed(t)
		}
		taken += one(gone)
	}
	return words, taken, nil
}

// WriteLosses writes the table of words that are lost.
func WriteLosses(w io.Writer, lost []Lost) {
	fmt.Fprintln(w, "| | words | taken from turns, each alone | from files |\n|---|---|---|---|")
	var words, turns, files int
	for _, l := range lost {
		fmt.Fprintf(w, "| %s | %d | %d | %d |\n", l.Set.Name, l.Words, l.FromTurn, l.FromAll)
		words, turns, files = words+l.Words, turns+l.FromTurn, files+l.FromAll
	}
	fmt.Fprintf(w, "| all | %d | %d | %d |\n", words, turns, files)
}
