package tidytalk

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/stages"
)

func TestModeExperts(t *testing.T) {
	c := newCleaner(t, Options{Mode: ModeExperts, Posteriors: true})
	for _, e := range [][2]string{
		{"we went to the to the beach", "we went to the beach"},
		{"uh", ""},
		{"th- the dog , you know , barked", "the dog , , barked"},
		{"", ""},
		{strings.Repeat("a b c d e f g h i j k l m ", 20), strings.Repeat("a b c d e f g h i j k l m ", 20)}, // longer than the decoder takes
	} {
		s := tokens(e[0])
		out, err := c.Label(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for i, tok := range s.Tokens {
			sum := 0.0
			for _, p := range out.Posteriors[i] {
				sum += p
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("%q: posteriors %v of %s", e[0], out.Posteriors[i], tok.Text)
			}
			if out.Labels[i] == data.O || out.Kinds[i] == data.Conjunction {
				kept = append(kept, tok.Text)
			}
		}
		if got := strings.Join(kept, " "); got != strings.TrimSpace(e[1]) {
			t.Errorf("%q becomes %q", e[0], got)
		}
	}
	if _, err := New(defaultBundle(t), Options{Mode: ModeExperts, Confidence: 0.5}); !errors.Is(err, ErrOptions) {
		t.Errorf("a confidence of experts: %v", err)
	}
}

// Bundles without experts say so, and experts of another baseline are refused.
func TestExpertsInBundles(t *testing.T) {
	b := defaultBundle(t)
	parts := make(map[string][]byte)
	for _, p := range stages.Parts {
		parts[string(p)] = b.Part(string(p))
	}
	file, err := BuildBundle(Manifest{}, parts)
	if err != nil {
		t.Fatal(err)
	}
	without, err := LoadBundle(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(without, Options{Mode: ModeExperts}); !errors.Is(err, ErrNoExperts) {
		t.Errorf("%v", err)
	}
	if _, err := without.ScoreByClass(t.Context(), nil, 1); !errors.Is(err, ErrNoExperts) {
		t.Errorf("%v", err)
	}
	edit, err := b.Model("edit")
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.Experts().Marshal("", &experts.Baseline{Edit: edit, Config: "another", Tags: b.Labeller().TagNames()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.With(map[string][]byte{PartExperts: part}); !errors.Is(err, experts.ErrOtherBaseline) {
		t.Errorf("%v", err)
	}
}

func TestSettingsFor(t *testing.T) {
	b := defaultBundle(t)
	first := b.ExpertNames()[0]
	s := Settings{Weights: beam.Weights{"repairs": 1, "expert-gone": 2, first: 3}, Repairs: Calibration{1}}
	want := beam.Weights{"repairs": 1, first: 3}
	for _, n := range b.ExpertNames()[1:] {
		want[n] = 0
	}
	if got := s.For(b.Experts()); !cmp.Equal(got.Weights, want) || got.Repairs != s.Repairs {
		t.Errorf("%v, want %v", got, want)
	}
	if got := s.For(nil); !cmp.Equal(got.Weights, beam.Weights{"repairs": 1}) || len(s.Weights) != 3 {
		t.Errorf("%v", got)
	}
}

// Features of weight 0 are computed only where that is asked for, and change
// nothing.
func TestIdleFeatures(t *testing.T) {
	b := defaultBundle(t)
	settings, _ := b.Settings()
	settings = settings.For(b.Experts())
	for _, n := range b.ExpertNames() {
		settings.Weights[n] = 0
	}
	var decoders [2]*beam.Decoder
	for i := range decoders {
		var err error
		if decoders[i], err = b.NewDecoder(DecoderOptions{Settings: &settings, Idle: i == 1}); err != nil {
			t.Fatal(err)
		}
		if has := slices.Contains(decoders[i].Names(), evaluators.ExpertPrefix+"1"); has != (i == 1) {
			t.Errorf("idle %v: features %v", i == 1, decoders[i].Names())
		}
	}
	for _, line := range strings.Split(story, "\n") {
		words, _ := stages.Words(tokens(line))
		var best [2][]data.Label
		for i, d := range decoders {
			r, err := d.Decode(t.Context(), &words, nil)
			if err != nil {
				t.Fatal(err)
			}
			best[i] = r.Best().Labels
		}
		if !slices.Equal(best[0], best[1]) {
			t.Errorf("%q: %v and %v", line, best[0], best[1])
		}
	}
}
