package settling

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTrain: a model finds the weights that examples were drawn with.
func TestTrain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := &Model{}
	want.Weights[Bias], want.Weights[Edit], want.Weights[Ended] = 1, -0.5, 2
	var examples []Example
	for range 20000 {
		var x Example
		x.Evidence[Bias], x.Evidence[Edit], x.Evidence[Ended] = 1, float32(4*rng.Float64()-2), float32(rng.IntN(2))
		x.Stays = rng.Float64() < want.Probability(&x.Evidence)
		examples = append(examples, x)
	}
	got := Train(examples, 1)
	for i, w := range want.Weights {
		if math.Abs(got.Weights[i]-w) > 0.15 {
			t.Errorf("%s has %.3f, want %.3f", names[i], got.Weights[i], w)
		}
	}
	if again := Train(examples, 1); again.Weights != got.Weights {
		t.Error("the same examples make other weights")
	}
}

func TestBehind(t *testing.T) {
	for n, want := range map[int]int{0: Behind0, 4: Behind4, 5: Behind5, 6: Behind5, 9: Behind7, 10: Behind10, 19: Behind15, 29: Behind20, 100: Behind30} {
		var e Evidence
		if e.Behind(n); e[want] != 1 {
			t.Errorf("%d behind: %v", n, e)
		}
	}
}

func TestFile(t *testing.T) {
	m := &Model{Least: []float64{0.9, 0.95}}
	for i := range m.Weights {
		m.Weights[i] = float64(i)/8 - 1
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	got, err := Read(strings.NewReader("# about\n\n"+text), "model")
	if err != nil || got.Weights != m.Weights || got.Threshold(1) != 0.9 || got.Threshold(2) != 0.95 || got.Threshold(9) != 0.95 || got.Threshold(0) != 0.9 {
		t.Errorf("%+v, %v", got, err)
	}
	for bad, want := range map[string]string{
		"":                  "model: the line least is missing",
		"bias 1\n":          "the line least is missing",
		text + "bias x\n":   `"x" is not a finite number`,
		text + "bias NaN\n": `"NaN" is not a finite number`,
		text + "bias 1 2\n": `"bias" with 2 numbers is no line`,
		"least\n":           `model:1: "least" with 0 numbers`,
		text + "what 1\n":   `"what" with 1 numbers`,
		strings.Repeat("least 1\n", 1) + "edit\n": `model:2: "edit" with 0 numbers`,
	} {
		if _, err := Read(strings.NewReader(bad), "model"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("bias 1\nleast 0.5\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text), "model")
		if err != nil {
			return
		}
		var e Evidence
		if p := m.Probability(&e); p != 0.5 {
			t.Errorf("nothing is known, and the probability is %v", p)
		}
	})
}
