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
		if e.Words() < shortTurn && (words < shortTurn || e.OtherScript()) {
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

// Join joins the rows of sets that belong together: English ones of one folder, others of one language that is known.
func Join(rows []Row) []Row {
	var out []Row
	at := make(map[string]int)
	for _, r := range rows {
		key := r.Set.group()
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, Row{Set: &Set{Name: key, Code: r.Set.Code}})
		}
		out[i].join(&r)
	}
	return out
}

func (s *Set) group() string {
	folder, _, _ := strings.Cut(s.Name, "/")
	switch {
	case s.Code == English && (folder == "typed" || folder == "bare"):
		return "fresh"
	case s.Code == English:
		return folder
	case s.known():
		return langid.Name(s.Code)
	case s.Code == "":
		return s.Name
	}
	return langid.Name(s.Code) + ", unknown"
}

func (r *Row) join(o *Row) {
	r.Alone.join(&o.Alone)
	r.File.join(&o.File)
	r.Mixed.join(&o.Mixed)
}

func (c *Count) join(o *Count) {
	c.Turns, c.Wrong, c.ShortTurns, c.ShortWrong = c.Turns+o.Turns, c.Wrong+o.Wrong, c.ShortTurns+o.ShortTurns, c.ShortWrong+o.ShortWrong
	c.Words, c.WrongWords, c.Named = c.Words+o.Words, c.WrongWords+o.WrongWords, c.Named+o.Named
}

// Write writes the tables of docs/results.md.
func Write(w io.Writer, rows []Row) {
	all, known := Row{Set: &Set{Name: "all"}}, Row{Set: &Set{Name: "all that are known"}}
	fmt.Fprintln(w, "| English | words | for another language, %: each turn alone | with the file | in turn with German |\n|---|---|---|---|---|")
	for i := range rows {
		if r := &rows[i]; r.Set.Code == English {
			r.writeEnglish(w)
			all.join(r)
		}
	}
	all.writeEnglish(w)
	fmt.Fprintln(w, "\n| | turns of 5 words and more | for English, %: each alone | with the file | in turn with English | named right, %: alone | with the file | shorter turns | for English, %: alone | with the file |\n|---|---|---|---|---|---|---|---|---|---|")
	for i := range rows {
		r := &rows[i]
		if r.Set.Code == English {
			continue
		}
		r.writeOther(w)
		if r.Set.known() {
			known.join(r)
		}
	}
	known.writeOther(w)
}

func (r *Row) writeEnglish(w io.Writer) {
	fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f |\n", r.Set.Name, r.Alone.Words, r.Alone.share(), r.File.share(), r.Mixed.share())
}

func (r *Row) writeOther(w io.Writer) {
	a, f := &r.Alone, &r.File
	fmt.Fprintf(w, "| %s | %d | %.2f | %.2f | %.2f | %.1f | %.1f | %d | %.1f | %.1f |\n", r.Set.Name, a.Turns,
		percent(a.Wrong, a.Turns), percent(f.Wrong, f.Turns), percent(r.Mixed.Wrong, r.Mixed.Turns), percent(a.Named, a.Turns), percent(f.Named, f.Turns),
		a.ShortTurns, percent(a.ShortWrong, a.ShortTurns), percent(f.ShortWrong, f.ShortTurns))
}

// pidgin is Nigerian Pidgin, whose words are mostly English ones.
const pidgin = "pcm"

// known reports whether a set is in a language that the table has, or that its script tells.
func (s *Set) known() bool {
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

// WriteLosses says how many words are lost, and of which sets.
func WriteLosses(w io.Writer, lost []Lost) {
	var words, turns, files int
	for _, l := range lost {
		if l.FromTurn+l.FromAll > 0 {
			fmt.Fprintf(w, "%s: %d of %d words taken from turns, each alone, %d from files\n", l.Set.Name, l.FromTurn, l.Words, l.FromAll)
		}
		words, turns, files = words+l.Words, turns+l.FromTurn, files+l.FromAll
	}
	fmt.Fprintf(w, "all: %d of %d words taken from turns, each alone, %d from files\n", turns, words, files)
}
