package emnlp2010

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
)

// miniText is a conversation of a few dozen turns.
//
//go:embed testdata/mini.txt
var miniText string

// utterance reads words with marks after them.
func utterance(line string) Utterance {
	var u Utterance
	for _, w := range strings.Fields(line) {
		if m := slices.Index(events[:], w); m > 0 {
			u.Marks[len(u.Marks)-1] = Mark(m)
			continue
		}
		u.Words, u.Marks = append(u.Words, w), append(u.Marks, None)
	}
	u.Tags = Tags(u.Marks)
	return u
}

func mini() []Utterance {
	var out []Utterance
	for line := range strings.Lines(miniText) {
		out = append(out, utterance(line))
	}
	return out
}

func TestRead(t *testing.T) {
	const two = "no\tCOMMA\nplease\tPERIOD\nwould\tNONE\r\nyou\tQMARK\n\n\noh\tEMARK\nwell\tNONE\n"
	const three = "no\tCOMMA\tDEBEG\nplease\tPERIOD\tDEIN\nwould\tNONE\tQNBEG\nyou\tQMARK\tQNIN\n\noh\tEMARK\tEXBEG\nwell\tNONE\tDEBEG\n\n"
	want := []Utterance{
		{[]string{"no", "please", "would", "you"}, []Mark{Comma, Period, None, QMark}, []Tag{DeBeg, DeIn, QnBeg, QnIn}},
		{[]string{"oh", "well"}, []Mark{EMark, None}, []Tag{ExBeg, DeBeg}},
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"two.tsv": two, "three.tsv": three, "packed.tsv.gz": filetest.Gzip(two)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFile(path); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := ReadFile(filepath.Join(dir, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	var b bytes.Buffer
	if err := write(&b, want); err != nil || b.String() != three {
		t.Errorf("%v\n%s", err, b.String())
	}
	// A sentence that stays open may be of any kind.
	if _, err := Read(strings.NewReader("are\tNONE\tQNBEG\nyou\tCOMMA\tQNIN\n"), "x"); err != nil {
		t.Error(err)
	}
}

func TestReadErrors(t *testing.T) {
	const good = "yes\tPERIOD\tDEBEG\n"
	for _, c := range []struct{ in, want string }{
		{"", "x: no words in it"},
		{"\n\n", "x: no words in it"},
		{"yes\n", "x:1: a line is a word, a tab and a mark, and maybe another tab and a tag of the sentence, not 1 columns"},
		{good + "\nyes\tPERIOD\tDEBEG\t-\n", "x:3: a line is a word, a tab and a mark, and maybe another tab and a tag of the sentence, not 4 columns"},
		{good + "yes\tPERIOD\n", "x:2: the layers of an utterance are of different lengths: some of its words have a tag of the sentence, others have none"},
		{"yes\tCOMMA\n" + good, "x:2: the layers of an utterance are of different lengths: some of its words have a tag of the sentence, others have none"},
		{"yes\tPERIOD\t\n", `x:1: unknown tag of a sentence "": use DEBEG, DEIN, QNBEG, QNIN, EXBEG, EXIN`},
		{"yes\tDASH\n", `x:1: unknown mark "DASH": use NONE, COMMA, PERIOD, QMARK, EMARK`},
		{"yes\tperiod\n", `x:1: unknown mark "period": use NONE, COMMA, PERIOD, QMARK, EMARK`},
		{"\tPERIOD\n", "x:1: an empty word"},
		{"of course\tPERIOD\n", `x:1: "of course" is no word: it has blanks`},
		{"y\xffs\tPERIOD\n", "x:1: invalid UTF-8: convert the file to UTF-8"},
		{"yes\tPERIOD\tQNBEG\n", "x:1: QNBEG does not fit PERIOD: a sentence with that mark has DEBEG and DEIN"},
		{"yes\tEMARK\tDEBEG\n", "x:1: DEBEG does not fit EMARK: a sentence with that mark has EXBEG and EXIN"},
		{"yes\tNONE\tDEIN\n", "x:1: DEIN does not fit: a sentence begins here, with DEBEG, QNBEG or EXBEG"},
		{good + "no\tPERIOD\tDEIN\n", "x:2: DEIN does not fit: a sentence begins here, with DEBEG, QNBEG or EXBEG"},
		{"do\tNONE\tQNBEG\nyou\tQMARK\tQNBEG\n", "x:2: QNBEG does not fit: the sentence goes on with QNIN"},
		{"do\tNONE\tQNBEG\nyou\tNONE\tDEIN\n", "x:2: DEIN does not fit: the sentence goes on with QNIN"},
		{good + strings.Repeat("y", maxLine) + "\tPERIOD\n", "x:2: a line longer than 1048576 bytes is no word with its labels"},
	} {
		got, err := Read(strings.NewReader(c.in), "x")
		if got != nil || err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v\nwant %s", c.in, err, c.want)
		}
	}
	path := filepath.Join(t.TempDir(), "cut.tsv.gz")
	if err := os.WriteFile(path, []byte(filetest.Gzip(good)[:20]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path); err == nil || !strings.HasPrefix(err.Error(), path) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("no\tCOMMA\nplease\tPERIOD\n\nwould\tNONE\nyou\tQMARK\n"))
	f.Add([]byte("no\tCOMMA\tEXBEG\r\nwell\tEMARK\tEXIN\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		text, err := Read(bytes.NewReader(src), "x")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := write(&b, text); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "x")
		if err != nil || !reflect.DeepEqual(again, text) {
			t.Fatalf("%v\n%v\n%v", err, text, again)
		}
	})
}

// The tags that follow from marks are in the grammar of the reader, and the templates' is
// the same.
func TestGrammar(t *testing.T) {
	templates, err := m3n.ParseTemplates(strings.NewReader(Template("factorial", "grammar")), "x")
	if err != nil {
		t.Fatal(err)
	}
	space := templates.Space()
	for i, l := range space.Layers() {
		if want := [][]string{markNames, tagNames}[i]; !slices.Equal(l.Labels, want) {
			t.Errorf("%v, want %v", l.Labels, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	fine := 0
	for range 20000 {
		n := 1 + rng.IntN(5)
		marks, tags := make([]Mark, n), make([]Tag, n)
		for i := range n {
			marks[i], tags[i] = Mark(rng.IntN(int(numMarks))), Tag(rng.IntN(int(numTags)))
		}
		if rng.IntN(2) == 0 {
			tags = Tags(marks)
		}
		var own error
		var tuples []uint8
		allowed := true
		for i := range n {
			if err := checkTag(marks, tags, i); err != nil && own == nil {
				own = err
			}
			y, ok := space.Tuple(uint8(marks[i]), uint8(tags[i]))
			tuples = append(tuples, y)
			allowed = allowed && ok
		}
		if allowed = allowed && space.Check(tuples) == nil; allowed != (own == nil) {
			t.Fatalf("%v %v: %v by the templates, %v by the reader", marks, tags, allowed, own)
		}
		if reflect.DeepEqual(tags, Tags(marks)) {
			if fine++; own != nil {
				t.Fatalf("%v %v: %v", marks, tags, own)
			}
		}
	}
	if fine < 1000 {
		t.Errorf("only %d sequences with tags of their marks", fine)
	}
}

func TestScore(t *testing.T) {
	u := utterance("no , please . do you ? well")
	marks := [][]Mark{{Comma, QMark, None, None, Comma}}
	got := Score([]Utterance{u}, marks)
	if want := []metric.Counts{{TP: 1, FP: 2, FN: 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	want := [numMarks]metric.Counts{{TP: 1, FP: 1, FN: 1}, {TP: 1, FP: 1}, {FN: 1}, {FP: 1, FN: 1}, {}}
	if got := ByMark([]Utterance{u}, marks); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// allBest is the best events by trying all.
func allBest(s *search, words []string) (marks, opens []Mark) {
	best := math.Inf(-1)
	var try func(t int, state lm.State, logp float64, open Mark, m, o []Mark)
	try = func(t int, state lm.State, logp float64, open Mark, m, o []Mark) {
		gaps := s.inner
		switch t {
		case 0:
			gaps = s.first
		case len(words):
			gaps = s.last
		}
		for _, g := range gaps {
			if s.agree && g.mark.ends() && g.mark != open {
				continue
			}
			p, st := logp, state
			add := func(id uint32) {
				var q float64
				q, st = s.model.Score(st, id)
				p += q
			}
			for _, id := range g.events {
				add(id)
			}
			m, o := slices.Clone(m), slices.Clone(o)
			if t > 0 {
				m = append(m, g.mark)
			}
			if t == len(words) {
				if add(lm.End); p > best {
					best, marks, opens = p, m, o
				}
				continue
			}
			now := open
			if g.opens != None {
				now = g.opens
			}
			add(s.model.Vocabulary().ID(wordPrefix + words[t]))
			try(t+1, st, p, now, m, append(o, g.opens))
		}
	}
	try(0, s.model.BeginState(), 0, None, nil, nil)
	return marks, opens
}

func TestHiddenBest(t *testing.T) {
	text := mini()
	for _, duplicate := range []Duplicates{"", Front, Agree, Back} {
		for _, cascaded := range []bool{false, true} {
			h, err := trainHidden(HiddenConfig{3, duplicate, cascaded}, text)
			if err != nil {
				t.Fatal(err)
			}
			searches := []*search{newSearch(&h.config, h.marks, false, cascaded)}
			if cascaded {
				searches = append(searches, newSearch(&h.config, h.ends, true, false))
			}
			for _, s := range searches {
				for _, line := range []string{"yes", "how much", "no it is", "is it a elephant", "oh no where is"} {
					words := strings.Fields(line)
					marks, opens := s.best(words)
					wantMarks, wantOpens := allBest(s, words)
					if !slices.Equal(marks, wantMarks) || !slices.Equal(opens, wantOpens) {
						t.Errorf("%q, cascaded %v: %q: %v %v, want %v %v", duplicate, cascaded, line, marks, opens, wantMarks, wantOpens)
					}
				}
			}
			marks := h.predict(text, 3)
			if f1 := Total(Score(text, marks)).F1(); f1 < 0.75 || !reflect.DeepEqual(h.predict(text, 1), marks) {
				t.Errorf("%q, cascaded %v: F1 %.3f of the text itself", duplicate, cascaded, f1)
			}
		}
	}
}

func TestConfusions(t *testing.T) {
	text := mini()
	c := NewConfusions(text)
	long := slices.Concat(text, text, text, text, text, text, text, text)
	for _, share := range []float64{0.05, 0.14, 0.2, 0.5} {
		got, reached := c.Apply(long, share, 7)
		if math.Abs(reached-share) > 0.01 {
			t.Errorf("%v wrong words, want %v", reached, share)
		}
		again, _ := NewConfusions(text).Apply(long, share, 7)
		if !reflect.DeepEqual(got, again) {
			t.Error("the same seed gives other words")
		}
		if other, _ := c.Apply(long, share, 8); reflect.DeepEqual(got, other) {
			t.Error("another seed gives the same words")
		}
		words, ends, wantEnds := 0, 0, 0
		for i, u := range got {
			if len(u.Words) == 0 || len(u.Marks) != len(u.Words) || !reflect.DeepEqual(u.Tags, Tags(u.Marks)) {
				t.Fatalf("%v", u)
			}
			words += len(u.Words)
			for _, m := range u.Marks {
				if m.ends() {
					ends++
				}
			}
			for _, m := range long[i].Marks {
				if m.ends() {
					wantEnds++
				}
			}
			if last := u.Marks[len(u.Marks)-1]; !last.ends() {
				t.Errorf("%v ends with %v", u, last)
			}
		}
		if ends > wantEnds || float64(ends) < (1-share/4)*float64(wantEnds) {
			t.Errorf("of %d ends of sentences %d are left with %v wrong words", wantEnds, ends, share)
		}
	}
	if got, reached := c.Apply(text, 0, 1); reached != 0 || !reflect.DeepEqual(got, text) {
		t.Error("a text without errors is another one")
	}
}

// What becomes of single words.
func TestConfusionsOfWords(t *testing.T) {
	c := NewConfusions([]Utterance{utterance("this that bat cat cats hat zebra house horse . 我 你 您好 你好")})
	rng := rand.New(rand.NewPCG(1, 1))
	for word, want := range map[string][]string{
		"cat": {"bat", "cats", "hat"}, "cats": {"cat"}, "house": {"horse"}, "zebra": {"bat", "cat", "hat", "我", "你"}, "them": {"this", "that"},
		"我": {"你"}, "你好": {"您好", "你"}, "他": {"我", "你"},
	} {
		seen := make(map[string]bool)
		for range 200 {
			seen[c.other(word, rng)] = true
		}
		slices.Sort(want)
		var got []string
		for w := range seen {
			got = append(got, w)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
	for _, x := range []struct {
		a, b string
		want int
	}{{"a b c", "a b c", 0}, {"a b c", "a c", 1}, {"a", "", 1}, {"", "a b", 2}, {"a b c d", "b x d", 2}} {
		if got := distance(strings.Fields(x.a), strings.Fields(x.b)); got != x.want {
			t.Errorf("%q and %q: %d, want %d", x.a, x.b, got, x.want)
		}
	}
}

// What is held out, and what is learned from, is spread evenly, and nothing is both.
func TestHeld(t *testing.T) {
	text := mini()
	for _, c := range []struct {
		share            float64
		most, rest, held int
	}{{0.1, 0, len(text) - len(text)/10, len(text) / 10}, {0.5, 10, 10, len(text) / 2}, {0.01, 7, 7, 0}} {
		rest, held := (&Study{Train: text, HoldOut: c.share, MostChoice: c.most}).Held()
		seen := make(map[string]bool)
		for _, u := range slices.Concat(rest, held) {
			if line := fmt.Sprint(u); seen[line] {
				t.Errorf("%v: %s twice", c.share, line)
			} else {
				seen[line] = true
			}
		}
		if len(rest) != c.rest || len(held) != c.held {
			t.Errorf("%v: %d and %d utterances, want %d and %d", c.share, len(rest), len(held), c.rest, c.held)
		}
	}
}

// All models, on a text that they learn by heart, or nearly so.
func TestStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it trains many models")
	}
	text := mini()
	dir := t.TempDir()
	var trained, taken int
	s := &Study{
		Train: text, Dev: text[:30], Language: "en", Least: 1, HoldOut: 0.2, MostChoice: 30, Edges: true, Noise: []float64{0.2}, Seed: 1, Workers: 2, Dir: dir,
		Report: func(e stages.Event) {
			switch {
			case e.Taken:
				taken++
			case e.File != "":
				trained++
			}
		},
	}
	got, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 18 || got.Rows[got.Linear].Name != "linear chain" || got.Rows[got.Factorial].Name != "factorial chain" {
		t.Errorf("%d rows, %d and %d", len(got.Rows), got.Linear, got.Factorial)
	}
	f1 := func(i, text int) float64 { return Total(got.Rows[i].Counts[text]).F1() }
	for i, r := range got.Rows {
		if len(r.Counts) != 2 || len(r.Counts[0]) != len(s.Dev) || f1(i, 0) < 0.9 || f1(i, 1) > f1(i, 0) {
			t.Errorf("%s: %.3f, with wrong words %.3f", r.Name, f1(i, 0), f1(i, 1))
		}
	}
	if len(got.L2) != 2*len(l2s) || len(got.Features) != len(groups)+2 || len(got.Wrong) != 1 {
		t.Errorf("%v\n%v\n%v", got.L2, got.Features, got.Wrong)
	}
	if trained == 0 || taken > 0 {
		t.Errorf("%d steps trained, %d taken", trained, taken)
	}
	want := trained
	trained = 0
	again, err := s.Run(t.Context())
	if err != nil || trained > 0 || taken != want || fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%v, %d steps trained again", err, trained)
	}
	s.Workers, s.Dir = 1, ""
	if again, err = s.Run(t.Context()); err != nil || fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%v, or with one goroutine it is another result", err)
	}
}

// Training to the optimum gives what a few passes give, on a text that is easy.
func TestExact(t *testing.T) {
	text := mini()
	c := ChainConfig{Templates: "threshold 1\n" + Template("factorial", "grammar", "ngrams"), L2: 0.5}
	ch, err := trainChain(t.Context(), c, text, 2, func(m3n.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := Total(Score(text, ch.predict(text, 2))).F1(); f1 < 0.97 {
		t.Errorf("F1 %.3f", f1)
	}
}

func TestStudyErrors(t *testing.T) {
	if _, err := (&Study{Dev: mini()}).Run(t.Context()); err == nil {
		t.Error("there is nothing to train on, and no error")
	}
	if _, err := trainChain(t.Context(), ChainConfig{Templates: "order=1 w[0]\n"}, mini(), 1, nil); err == nil {
		t.Error("templates without layers, and no error")
	}
}
