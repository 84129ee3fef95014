package annotate

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
)

// annotated reads sentences of words "text/tag/phrase/chunk", one a line.
func annotated(t testing.TB, text string) []chinese.Sentence {
	t.Helper()
	var out []chinese.Sentence
	for line := range strings.Lines(text) {
		var s chinese.Sentence
		for _, f := range strings.Fields(line) {
			c := strings.Split(f, "/")
			s.Words = append(s.Words, chinese.Word{Text: c[0], Tag: c[1], Coarse: c[1][:1], Phrase: c[2], Chunk: c[3]})
		}
		s.Gaps = make([][]chinese.Sign, len(s.Words)+1)
		out = append(out, s)
	}
	return out
}

var trees = strings.Repeat(`我們/PN/B-NP/B-S 在/IN/B-PP/B-D 北京/NR/B-NP/I-D 大學/NN/I-NP/I-D 學習/VV/B-VP/B-P
北京/NR/B-NP/B-S 是/VC/B-VP/B-P 一個/CD/B-NP/B-O 大/JJ/I-NP/I-O 城市/NN/I-NP/I-O
他/PN/B-NP/B-S 學習/VV/B-VP/B-P 了/AS/I-VP/I-P 方法/NN/B-NP/B-O
學習/VV/B-VP/B-D 的/DE/O/O 時間/NN/B-NP/B-H
我/PN/B-NP/B-D 的/DE/O/O 學生/NN/B-NP/B-S 在/IN/B-PP/B-D 城市/NN/B-NP/I-D 學習/VV/B-VP/B-P
`, 4)

func miniConfig() Config {
	c := DefaultConfig()
	c.Phrase.L2, c.Chunk.L2, c.Folds = 0.01, 0.01, 4
	return c
}

func annotator(t testing.TB, text []chinese.Sentence, c Config, workers int) *Annotator {
	t.Helper()
	a, err := Train(t.Context(), text, c, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAnnotate(t *testing.T) {
	text := annotated(t, trees)
	for _, coarse := range []bool{false, true} {
		c := miniConfig()
		c.Coarse = coarse
		a := annotator(t, text, c, 1)
		for i, s := range a.Annotated(text, 2) {
			for k, w := range s.Words {
				want := text[i].Words[k]
				if want.Coarse = ""; coarse {
					want.Tag = want.Tag[:1]
					want.Coarse = want.Tag
				}
				if w != want {
					t.Errorf("coarse %v, sentence %d: %v, want %v", coarse, i+1, w, want)
				}
			}
		}
		// Simplified characters are the same words, and values have their names.
		s, out := a.NewScratch(), Annotation{}
		a.Annotate([]string{"学习", "的", "时间"}, s, &out)
		if tag := a.Name(out.Tags[0]); tag != map[bool]string{false: "VV", true: "V"}[coarse] {
			t.Errorf("the tag of 学习 is %s", tag)
		}
		for i, want := range []string{"B-VP", "O", "B-NP"} {
			if got := a.Name(out.Phrases[i]); got != want || out.Phrases[i] != m3n.Symbol(want) {
				t.Errorf("phrase of word %d is %s, want %s", i+1, got, want)
			}
		}
		if a.Annotate(nil, s, &out); len(out.Tags)+len(out.Phrases)+len(out.Chunks) > 0 {
			t.Errorf("no words have the annotation %v", out)
		}
	}
}

// Whatever the words are, labels are those of chunks: no I- follows another kind.
func TestChunksWhole(t *testing.T) {
	text := annotated(t, trees)
	a := annotator(t, text, miniConfig(), 1)
	rng := rand.New(rand.NewPCG(3, 4))
	s, out := a.NewScratch(), Annotation{}
	all := []string{"未知", "GSD", "3.5%", ""}
	for _, x := range text {
		all = appendTexts(all, x)
	}
	for range 500 {
		words := make([]string, rng.IntN(12))
		for i := range words {
			words[i] = all[rng.IntN(len(all))]
		}
		a.Annotate(words, s, &out)
		if len(out.Tags) != len(words) || len(out.Phrases) != len(words) || len(out.Chunks) != len(words) {
			t.Fatalf("%d words have annotation of %d, %d and %d", len(words), len(out.Tags), len(out.Phrases), len(out.Chunks))
		}
		for _, labels := range [][]uint32{out.Phrases, out.Chunks} {
			before := "O"
			for i, v := range labels {
				if now := a.Name(v); !follows(before, now) {
					t.Fatalf("%q: label %d is %s, behind %s", words, i+1, now, before)
				} else {
					before = now
				}
			}
		}
	}
}

// What is said of a sentence in jackknifing does not depend on its own tags, and does on those of
// others.
func TestJackknifed(t *testing.T) {
	text := annotated(t, trees)
	predict := func(text []chinese.Sentence) []chinese.Sentence {
		out, err := Jackknifed(t.Context(), text, miniConfig(), 4, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	// changed returns the text with other tags in the sentences from lo to hi.
	changed := func(lo, hi int) []chinese.Sentence {
		out := annotated(t, trees)
		for i := range out[lo:hi] {
			for k := range out[lo+i].Words {
				out[lo+i].Words[k].Tag = []string{"appendTexts(all, x)", "YY"}[k%2]
			}
		}
		return out
	}
	const first = 5 // sentences in the first fold
	want, own, others := predict(text), predict(changed(0, first)), predict(changed(first, len(text)))
	for i := range first {
		if !reflect.DeepEqual(own[i], want[i]) {
			t.Errorf("sentence %d is %v by its own tags, which it was to be predicted without: %v", i+1, own[i].Words, want[i].Words)
		}
		for _, w := range others[i].Words {
			if w.Tag != "appendTexts(all, x)" && w.Tag != "YY" {
				t.Errorf("sentence %d has the tag %s, of which others know nothing", i+1, w.Tag)
			}
		}
	}
	for i := range want {
		if len(want[i].Words) != len(text[i].Words) || len(want[i].Gaps) != len(text[i].Gaps) || want[i].Words[0].Text != text[i].Words[0].Text {
			t.Errorf("sentence %d has become %v", i+1, want[i])
		}
	}
}

func TestAnnotatorFile(t *testing.T) {
	text := annotated(t, trees)
	a := annotator(t, text, miniConfig(), 1)
	one, err := a.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	three, err := annotator(t, text, miniConfig(), 3).Marshal("config")
	if err != nil || !bytes.Equal(one, three) {
		t.Errorf("three goroutines make another file: %v", err)
	}
	b, err := Unmarshal(one)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a.Annotated(text, 1), b.Annotated(text, 1)) || !reflect.DeepEqual(a.Names(), b.Names()) {
		t.Error("read from its file, the annotator says something else")
	}
	one[len(one)-1] ^= 1
	if _, err := Unmarshal(one); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a file with a flipped bit: %v", err)
	}
}

func TestTrainAnnotatorErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no tag", "我//O/O\n", "sentence 1, word 1 (我) has no tag"},
		{"inside of nothing", "我/PN/O/O 們/PN/I-NP/O\n", `sentence 1, word 2 (們): the label "I-NP" of phrases cannot follow "O"`},
		{"inside of another", "我/PN/B-NP/B-S 們/PN/I-NP/I-P\n", `the label "I-P" of functional chunks cannot follow "B-S"`},
		{"no label", "我/PN/NP/O\n", `the label "NP" of phrases`},
		{"no phrases", strings.Repeat("我/PN/O/B-S 走/VV/O/B-P\n", 4), "no word is in a phrase"},
		{"few sentences", "我/PN/B-NP/B-S\n", "4 folds and 1 sentences"},
	} {
		text := spaced("")
		for line := range strings.Lines(c.text) {
			var s chinese.Sentence
			for _, f := range strings.Fields(line) {
				p := strings.Split(f, "/")
				s.Words = append(s.Words, chinese.Word{Text: p[0], Tag: p[1], Phrase: p[2], Chunk: p[3]})
			}
			text = append(text, s)
		}
		if _, err := Train(t.Context(), text, miniConfig(), 1, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestLearnTags(t *testing.T) {
	var words []lexeme
	var tags []uint8
	see := func(word string, times int, tag uint8) {
		for range times {
			words, tags = append(words, lexemeOf(word)), append(tags, tag)
		}
	}
	see("學習", 400, 0)
	see("學習", 1, 1) // a mistake
	see("學生", 3, 2)
	see("先生", 1, 3)
	d := learnTags(words, tags, 5)
	for word, want := range map[string][]uint8{
		"学习": {0}, "學生": {2, 3}, "医生": {2, 3}, "什么": {2, 3},
	} {
		l := lexemeOf(word)
		if got := d.sets[d.set(&l)]; !bytes.Equal(got, want) {
			t.Errorf("%s can have the tags %d, want %d", word, got, want)
		}
	}
}

func TestLexeme(t *testing.T) {
	same := func(a, b string, want bool) {
		if (lexemeOf(a) == lexemeOf(b)) != want {
			t.Errorf("%s and %s: the same is %v, want %v", a, b, !want, want)
		}
	}
	same("學習", "学习", true)
	same("GSD", "gsd", true)
	same("學", "學學", false)
	same("三十", "十三", false)
	if a, b := lexemeOf("1999"), lexemeOf("2,000"); a.word != b.word {
		t.Error("numbers are different words")
	}
	if l := lexemeOf("我"); l.second != m3n.Absent || l.before != m3n.Absent || l.first != l.last {
		t.Errorf("a word of one character is %+v", l)
	}
}

func TestAnnotateAllocations(t *testing.T) {
	a := annotator(t, annotated(t, trees), miniConfig(), 1)
	s, out := a.NewScratch(), Annotation{}
	words := []string{"我们", "在", "北京", "学习", "了", "GSD", "的", "方法"}
	a.Annotate(words, s, &out)
	if n := testing.AllocsPerRun(100, func() { a.Annotate(words[:5], s, &out) }); n > 0 {
		t.Errorf("%v allocations for a text", n)
	}
}
