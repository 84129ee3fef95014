package truecase

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/stages"
)

func labeller(t testing.TB) *stages.Labeller {
	t.Helper()
	f, err := container.Open(bundle.Default()[0], "bundle", 1)
	if err != nil {
		t.Fatal(err)
	}
	models, err := stages.LoadModels(func(p stages.Part) []byte { return f.Section(string(p)) })
	if err != nil {
		t.Fatal(err)
	}
	l, err := stages.NewLabeller(models)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// example reads a text whose sentences end at "/".
func example(l *stages.Labeller, text string) Example {
	var e Example
	for _, w := range strings.Fields(text) {
		head, end := strings.CutSuffix(w, "/")
		t := data.Token{Text: head, Utt: "1"}
		if end {
			t.Boundary = data.Complete
		}
		e.Words = append(e.Words, t)
	}
	e.Reading = l.Read(&data.Sentence{Tokens: e.Words})
	return e
}

const text = `We saw the Dallas and I left/ The McDonald 's in Dallas was full/ They have TV and I like TV/ She likes McDonald 's/ `

func trained(t testing.TB, l *stages.Labeller, workers int) []byte {
	t.Helper()
	var in []Example
	for range 6 {
		in = append(in, example(l, strings.Repeat(text, 4)))
	}
	file, err := (&Trainer{Seed: 1, Workers: workers}).Train(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTruecaser(t *testing.T) {
	l := labeller(t)
	file := trained(t, l, 2)
	if !slices.Equal(file, trained(t, l, 1)) {
		t.Error("the model depends on the number of goroutines")
	}
	m, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	// What opens a sentence has the case that it has inside one.
	for _, c := range []struct{ in, want string }{
		{"the tv in dallas", "the TV in Dallas"},
		{"and i like mcdonald 's", "and I like McDonald 's"},
		{"", ""},
	} {
		if got := strings.Join(m.Words(nil, example(l, c.in).Reading), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestCapital(t *testing.T) {
	for in, want := range map[string]string{"": "", "boston": "Boston", "3rd": "3rd", "'em": "'Em", "éclair": "Éclair", "я": "Я"} {
		if got := Capital(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := (&Trainer{}).Train(t.Context(), nil); err == nil {
		t.Error("trained on nothing")
	}
	if _, err := Unmarshal([]byte("no model")); !errors.Is(err, container.ErrForeign) {
		t.Errorf("a foreign file: %v", err)
	}
	other, err := container.New("other", 1, "").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unmarshal(other); !errors.Is(err, container.ErrKind) {
		t.Errorf("a file of another kind: %v", err)
	}
}

func FuzzUnmarshal(f *testing.F) {
	l := labeller(f)
	file := trained(f, l, 2)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := Unmarshal(b); err == nil {
			m.Words(nil, example(l, "the tv in dallas").Reading)
		}
	})
}

// The case of a word, applied to its lower case, is the word.
func TestForm(t *testing.T) {
	var s Spellings
	for range 3 {
		for _, w := range []string{"McDonald", "iPhone", "iPhone", "IPhone", "yes"} {
			s.Add(w)
		}
	}
	known := s.Frequent(3)
	for word, want := range map[string]Case{"yes": Lower, "Yes": Title, "I": Title, "NASA": Upper, "McDonald": Mixed, "iPhone": Mixed, "É": Title, "42": Lower, "n't": Lower} {
		if c := Of(word); c != want || c.Form(strings.ToLower(word), known) != word {
			t.Errorf("%s: %v, %s", word, c, c.Form(strings.ToLower(word), known))
		}
	}
	if got := Mixed.Form("macarthur", known); got != "Macarthur" {
		t.Errorf("a spelling that is not known: %s", got)
	}
	if got := s.Frequent(4)["mcdonald"]; got != "" {
		t.Errorf("a rare spelling is known: %s", got)
	}
}

// TestSpell writes words with capitals as they are usually spelled, others as they may be.
func TestSpell(t *testing.T) {
	var s Spellings
	for range 3 {
		for _, w := range strings.Fields("NASA JavaScript Toby Mr p5.js mid-March mid-April UK-based Boston-based US us us us x-ray e-mail") {
			s.Add(w)
		}
	}
	known := s.Frequent(3)
	for word, want := range map[string]string{
		"nasa": "NASA", "javascript": "JavaScript", "toby": "Toby", "us": "US", "tlb": "TLB", "ldcs": "LDCs", "dns": "DNS", "btss": "BTSS", "p5": "P5", "mr": "Mr", "26l": "26L", "90s": "90s", "1st": "1st", "spf": "SPF", "mckinsey": "Mckinsey",
		"mid-march": "mid-March", "mid-july": "mid-July", "paris-based": "Paris-based", "nasa-based": "NASA-based", "jean-luc": "Jean-Luc", "mid-based": "Mid-based", "-": "-", "well-": "Well-",
	} {
		if got := Upper.Spell(word, known); got != want {
			t.Errorf("%s: %s, not %s", word, got, want)
		}
	}
	if known["x-ray"] != "" || known["toby"] != "" {
		t.Errorf("spellings without need: %v", known)
	}
}
