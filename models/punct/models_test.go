package punct

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
)

// badValues are values that an option refuses, in configuring or, where it takes more than
// a look at the value, in training. Options that are said or not refuse none.
var badValues = map[string][]string{
	"templates": {"nonsense", "U00 %q[0]"},
	"passes":    {"0", "-1", "1.5", "x", ""},
	"runs":      {"0", "-1", "x", ""},
	"min":       {"-0.1", "NaN", "x", ""},
	"times":     {"some", ""},
	"order":     {"1", "0", "-3", "x", "", "99"},
	"duplicate": nil,
	"cascaded":  nil,
}

// Names and options are all there, and nobody else's.
func TestModels(t *testing.T) {
	used := make(map[string]bool)
	for i, m := range Models() {
		if m.Name != ModelNames()[i] || m.Name == "" || m.About == "" || len(strings.Fields(m.Name)) != 1 {
			t.Errorf("model %d: name %q, about %q", i, m.Name, m.About)
		}
		got, err := ModelByName(m.Name)
		if err != nil || got.Name != m.Name || got.About != m.About {
			t.Errorf("%s: %+v, %v", m.Name, got, err)
		}
		for _, name := range m.Options {
			used[name] = true
			if _, ok := badValues[name]; !ok {
				t.Errorf("%s: the values of %s are not tried here", m.Name, name)
			}
		}
	}
	for _, o := range Options() {
		if !used[o.Name] || o.About == "" {
			t.Errorf("no model has the option %q, about %q", o.Name, o.About)
		}
		delete(used, o.Name)
	}
	if len(used) > 0 {
		t.Errorf("options that are not described: %v", used)
	}
	want := `unknown model "none": use crf, m3n, lu-ng or hidden-event`
	if m, err := ModelByName("none"); err == nil || err.Error() != want || m.Configure != nil {
		t.Errorf("the model none: %v, want %s", err, want)
	}
}

// Every model configures without options, and alike with the defaults that are said.
func TestConfigure(t *testing.T) {
	for _, m := range Models() {
		said, kept, err := m.Configure(nil)
		if err != nil || said == nil || kept == nil {
			t.Fatalf("%s: %v, %v, %v", m.Name, said, kept, err)
		}
		given := Values{}
		for _, o := range Options() {
			if slices.Contains(m.Options, o.Name) && o.Default != "" {
				given[o.Name] = o.Default
			}
		}
		if s, k, err := m.Configure(given); err != nil || !reflect.DeepEqual(s, said) || !reflect.DeepEqual(k, kept) {
			t.Errorf("%s: the defaults are others than %v: %+v, %+v, %v", m.Name, given, s, k, err)
		}
		// Every option changes something.
		for name, value := range map[string]string{"templates": "U00:%x[0,0]", "passes": "7", "runs": "6", "min": "0.5", "times": "all", "order": "2", "duplicate": "", "cascaded": ""} {
			if !slices.Contains(m.Options, name) {
				continue
			}
			s, k, err := m.Configure(Values{name: value})
			if err != nil || reflect.DeepEqual(s, said) || name != "templates" && reflect.DeepEqual(k, kept) {
				t.Errorf("%s: %s %q changes nothing (%v)", m.Name, name, value, err)
			}
		}
	}
	for _, m := range []Model{crfModel, m3nModel, luNgModel} {
		s, k, err := m.Configure(Values{"passes": "7", "runs": "6", "min": "0.5", "times": "all", "templates": "text"})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []Training{s, k} {
			if c := x.(ChainConfig); c.Passes != 7 || c.Runs != 6 || c.Min != 0.5 || c.Times != "all" {
				t.Errorf("%s: %+v", m.Name, c)
			}
		}
		if s.(ChainConfig).Templates != "text" || k.(ChainConfig).Templates == "text" {
			t.Errorf("%s: templates %q and %q", m.Name, s.(ChainConfig).Templates, k.(ChainConfig).Templates)
		}
	}
	s, _, err := hiddenModel.Configure(Values{"order": "3", "duplicate": "", "cascaded": ""})
	if c, ok := s.(HiddenConfig); err != nil || !ok || c.Order != 3 || !c.Duplicate || !c.Cascaded {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestBadOptions(t *testing.T) {
	in := examples(t, 2)
	for _, m := range Models() {
		for _, name := range m.Options {
			for _, value := range badValues[name] {
				said, _, err := m.Configure(Values{name: value})
				if err == nil {
					_, err = said.Train(t.Context(), &Trainer{Seed: 1, Workers: 1}, "test", in)
				}
				if err == nil {
					t.Errorf("%s: %s %q passed", m.Name, name, value)
				} else if name != "templates" && value != "99" && !(strings.Contains(err.Error(), name) && strings.Contains(err.Error(), value)) {
					t.Errorf("%s: %s %q: the error does not say so: %v", m.Name, name, value, err)
				}
			}
		}
	}
}

// Every model trains P(PU|x) and P(PU|DF,x), and its files open again.
func TestModelFiles(t *testing.T) {
	in := examples(t, 6)
	corpus := &Corpus{Examples: in, workers: 2}
	var df [][]data.Label
	for _, e := range in {
		df = append(df, e.Gold.DF)
	}
	tr := &Trainer{Seed: 1, Workers: 2, Basis: "tiny"}
	files := make(map[string][]byte)
	for _, m := range Models() {
		said, kept, err := m.Configure(nil)
		if err != nil {
			t.Fatal(err)
		}
		file, err := said.Train(t.Context(), tr, "first "+m.Name, in)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		files[m.Name] = file
		first := opened(t, m, file, "first "+m.Name, in)
		second := corpus.Second(df, corpus.Predict(first, true), corpus.Predict(first, false))
		file, err = kept.Train(t.Context(), tr, "second "+m.Name, second)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		opened(t, m, file, "second "+m.Name, second)
		// What a second step reads has to be there.
		if c, ok := kept.(ChainConfig); ok && (c.Second || c.Disfluencies) {
			if _, err := kept.Train(t.Context(), tr, "unpunctuated", in); err == nil || !strings.Contains(err.Error(), "lacks what a second step reads") {
				t.Errorf("%s: a second step without a first: %v", m.Name, err)
			}
		}
		if _, err := said.Train(t.Context(), tr, "nothing", nil); err == nil || !strings.Contains(err.Error(), "nothing to train on") {
			t.Errorf("%s: nothing to train on: %v", m.Name, err)
		}
	}
	for _, m := range Models() {
		for _, o := range Models() {
			if _, err := m.Open(files[o.Name]); (err == nil) != (m.FileKind == o.FileKind) {
				t.Errorf("%s opens a file of %s: %v", m.Name, o.Name, err)
			}
		}
	}
}

// opened opens a file of a model in both ways, and checks what it carries.
func opened(t *testing.T, m Model, file []byte, step string, in []*Example) Predictor {
	t.Helper()
	own, err := m.Open(file)
	if err != nil {
		t.Fatalf("%s: %v", step, err)
	}
	p, err := Unmarshal(file)
	if err != nil || p.Name() != own.Name() || p.Name() == "" {
		t.Fatalf("%s: %v, want %s (%v)", step, p, own.Name(), err)
	}
	for i, e := range in {
		var a, b Prediction
		own.Predict(e.Input, &a)
		p.Predict(e.Input, &b)
		if len(a.Puncts) != e.Input.Reading.Len() || !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: example %d: %+v, want %+v", step, i, b, a)
		}
	}
	config, err := FileConfig(file)
	if err != nil || !strings.Contains(config, fmt.Sprintf(`"step":%q,"basis":"tiny"`, step)) {
		t.Errorf("%s: configuration %s, %v", step, config, err)
	}
	w, ok := p.(interface{ Marshal(string) ([]byte, error) })
	if !ok {
		t.Fatalf("%s: %T makes no file", step, p)
	}
	if again, err := w.Marshal(config); err != nil || !bytes.Equal(again, file) {
		t.Errorf("%s: the file is another after it was opened (%v)", step, err)
	}
	return p
}

func TestForeignFiles(t *testing.T) {
	file := func(kind string, version uint16) []byte {
		b, err := container.New(kind, version, "").Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	broken := file(ChainKind, ChainVersion)
	broken[len(broken)-1] ^= 1
	for _, c := range []struct {
		name string
		file []byte
		want error
	}{
		{"no file of ours", []byte("no model"), container.ErrForeign},
		{"a file of another kind", file("other", 1), container.ErrKind},
		{"a newer chain", file(ChainKind, ChainVersion+1), container.ErrNewer},
		{"a newer hidden-event model", file(HiddenKind, HiddenVersion+1), container.ErrNewer},
		{"a broken chain", broken, container.ErrChecksum},
	} {
		if _, err := Unmarshal(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if _, err := FileConfig(c.file); !errors.Is(err, c.want) {
			t.Errorf("the configuration of %s: %v, want %v", c.name, err, c.want)
		}
	}
}
