package translator

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/translation"
)

// translated trains a translator and returns its file.
func translated(t testing.TB, c Config, in []*punct.Example) []byte {
	t.Helper()
	file, err := c.Train(t.Context(), &punct.Trainer{Seed: 1, Workers: 2}, "test", in)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Translators learn a tiny language from examples, and from text with marks that these do not
// have; weights are tuned where there is enough of it.
func TestTranslator(t *testing.T) {
	in := examples(t, 10)
	for _, c := range []Config{
		{Order: 3}, {Order: 3, Phrases: true}, {Order: 4, Kept: true},
		{Order: 3, Text: strings.Repeat("A\tShe said: \"Come home\" now!\n", 400)},
	} {
		file := translated(t, c, in)
		p, err := Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		checkPredictor(t, p, in)
		if c.Text == "" {
			continue
		}
		if p.model.Weights == translation.DefaultWeights {
			t.Error("weights that were not tuned")
		}
		var out punct.Prediction
		words := "she said come home now she said come home now"
		p.Predict(&punct.Input{Reading: reading(t, words)}, &out)
		if got, want := written(strings.Fields(words), &out), `she said: "come home" now! she said: "come home" now!`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		// The configuration tells what text there was.
		c.Text = ""
		if config, other := configOf(t, file), configOf(t, translated(t, c, in)); config == other {
			t.Errorf("the configuration %s does not tell the text", config)
		}
	}
	for text, want := range map[string]string{"\n": "1 lines and no words", "A\t\n\n": "2 lines and no words"} {
		c := Config{Order: 3, Text: text}
		if _, err := c.Train(t.Context(), &punct.Trainer{Workers: 1}, "test", in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Text alone is enough, and the translator says what it was trained from.
func TestTranslatorOfText(t *testing.T) {
	in := examples(t, 3)
	text := strings.Repeat("She said: \"Come home\" now!\n", 400)
	for _, c := range []struct {
		text string
		in   []*punct.Example
		want string
	}{
		{text, nil, "from 2000 words of text, whose licence it has"},
		{text, in, fmt.Sprintf("from %d words of a corpus and 2000 of text, whose licences it has", translation.Words((&Config{}).segments(in)))},
		{"", in, fmt.Sprintf("from %d words of a corpus", translation.Words((&Config{}).segments(in)))},
	} {
		p, err := Unmarshal(translated(t, Config{Order: 3, Phrases: true, Text: c.text}, c.in))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.About(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		if c.in != nil {
			continue
		}
		var out punct.Prediction
		words := "she said come home now"
		p.Predict(&punct.Input{Reading: reading(t, words)}, &out)
		if got, want := written(strings.Fields(words), &out), `she said: "come home" now!`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Headers that are none are refused.
func TestTranslatorRefused(t *testing.T) {
	p, err := Unmarshal(translated(t, Config{Order: 2, Phrases: true}, examples(t, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(h *header){
		"scale":    func(h *header) { h.Scale = 0 },
		"floor":    func(h *header) { h.Floor = 1 },
		"no floor": func(h *header) { h.Floor = 0 },
		"shares":   func(h *header) { h.Shares[0] += 0.5 },
		"share":    func(h *header) { h.Shares[1] = 0 },
	} {
		h := p.header
		spoil(&h)
		file, err := newTranslator(p.model, h).Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Unmarshal(file); !errors.Is(err, container.ErrChecksum) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// oracle knows the marks of a text by its words: each word stands in it once.
type oracle struct {
	before, after map[string]translation.Marks
	longest       int // words it was asked to translate
	asked         int
}

// newOracle knows the marks of a text, of which marks and words stand apart.
func newOracle(text string) (*oracle, []string) {
	o := &oracle{before: make(map[string]translation.Marks), after: make(map[string]translation.Marks)}
	s := translation.NewReader("en").Read(text)
	for i, w := range s.Words {
		_, o.before[w] = parted(s.Gaps[i])
		o.after[w], _ = parted(s.Gaps[i+1])
	}
	return o, s.Words
}

// Decode returns the marks of the text, and, as less probable ones, each time one stop less.
func (o *oracle) Decode(words []string, n int) []translation.Translation {
	o.longest, o.asked = max(o.longest, len(words)), o.asked+1
	best := translation.Translation{Gaps: make([]translation.Marks, len(words)+1)}
	for i, w := range words {
		best.Gaps[i] = best.Gaps[i].Then(o.before[w])
		best.Gaps[i+1] = best.Gaps[i+1].Then(o.after[w])
	}
	out := []translation.Translation{best}
	for i := len(words); i > 0 && len(out) < n; i-- {
		if best.Gaps[i] != 0 {
			gaps := slices.Clone(best.Gaps)
			gaps[i] = 0
			out = append(out, translation.Translation{Gaps: gaps, Score: -float64(len(out))})
		}
	}
	return out
}

// Advise does nothing: it knows.
func (o *oracle) Advise([]float32) {}

func translatorOf(d translation.Decoder, kept bool) *Translator {
	h := header{Kept: kept, Scale: 1, Floor: 0.1, Shares: [data.NumPuncts]float64{0.7, 0.1, 0.1, 0.1}}
	t := newTranslator(nil, h)
	t.workers.New = func() any { return d }
	return t
}

// written writes words with a prediction of them.
func written(words []string, p *punct.Prediction) string {
	var out []string
	for i, w := range words {
		mark := [...]string{"", ",", ".", "?"}[p.Puncts[i]]
		s := p.Signs[i]
		if s == nil {
			s = &data.Signs{}
		}
		if look := s.Looks[p.Puncts[i]]; look != "" {
			mark = look
		}
		out = append(out, s.Opens+w+s.Closes[:s.Within]+mark+s.Closes[s.Within:])
	}
	return strings.Join(out, " ")
}

func TestTranslatorSigns(t *testing.T) {
	for _, text := range []string{
		`he said: "we are late."`,
		`it (the house) fell; wow! one – two?`,
		`("yes", they said).`,
		`"some" others "left" now`,
	} {
		o, words := newOracle(text)
		var p punct.Prediction
		translatorOf(o, false).Predict(&punct.Input{Reading: reading(t, strings.Join(words, " "))}, &p)
		if got := written(words, &p); got != strings.ReplaceAll(text, " –", "–") {
			t.Errorf("%q, want %q", got, text)
		}
	}
	// Brackets stand before a mark that others set, quotes behind it.
	for marks, want := range map[translation.Marks]int{
		translation.MarksOf(translation.CloseBracket):                          1,
		translation.MarksOf(translation.CloseQuote):                            0,
		translation.MarksOf(translation.CloseQuote, translation.CloseBracket):  2,
		translation.MarksOf(translation.CloseQuote, translation.Comma):         1,
		translation.MarksOf(translation.Exclamation, translation.CloseBracket): 0,
	} {
		if s := signsOf(marks); s.Within != want {
			t.Errorf("%v: %+v", marks, s)
		}
	}
}

// Contractions are one word for translation, and what goes is none where it is to be left out.
func TestTranslatorWords(t *testing.T) {
	r := reading(t, "i do n't uh can not go n't")
	s := translatorOf(nil, false).source(&punct.Input{Reading: r})
	if got := strings.Join(s.words, " "); got != "i don't uh cannot gon't" {
		t.Errorf("%q", got)
	}
	if !slices.Equal(s.first, []int{0, 1, 3, 4, 6}) || !slices.Equal(s.last, []int{0, 2, 3, 5, 7}) {
		t.Errorf("%v, %v", s.first, s.last)
	}
	df := make([]data.Label, r.Len())
	df[3], df[6] = data.F, data.E
	s = translatorOf(nil, true).source(&punct.Input{Reading: r, DF: df})
	if got := strings.Join(s.words, " "); got != "i don't cannot n't" || !slices.Equal(s.last, []int{0, 2, 5, 7}) {
		t.Errorf("%q, %v", got, s.last)
	}
}

// Long streams have the marks of their windows, which are cut where nothing is open.
func TestTranslatorWindows(t *testing.T) {
	for _, sentence := range []int{3, 17, 60, 1000} { // words
		var text []string
		for i := range 730 {
			w := fmt.Sprintf("w%d", i)
			switch {
			case i%sentence == sentence-1:
				w += "."
			case i%17 == 2:
				w = `"` + w
			case i%17 == 15:
				w += `,"`
			}
			text = append(text, w)
		}
		o, words := newOracle(strings.Join(text, " "))
		p := translatorOf(o, false)
		in := &punct.Input{Reading: reading(t, strings.Join(words, " "))}
		var got punct.Prediction
		p.Predict(in, &got)
		if s := written(words, &got); s != strings.Join(text, " ") {
			t.Errorf("sentences of %d words: %s", sentence, s)
		}
		if o.longest > translatedWords || o.asked > 4*730/translatedWords {
			t.Errorf("sentences of %d words: %d translations, of %d words", sentence, o.asked, o.longest)
		}
		for i, post := range got.Posteriors {
			sum, best := 0.0, data.NoPunct
			for m, v := range post {
				if sum += v; v > post[best] {
					best = data.Punct(m)
				}
			}
			if math.Abs(sum-1) > 1e-9 || post[best] > 0.98 || got.Ends[i] != post[data.Period]+post[data.QMark] {
				t.Fatalf("word %d: %v, end %v", i, post, got.Ends[i])
			}
		}
	}
}

// configOf returns the training configuration of a file.
func configOf(t testing.TB, file []byte) string {
	t.Helper()
	config, err := container.ConfigOf(file, FileKind, FileVersion)
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// Every option changes something, and values that it refuses are told.
func TestConfigure(t *testing.T) {
	said, kept, err := kind.Configure(nil)
	if err != nil {
		t.Fatal(err)
	}
	if s, k, err := kind.Configure(punct.Values{"order": "5", "rules": "gaps"}); err != nil || !reflect.DeepEqual(s, said) || !reflect.DeepEqual(k, kept) {
		t.Errorf("the defaults are others: %+v, %+v, %v", s, k, err)
	}
	for name, value := range map[string]string{"order": "2", "text": "One, two.", "rules": "phrases"} {
		s, k, err := kind.Configure(punct.Values{name: value})
		if err != nil || reflect.DeepEqual(s, said) || reflect.DeepEqual(k, kept) {
			t.Errorf("%s %q changes nothing (%v)", name, value, err)
		}
	}
	in := examples(t, 2)
	for name, values := range map[string][]string{"order": {"1", "0", "-3", "x", "", "99"}, "rules": {"some"}} {
		for _, value := range values {
			said, _, err := kind.Configure(punct.Values{name: value})
			if err == nil {
				_, err = said.Train(t.Context(), &punct.Trainer{Seed: 1, Workers: 1}, "test", in)
			}
			if err == nil {
				t.Errorf("%s %q passed", name, value)
			} else if value != "99" && !(strings.Contains(err.Error(), name) && strings.Contains(err.Error(), value)) {
				t.Errorf("%s %q: the error does not say so: %v", name, value, err)
			}
		}
	}
}

// P(PU|x) and P(PU|DF,x) are trained, and their files open again.
func TestModelFiles(t *testing.T) {
	in := examples(t, 6)
	said, kept, err := kind.Configure(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := &punct.Trainer{Seed: 1, Workers: 2, Basis: "tiny"}
	for step, training := range map[string]punct.Training{"first": said, "second": kept} {
		file, err := training.Train(t.Context(), tr, step, in)
		if err != nil {
			t.Fatalf("%s: %v", step, err)
		}
		p, err := kind.Open(file)
		if err != nil || p.Name() == "" {
			t.Fatalf("%s: %v", step, err)
		}
		config := configOf(t, file)
		if !strings.Contains(config, fmt.Sprintf(`"step":%q,"basis":"tiny"`, step)) {
			t.Errorf("%s: configuration %s", step, config)
		}
		if again, err := p.(*Translator).Marshal(config); err != nil || !bytes.Equal(again, file) {
			t.Errorf("%s: the file is another after it was opened (%v)", step, err)
		}
		if _, err := training.Train(t.Context(), tr, "nothing", nil); err == nil || !strings.Contains(err.Error(), "nothing to train on") {
			t.Errorf("nothing to train on: %v", err)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(translated(f, Config{Order: 2}, examples(f, 2)))
	f.Add([]byte("tidytalk"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := Unmarshal(b); err == nil {
			var x punct.Prediction
			p.Predict(&punct.Input{Reading: reading(t, "do you like it")}, &x)
		}
	})
}
