package stages

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/m3n"
)

// product returns the labellers of the default bundle: that for sentences, without
// features of small weights, and that for pieces of streams.
func product(t testing.TB) (all, pruned, streams *Labeller) {
	t.Helper()
	f, err := container.Open(bundle.Default()[0], "bundle", 1)
	if err != nil {
		t.Fatal(err)
	}
	files := []*container.File{f}
	for _, b := range bundle.Default()[1:] {
		if f, err = container.Open(b, "bundle", 1); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	part := func(name string) []byte {
		for _, f := range files {
			if s := f.Section(name); s != nil {
				return s
			}
		}
		return nil
	}
	models, err := LoadModels(func(p Part) []byte { return part(string(p)) })
	if err != nil {
		t.Fatal(err)
	}
	if all, err = NewLabeller(models); err != nil {
		t.Fatal(err)
	}
	edit, err := m3n.UnmarshalModel(part("stream-edit"))
	if err != nil {
		t.Fatal(err)
	}
	if streams, err = all.WithEdit(edit); err != nil {
		t.Fatal(err)
	}
	return all, all.Pruned(), streams
}

// spoken makes sentences of words, with times or without, and pieces with what is
// predicted of their ends.
func spoken(n int) []data.Sentence {
	rng := rand.New(rand.NewPCG(11, 1))
	stretches := strings.Split("so|i mean|you know|uh|um|well|like|i i|the the|we went|to boston|to denver|it 's|he was|he is|and|and then|right|yeah|a good friend|of mine|or something|that is|see|okay|kind of|let 's see|now|xyzzy", "|")
	out := make([]data.Sentence, n)
	for i := range out {
		s := &out[i]
		for range rng.IntN(14) {
			for _, w := range strings.Fields(stretches[rng.IntN(len(stretches))]) {
				at := 0.4*float64(len(s.Tokens)) + 0.3*rng.Float64()
				s.Tokens = append(s.Tokens, data.Token{Text: w, Timed: i%3 > 0, Start: at, End: at + 0.1})
			}
		}
		if i%2 == 0 {
			s.Ends, s.Puncts = make([]float32, len(s.Tokens)), make([]data.Punct, len(s.Tokens))
			for t := range s.Ends {
				s.Ends[t], s.Puncts[t] = rng.Float32(), data.Punct(rng.IntN(data.NumPuncts))
			}
		}
	}
	return out
}

func textOf(s *data.Sentence) string {
	var words []string
	for i := range s.Tokens {
		words = append(words, s.Tokens[i].Text)
	}
	return fmt.Sprintf("%q, timed %v, ends %v", strings.Join(words, " "), len(words) > 0 && s.Tokens[0].Timed, s.Ends)
}

// Decisions on a reading that is shared are those of a labeller that reads for itself:
// also of a labeller with another filler stage, and in whatever order they read.
func TestSharedReading(t *testing.T) {
	all, pruned, streams := product(t)
	labellers := []struct {
		name string
		*Labeller
	}{{"all features", all}, {"pruned", pruned}, {"streams", streams}}
	reread := 0
	for i, s := range spoken(drawn.Few(120, 20)) {
		var want [3][]data.Decision
		for k, l := range labellers {
			want[k] = l.Label(&s, true)
		}
		r := all.Read(&s)
		own := pruned.Read(&s)
		for t := range r.Len() {
			if r.Filler(t) != own.Filler(t) {
				reread++
			}
		}
		var group sync.WaitGroup
		for n := range 6 {
			k := (n + i) % 3
			group.Go(func() {
				if got := labellers[k].LabelWords(r, true); !reflect.DeepEqual(got, want[k]) {
					t.Errorf("case %d, %s: %s: decisions %+v, want %+v", i, labellers[k].name, textOf(&s), got, want[k])
				}
			})
		}
		group.Wait()
		if got := pruned.LabelWords(own, true); !reflect.DeepEqual(got, want[1]) {
			t.Errorf("case %d: %s: decisions %+v on its own reading, want %+v", i, textOf(&s), got, want[1])
		}
		if plain := all.LabelWords(r, false); len(plain) > 0 && (plain[0].Posteriors != [data.NumLabels]float64{} || plain[0].Label != want[0][0].Label) {
			t.Errorf("case %d: %s: without posteriors %+v", i, textOf(&s), plain[0])
		}
	}
	if reread == 0 {
		t.Error("the filler stages never differ: nothing is tried")
	}
}

// A reading without times is that of words without times, and one with ends that of a
// piece with ends; neither changes the reading it is made of.
func TestReadingVariants(t *testing.T) {
	_, _, l := product(t)
	timed, ended := 0, 0
	for i, s := range spoken(drawn.Few(60, 10)) {
		bare := data.Sentence{Tokens: s.Tokens}
		hidden := data.Sentence{Ends: s.Ends, Puncts: s.Puncts}
		for _, w := range s.Tokens {
			w.Timed = false
			hidden.Tokens = append(hidden.Tokens, w)
		}
		r := l.Read(&bare)
		before := l.LabelWords(r, true)
		want := l.Label(&s, true)
		if got := l.LabelWords(r.WithEnds(&s), true); !reflect.DeepEqual(got, want) {
			t.Errorf("case %d: %s: with ends %+v, want %+v", i, textOf(&s), got, want)
		}
		untimed := l.Label(&hidden, true)
		if got := l.LabelWords(r.Untimed().WithEnds(&s), true); !reflect.DeepEqual(got, untimed) {
			t.Errorf("case %d: %s: without times %+v, want %+v", i, textOf(&s), got, untimed)
		}
		if got := l.LabelWords(r, true); !reflect.DeepEqual(got, before) {
			t.Errorf("case %d: %s: the reading has changed", i, textOf(&s))
		}
		if !reflect.DeepEqual(want, before) {
			ended++
		}
		if !reflect.DeepEqual(want, untimed) {
			timed++
		}
	}
	if timed == 0 || ended == 0 {
		t.Errorf("times matter %d times, ends %d times: nothing is tried", timed, ended)
	}
}

// A session on a reading is one on the words, as are the analyses of what is left of them.
func TestSessionOn(t *testing.T) {
	all, pruned, streams := product(t)
	for i, s := range spoken(drawn.Few(60, 10)) {
		rng := rand.New(rand.NewPCG(12, uint64(i)))
		for _, c := range []struct {
			name   string
			on     *Labeller
			reader *Labeller
		}{{"all features", all, all}, {"pruned", pruned, pruned}, {"streams", streams, all}} {
			if err := sameSession(c.on, c.reader, &s, rng); err != nil {
				t.Errorf("case %d, %s: %s: %v", i, c.name, textOf(&s), err)
			}
		}
	}
}

// sameSession compares a session on a reading with one on the words.
func sameSession(l, reader *Labeller, s *data.Sentence, rng *rand.Rand) error {
	in := beam.NewInput(s)
	defer in.Release()
	want, err := l.SessionOf(in)
	if err != nil {
		return err
	}
	r := reader.Read(s)
	got, err := l.SessionOn(r)
	if err != nil {
		return err
	}
	defer got.Release()
	if a, b := columnsText(got), columnsText(want); a != b {
		return fmt.Errorf("columns %s, want %s", a, b)
	}
	n := len(s.Tokens)
	if rng.IntN(2) == 0 {
		got.MarkFillers()
		want.MarkFillers()
	}
	for id := range 4 {
		var kept []int32
		for t := range n {
			if id == 0 || rng.IntN(3) > 0 {
				kept = append(kept, int32(t))
			}
		}
		labels := make([]data.Label, len(kept))
		for k := range labels {
			labels[k] = data.Label(rng.IntN(int(data.NumLabels)))
		}
		a, b := got.Analysis(id, kept), want.Analysis(id, kept)
		if x, y := a.LogProb(labels), b.LogProb(labels); x != y {
			return fmt.Errorf("log-probability of %v for %v: %v, want %v", labels, kept, x, y)
		}
		if x, y := a.Fluent(), b.Fluent(); x != y {
			return fmt.Errorf("fluent score of %v: %v, want %v", kept, x, y)
		}
		if x, y := a.NBest(3, 4), b.NBest(3, 4); len(kept) > 0 && !reflect.DeepEqual(x, y) {
			return fmt.Errorf("best of %v: %v, want %v", kept, x, y)
		}
	}
	labels := make([]data.Label, n)
	var kinds [2][]data.Kind
	for k, c := range []*Session{got, want} {
		kinds[k] = make([]data.Kind, n)
		for t := range labels {
			labels[t] = data.Label(t % int(data.NumLabels))
		}
		c.Kinds(labels, func(t int, kind data.Kind) { kinds[k][t] = kind })
	}
	if !reflect.DeepEqual(kinds[0], kinds[1]) {
		return fmt.Errorf("kinds %v, want %v", kinds[0], kinds[1])
	}
	return nil
}

// A session that marked fillers leaves nothing of it to the next one.
func TestReleasedSession(t *testing.T) {
	used, _, _ := product(t)
	fresh, err := NewLabeller(used.models)
	if err != nil {
		t.Fatal(err)
	}
	score := func(l *Labeller, s *data.Sentence, kept []int32, mark bool) float64 {
		c, err := l.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
		if mark {
			c.MarkFillers()
		}
		return c.Analysis(1, kept).Fluent()
	}
	marked := 0
	for i, s := range spoken(drawn.Few(60, 10)) {
		var kept []int32
		for t := range s.Tokens {
			if t%3 != i%3 {
				kept = append(kept, int32(t))
			}
		}
		with, without := score(used, &s, kept, true), score(used, &s, kept, false)
		if with != without {
			marked++
		}
		if want := score(fresh, &s, kept, false); without != want {
			t.Errorf("case %d: %s: %v of %v, want %v", i, textOf(&s), without, kept, want)
		}
	}
	if marked == 0 {
		t.Error("marking never matters: nothing is tried")
	}
}

// columnsText is all that a session says of its words.
func columnsText(c *Session) string {
	x := c.Columns()
	text := fmt.Sprint(c.Len(), x.Word, x.Prefix, x.Stem, x.Tag, x.Cut, x.Fluent, x.End)
	for t := range c.Len() {
		pause := x.Pause[t]
		if math.IsNaN(pause) {
			pause = -1
		}
		text += fmt.Sprintf(" %s/%d/%v", c.Tag(t), c.TagIndex(t), pause)
	}
	return text
}
