package segmentation

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// labeller returns that of the default bundle.
var labeller = sync.OnceValue(func() *stages.Labeller {
	b, err := engine.Load(bundle.Default()...)
	if err != nil {
		panic(err)
	}
	return b.Sentences().Stages()
})

// reading returns what the default bundle makes of words.
func reading(words []string) *stages.Reading {
	s := &data.Sentence{}
	for _, w := range words {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	return labeller().Read(s)
}

const sure = 0.8

// stream reads a stream whose ends are marked: "|" a sure end, ":" one that is just sure,
// ";" a doubtful one. Words with "*" are those that have to be fillers, words with "!"
// have to be interjections. It fails the test where the models see them otherwise: then
// the example is none of what it is for.
func stream(t *testing.T, spec string) ([]string, *punct.Prediction, *stages.Reading) {
	t.Helper()
	var words []string
	var filler, said []bool
	p := &punct.Prediction{}
	for _, w := range strings.Fields(spec) {
		last := len(words) - 1
		switch w {
		case "|":
			p.Ends[last] = 0.99
		case ":":
			p.Ends[last] = sure
		case ";":
			p.Ends[last] = 0.5
		default:
			word := strings.TrimRight(w, "*!")
			words, p.Ends = append(words, word), append(p.Ends, 0.01)
			filler, said = append(filler, strings.Contains(w, "*")), append(said, strings.Contains(w, "!"))
		}
	}
	r := reading(words)
	for i, w := range words {
		if r.Filler(i) != filler[i] || said[i] && r.Tag(i) != interjection {
			t.Errorf("%s: word %d, %s: filler %v, interjection %v", spec, i+1, w, r.Filler(i), r.Tag(i) == interjection)
		}
	}
	return words, p, r
}

func TestCut(t *testing.T) {
	uh := func(n int) string { return strings.Repeat(" uh*", n) }
	for _, c := range []struct {
		text string
		max  int
		want string
	}{
		{"they left | we stayed", 80, "they left | we stayed"},
		{"they left ; we stayed", 80, "they left we stayed"},
		{"they left : we stayed", 80, "they left | we stayed"},
		{"i am sorry | i am not going", 80, "i am sorry i am not going"},
		{"she went | went home", 80, "she went went home"},
		{"ann ben carl ; dora ed fay", 4, "ann ben carl | dora ed fay"},
		{"ann ben carl dora ed fay", 4, "ann ben carl dora | ed fay"},
		{"ann ben to boston to boston now", 6, "ann ben to boston to boston | now"},
		// The last piece is not cut where no end is sure, also if it is as long as can be.
		{"ann ben ; carl dora", 4, "ann ben carl dora"},
		{"ann ben ; carl dora ed", 4, "ann ben | carl dora ed"},
		// A piece that is cut at a doubtful end has more than a quarter of the longest.
		{"ann ; ben carl dora ed fay", 4, "ann ben carl dora | ed fay"},
		{"ann ben ; carl dora ed fay", 4, "ann ben | carl dora ed fay"},
		{"they left | ann ; ben carl dora ed fay", 4, "they left | ann ben carl dora | ed fay"},
		{"ann ben ; carl dora ed fay gus hal ida", 8, "ann ben carl dora ed fay gus hal | ida"},
		{"they left | ann ben ; carl dora ed fay gus hal ida", 8, "they left | ann ben carl dora ed fay gus hal | ida"},
		{"they left | ann ben carl ; dora ed fay gus hal ida", 8, "they left | ann ben carl | dora ed fay gus hal ida"},
		{"ann ben carl dora ; ed fay gus hal ida joe we left now", 12, "ann ben carl dora | ed fay gus hal ida joe we left now"},

		// What is said a digit at a time is one.
		{"my number is four one five | five five oh one | we left", 80, "my number is four one five five five oh one | we left"},

		// A word and its copy next to it, but no interjection.
		{"wow! | wow! that is it", 80, "wow | wow that is it"},
		{"we left | they left", 80, "we left | they left"},
		// Fillers on either side of the end may be an interregnum, but not any number of
		// words before them is a reparandum.
		{"to boston uh* | to denver", 80, "to boston uh to denver"},
		{"to boston | uh* to denver", 80, "to boston uh to denver"},
		{"to boston | to denver", 80, "to boston | to denver"},
		{"to see a big house uh* | to denver", 80, "to see a big house uh | to denver"},
		{"to a big house uh* | to denver", 80, "to a big house uh to denver"},
		{"boston now uh* | to denver", 80, "boston now uh | to denver"},
		{"wow! uh* | wow! that is it", 80, "wow uh | wow that is it"},
		// Fillers do not count, as long as there are not too many.
		{"they left" + uh(15) + " | left", 80, "they left" + uh(15) + " left"},
		{"they left" + uh(16) + " | left now", 80, "they left" + uh(16) + " | left now"},
		{"they left |" + uh(14) + " left", 80, "they left" + uh(14) + " left"},
		{"they left |" + uh(15) + " left", 80, "they left |" + uh(15) + " left"},
		// On one side fillers alone: nothing is repeated, not even the first word.
		{"go | uh* um*", 80, "go | uh um"},
		{"you* know* | you are right", 80, "you know | you are right"},

		// Two words and their copies, next to each other in both, and no interjection first.
		{"we saw | he saw it", 80, "we saw | he saw it"},
		{"saw we | we saw it", 80, "saw we we saw it"},
		{"we saw him | he did we saw it", 80, "we saw him he did we saw it"},
		{"yeah! right | yeah! right", 80, "yeah right | yeah right"},
		{"we saw now | we left saw it", 80, "we saw now | we left saw it"},
		{"okay good | okay good", 80, "okay good okay good"},
		{"okay good uh* | so good", 80, "okay good uh | so good"},
		// The words before and after, and no others: not the first word in their place.
		{"we left we went | so left", 80, "we left we went | so left"},
		{"go home | he go go", 80, "go home | he go go"},
		// Copies of words too far away are not those of a repair.
		{"big house ann ben carl | ed fay gus big house", 80, "big house ann ben carl ed fay gus big house"},
		{"big house ann ben carl dora | ed fay gus big house", 80, "big house ann ben carl dora | ed fay gus big house"},
		{"big house ann ben carl dora ida joe | big house", 80, "big house ann ben carl dora ida joe big house"},
		{"big house ann ben carl dora ida joe now | big house", 80, "big house ann ben carl dora ida joe now | big house"},
		{"big house | ann ben carl dora ida joe big house", 80, "big house ann ben carl dora ida joe big house"},
		{"big house | ann ben carl dora ida joe now big house", 80, "big house | ann ben carl dora ida joe now big house"},

		// Where no end is sure, the most probable one, and none inside a repetition if there
		// is another.
		{"we go to ; to boston now", 5, "we go to to boston | now"},
		{"go go go ; go go go go", 5, "go go go | go go go go"},
		{"we go to ; boston go go now", 6, "we go to | boston go go now"},
		{"they said ; go ; go go left now", 5, "they said | go go go left now"},
	} {
		words, p, r := stream(t, c.text)
		var got []string
		from := 0
		for _, to := range (&Cutter{Sure: sure, Max: c.max}).Cut(nil, p, r) {
			got = append(got, strings.Join(words[from:to], " "))
			from = to
		}
		if s, want := strings.Join(got, " | "), strings.ReplaceAll(c.want, "*", ""); s != want {
			t.Errorf("%s, at most %d: %s, want %s", c.text, c.max, s, want)
		}
	}
}

// Pieces are all words in order, and none is too long.
func TestCutProperties(t *testing.T) {
	some := []string{"i", "am", "uh", "boston", "yeah"}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var words []string
		var p punct.Prediction
		for range rng.IntN(121) {
			words, p.Ends = append(words, some[rng.IntN(len(some))]), append(p.Ends, rng.Float64())
		}
		most := 1 + rng.IntN(30)
		c := &Cutter{Sure: sure, Max: most}
		r := reading(words)
		cuts := c.Cut(nil, &p, r)
		from := 0
		for _, to := range cuts {
			if to <= from || to-from > most {
				t.Fatalf("seed %d, %q, at most %d: a piece from %d to %d", seed, words, most, from, to)
			}
			from = to
		}
		if from != len(words) {
			t.Fatalf("seed %d, %q, at most %d: %d of %d words", seed, words, most, from, len(words))
		}
		// Cutting goes on from a cut as if from the beginning.
		if len(cuts) > 1 {
			k := rng.IntN(len(cuts) - 1)
			if got := c.CutFrom([]int{-1}, &p, r, cuts[k]); !slices.Equal(got[1:], cuts[k+1:]) || got[0] != -1 {
				t.Fatalf("seed %d, %q, at most %d: from %d on %v, all %v", seed, words, most, cuts[k], got, cuts)
			}
		}
	}
}

func TestPiece(t *testing.T) {
	words := []data.Token{{Text: "we", Timed: true, End: 1}, {Text: "left", Timed: true, Start: 1, End: 2}, {Text: "so", Timed: true, Start: 3, End: 4}, {Text: "uh"}}
	kept := slices.Clone(words)
	p := &punct.Prediction{Ends: []float64{0.125, 0.75, 0.25, 1}, Puncts: []data.Punct{data.Comma, data.Period, data.NoPunct, data.QMark}}
	for _, times := range []bool{true, false} {
		got := Piece(words, p, 1, 3, times)
		want := data.Sentence{Tokens: slices.Clone(words[1:3]), Ends: []float32{0.75, 0.25}, Puncts: []data.Punct{data.Period, data.NoPunct}}
		for i := range want.Tokens {
			want.Tokens[i].Timed = times
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("times %v: %+v, want %+v", times, got, want)
		}
		// What is appended to a piece does not reach the stream.
		_ = append(got.Tokens, data.Token{Text: "other"})
		_ = append(got.Puncts, data.Comma)
		if !reflect.DeepEqual(words, kept) || p.Puncts[3] != data.QMark {
			t.Errorf("times %v: the stream has changed: %+v, %v", times, words, p.Puncts)
		}
	}
}
