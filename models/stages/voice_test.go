package stages

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// voiceLine is a template that reads the voice, beside the words.
const (
	wordLines = "threshold 1\norder=1 w[0]\norder=1 w[0] w[1]\norder=2 w[0]\n"
	voiceLine = "order=1 bin(v_f0_diff_last_first[0])\n"
)

// featureAt returns the place of a feature of the voice.
func featureAt(t testing.TB, name string) int {
	t.Helper()
	i := slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("there is no feature %s", name)
	}
	return i
}

// insisting makes sentences in which people say a word twice: to repair it, where the voice
// rises after the first one, or to insist, where it falls. Words do not tell them apart.
func insisting(t testing.TB, n int, seed uint64, voices bool) []data.Sentence {
	t.Helper()
	feature := featureAt(t, "f0.diff.last_first")
	rng := rand.New(rand.NewPCG(seed, 2))
	words := [][2]string{{"we", "PRP"}, {"saw", "VBD"}, {"the", "DT"}, {"old", "JJ"}, {"house", "NN"}}
	out := make([]data.Sentence, n)
	for i := range out {
		s := &out[i]
		s.Conv = 2000 + i/10
		now := 0.0
		add := func(w [2]string, edit bool, rise float64) {
			token := data.Token{Text: w[0], POS: w[1], Edit: edit, Timed: true, Start: now, End: now + 0.2}
			if voices {
				token.Voice = slices.Repeat([]float32{float32(math.NaN())}, prosody.NumFeatures())
				token.Voice[feature] = float32(-rise + 0.2*rng.NormFloat64())
			}
			s.Tokens = append(s.Tokens, token)
			now += 0.2
		}
		if rng.IntN(4) == 0 {
			add([2]string{"uh", "UH"}, false, 0)
			s.Tokens[0].Kind = data.FilledPause
		}
		for range 3 + rng.IntN(3) {
			w := words[rng.IntN(len(words))]
			switch rng.IntN(6) {
			case 0:
				add(w, true, 2)
			case 1:
				add(w, false, -2)
			}
			add(w, false, 0)
		}
	}
	return out
}

// withEdit trains the stages with templates of the edit stage.
func withEdit(t testing.TB, templates string, sentences []data.Sentence) *Labeller {
	t.Helper()
	c := quickConfig()
	c.Edit.Templates, c.Edit.Passes, c.Edit.Dropout = templates, 6, 0
	files, err := (&Trainer{Config: c, Workers: 2}).Train(t.Context(), sentences, Parts...)
	if err != nil {
		t.Fatal(err)
	}
	return labeller(t, files)
}

// An edit model whose templates read the voice hears what words do not tell.
func TestEditHears(t *testing.T) {
	train, unseen := insisting(t, drawn.Few(400, 250), 1, true), insisting(t, drawn.Few(200, 50), 2, true)
	deaf, hears := withEdit(t, wordLines, train), withEdit(t, wordLines+voiceLine, train)
	if f := score(deaf, unseen).Edit.F1(); f > 0.8 {
		t.Errorf("without the voice edit F1 is %.3f: the words tell it", f)
	}
	if f := score(hears, unseen).Edit.F1(); f < 0.9 {
		t.Errorf("with the voice edit F1 is %.3f", f)
	}
	if hears.Evidence() != WordsAlone || deaf.Evidence() != WordsAlone {
		t.Errorf("the edit models are for %v and %v", hears.Evidence(), deaf.Evidence())
	}
	// A voice of which nothing is defined is none.
	for _, s := range insisting(t, 50, 3, false) {
		want := hears.Label(&s, true)
		for i := range s.Tokens {
			s.Tokens[i].Voice = slices.Repeat([]float32{float32(math.NaN())}, prosody.NumFeatures())
		}
		if got := hears.Label(&s, true); !reflect.DeepEqual(got, want) {
			t.Fatalf("with an undefined voice %+v, without one %+v", got, want)
		}
	}
}

// Where there is no voice to learn from, templates that read one change nothing.
func TestEditWithoutVoice(t *testing.T) {
	train := insisting(t, 200, 1, false)
	plain, voiced := withEdit(t, wordLines, train), withEdit(t, wordLines+voiceLine, train)
	for _, s := range insisting(t, 100, 2, false) {
		if got, want := data.LabelsOf(voiced.Label(&s, false)), data.LabelsOf(plain.Label(&s, false)); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// A model that reads columns of the voice is opened where the columns are those of today.
func TestEditOpened(t *testing.T) {
	l := withEdit(t, wordLines+voiceLine, insisting(t, 60, 1, true))
	own := l.models.Edit
	open := func(change func(s *m3n.Schema)) error {
		s := *own.Schema
		s.Reals = slices.Clone(s.Reals)
		change(&s)
		edit := *own
		edit.Schema = &s
		models := l.models
		models.Edit = &edit
		_, err := NewLabeller(models)
		return err
	}
	if err := open(func(*m3n.Schema) {}); err != nil {
		t.Errorf("the columns of today are refused: %v", err)
	}
	for what, change := range map[string]func(*m3n.Schema){
		"a column fewer":       func(s *m3n.Schema) { s.Reals = s.Reals[:len(s.Reals)-1] },
		"a column of old":      func(s *m3n.Schema) { s.Reals[len(s.Reals)-1] = "v_of_old" },
		"columns out of order": func(s *m3n.Schema) { n := len(s.Reals); s.Reals[n-1], s.Reals[n-2] = s.Reals[n-2], s.Reals[n-1] },
	} {
		if err := open(change); err == nil || !strings.Contains(err.Error(), string(PartEdit)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := editSchema(WordsAlone, "order=1 bin(v_f0_diff_last_first[0])"); err != nil {
		t.Error(err)
	}
	c := quickConfig()
	c.Edit.Templates = wordLines + "order=1 bin(v_no_feature[0])\n"
	if _, err := (&Trainer{Config: c}).Train(t.Context(), insisting(t, 30, 1, true), PartEdit); err == nil || !strings.Contains(err.Error(), "v_no_feature") {
		t.Errorf("a column that is not there: %v", err)
	}
}

// A hidden time hides the voice there, too.
func TestHideTimes(t *testing.T) {
	s := insisting(t, 1, 1, true)[0]
	schema := voicedSchemas[WordsAlone]
	var in instance
	in.fill(newLexicon(), &s)
	seq := m3n.NewSequence(schema)
	seq.Reset(len(s.Tokens))
	in.fillVoice(seq, len(stageSchema.Reals))
	column := slices.Index(schema.Reals, "v_f0_diff_last_first")
	for i, v := range seq.Real(column) {
		if float32(v) != s.Tokens[i].Voice[featureAt(t, "f0.diff.last_first")] {
			t.Fatalf("word %d has %v", i, v)
		}
	}
	HideTimes(seq, schema)
	for i, v := range seq.Real(column) {
		if !math.IsNaN(v) {
			t.Errorf("word %d has %v with its time hidden", i, v)
		}
	}
}
