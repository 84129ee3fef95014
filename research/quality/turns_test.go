package quality_test

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/marked"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/formats"
)

var turns = flag.Bool("turns", false, "measure what is decided about files with turns")

// cueChars is how many characters a subtitle has at most: two lines of formats.DefaultLineChars.
const cueChars = 2 * formats.DefaultLineChars

// gold is a side of a conversation, with what its transcript says.
type gold struct {
	tokens  []data.Token
	labels  *punct.Gold
	speaker string
	words   []spoken
}

// spoken is a word as it is written, with its clitics.
type spoken struct {
	text       string
	from, to   int // tokens
	turn       int32
	start, end float64 // seconds
}

// stretch are words of a side that stand together in a file.
type stretch struct {
	side  *gold
	words []spoken
}

func (s stretch) start() float64 { return s.words[0].start }
func (s stretch) end() float64   { return s.words[len(s.words)-1].end }

func (s stretch) text() string {
	var b strings.Builder
	for i := range s.words {
		b.WriteString(" " + s.words[i].text)
	}
	return b.String()[1:]
}

// newGold reads a side, without partial words. A word without times lasts from the end of the one
// before to the start of the one after.
func newGold(side *data.Side) *gold {
	g := &gold{speaker: string(side.Speaker)}
	g.tokens, g.labels = punct.Words(side)
	for i := range g.tokens {
		t, last := &g.tokens[i], len(g.words)-1
		if last >= 0 && t.Clitic() && g.words[last].turn == t.Turn() {
			g.words[last].text, g.words[last].to = g.words[last].text+strings.ToLower(t.Text), i+1
			continue
		}
		w := spoken{text: strings.ToLower(t.Text), from: i, to: i + 1, turn: t.Turn(), start: t.Start, end: t.End}
		if !t.Timed {
			if last >= 0 {
				w.start = g.words[last].end
			}
			w.end = w.start
			if k := slices.IndexFunc(g.tokens[i:], func(t data.Token) bool { return t.Timed }); k > 0 {
				w.end = max(w.start, g.tokens[i+k].Start)
			}
		}
		g.words = append(g.words, w)
	}
	return g
}

// cut cuts the words of sides where apart says so of a stretch and the word after it.
func cut(sides []*gold, apart func(s stretch, next *spoken) bool) []stretch {
	var out []stretch
	for _, g := range sides {
		from := 0
		for i := range g.words {
			if i+1 == len(g.words) || apart(stretch{g, g.words[from : i+1]}, &g.words[i+1]) {
				out, from = append(out, stretch{g, g.words[from : i+1]}), i+1
			}
		}
	}
	return out
}

func byTime(s []stretch) []stretch {
	slices.SortStableFunc(s, func(a, b stretch) int { return cmp.Compare(a.start(), b.start()) })
	return s
}

// turnsOf returns the turns of a conversation in the order of its utterances.
func turnsOf(sides []*gold) []stretch {
	out := cut(sides, func(s stretch, next *spoken) bool { return s.words[0].turn != next.turn })
	slices.SortStableFunc(out, func(a, b stretch) int { return cmp.Compare(a.words[0].turn, b.words[0].turn) })
	return out
}

func wordsOf(sides []*gold) []stretch {
	return cut(sides, func(stretch, *spoken) bool { return true })
}

func cuesOf(sides []*gold) []stretch {
	return byTime(cut(sides, func(s stretch, next *spoken) bool {
		return s.words[0].turn != next.turn || len(s.text())+1+len(next.text) > cueChars
	}))
}

// clock returns seconds as subtitles have them.
func clock(seconds float64, point string) string {
	ms := int(1000*seconds + 0.5)
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3600000, ms/60000%60, ms/1000%60, point, ms%1000)
}

func ctmRow(_ int, s stretch) string {
	return fmt.Sprintf("talk %s %.3f %.3f %s\n", s.side.speaker, s.start(), s.end()-s.start(), s.text())
}

// written are the files that people have of a conversation, in bare lower case.
var written = []struct {
	name, file, head string
	named            bool // speakers are told apart
	stretches        func(sides []*gold) []stretch
	row              func(i int, s stretch) string
}{
	{"text with speakers, a turn a line", "talk.txt", "", true, turnsOf, func(_ int, s stretch) string {
		return fmt.Sprintf("%s: %s\n", s.side.speaker, s.text())
	}},
	{"CTM, channel by channel", "talk.ctm", "", true, wordsOf, ctmRow},
	{"CTM, channels merged by time", "talk.ctm", "", true, func(sides []*gold) []stretch { return byTime(wordsOf(sides)) }, ctmRow},
	{"STM, a turn a line", "talk.stm", "", true, turnsOf, func(_ int, s stretch) string {
		return fmt.Sprintf("talk %s %s %.3f %.3f %s\n", s.side.speaker, s.side.speaker, s.start(), s.end(), s.text())
	}},
	{"VTT with speakers", "talk.vtt", "WEBVTT\n\n", true, cuesOf, func(_ int, s stretch) string {
		return fmt.Sprintf("%s --> %s\n<v %s>%s</v>\n\n", clock(s.start(), "."), clock(s.end(), "."), s.side.speaker, s.text())
	}},
	{"SRT without speakers", "talk.srt", "", false, cuesOf, func(i int, s stretch) string {
		return fmt.Sprintf("%d\n%s --> %s\n%s\n\n", i+1, clock(s.start(), ","), clock(s.end(), ","), s.text())
	}},
}

// turnScores are the scores of a form.
type turnScores struct {
	lost         int // words that the document cuts into other tokens
	edit, filler metric.Counts
	punctuation  metric.Punctuation
}

// add scores the decisions about a document, in which each speaker's tokens stand in the order of
// the stretches; all together where the speakers are not told apart.
func (s *turnScores) add(stretches []stretch, named bool, c *document.Cleaned) {
	type place struct {
		side  *gold
		token int
	}
	texts, places := make(map[string][]string), make(map[string][]place)
	for _, x := range stretches {
		who := ""
		if named {
			who = x.side.speaker
		}
		for _, w := range x.words {
			for i := w.from; i < w.to; i++ {
				texts[who] = append(texts[who], strings.ToLower(x.side.tokens[i].Text))
				places[who] = append(places[who], place{x.side, i})
			}
		}
	}
	found, at := make(map[string][]string), make(map[string][]int)
	ends := make(map[int]bool)
	for _, segment := range c.Segments {
		who := c.Document.Turns[segment.Turn].Speaker
		who = who[max(0, len(who)-1):] // CTM: of "talk-A"
		for i := segment.Tokens.Start; i < segment.Tokens.End; i++ {
			found[who], at[who] = append(found[who], strings.ToLower(c.Document.Tokens[i].Text)), append(at[who], i)
		}
		ends[segment.Tokens.End-1] = true
	}
	for who := range texts {
		pairs := marked.Align(found[who], texts[who])
		s.lost += len(texts[who]) - len(pairs)
		for _, p := range pairs {
			i, x := at[who][p[0]], places[who][p[1]]
			d, g := &c.Decisions[i], x.side.labels
			s.edit.Add(g.DF[x.token] == data.E, d.Label == data.E)
			s.filler.Add(g.DF[x.token] == data.F, d.Label == data.F)
			s.punctuation.Add(g.Fluent[x.token], g.Puncts[x.token], decisions.PunctOf(d))
			s.punctuation.Ends.Add(g.Ends[x.token], ends[i])
		}
	}
}

// third returns the sides of every third conversation.
func third(sides []data.Side) [][]*gold {
	var talks [][]*gold
	last, n := 0, -1
	for i := range sides {
		if s := &sides[i]; i == 0 || s.Conv != last {
			last, n = s.Conv, n+1
			if n%3 == 0 {
				talks = append(talks, nil)
			}
		}
		if n%3 == 0 {
			talks[n/3] = append(talks[n/3], newGold(&sides[i]))
		}
	}
	return talks
}

// TestTurns writes every third development conversation as files, and scores what is decided about
// them.
func TestTurns(t *testing.T) {
	if !*turns {
		t.Skip("SKIPPED: -turns measures files with turns")
	}
	sides, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	decider, err := document.New(bundletest.Default(t), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	talks := third(sides)
	var table strings.Builder
	fmt.Fprintf(&table, "%d conversations\n%-36s %6s %6s %6s %6s %6s %6s\n", len(talks), "F1", "words", "lost", "edit", "filler", "marks", "ends")
	for _, form := range written {
		var s turnScores
		for _, talk := range talks {
			stretches := form.stretches(talk)
			var src strings.Builder
			src.WriteString(form.head)
			for i, x := range stretches {
				src.WriteString(form.row(i, x))
			}
			f, err := formats.Read(src.String(), form.file, "")
			if err != nil {
				t.Fatalf("%s: %v", form.name, err)
			}
			cleaned, err := decider.Decide(t.Context(), f.Document)
			if err != nil {
				t.Fatalf("%s: %v", form.name, err)
			}
			s.add(stretches, form.named, cleaned)
		}
		p := &s.punctuation
		fmt.Fprintf(&table, "%-36s %6d %6d %6.2f %6.2f %6.2f %6.2f\n", form.name, p.Words+s.lost, s.lost,
			100*s.edit.F1(), 100*s.filler.F1(), 100*p.All().F1(), 100*p.Ends.F1())
	}
	t.Logf("measured:\n%s", table.String())
}
