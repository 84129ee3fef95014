package experts_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/metric"
)

var tags = []string{"CC", "DT", "IN", "NN", "PRP", "UH", "VBD"}

func TestReadClasses(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"easy 2 PRP DT # pronouns\n\n# nothing\nhard 1.5 NN\n", ""},
		{"", "f: no classes"},
		{"# only this\n", "f: no classes"},
		{"a 2\n", "f:1: a class needs a name"},
		{"a 2 PRP\nb 2 XYZ\n", `f:2: unknown tag "XYZ": the tagger knows CC DT`},
		{"a 2 PRP\n\nb 2 NN PRP\n", "f:3: tag PRP is in a class already, in line 1"},
		{"a 2 PRP PRP\n", "f:1: tag PRP is in a class already, in line 1"},
		{"a 0 PRP\n", `f:1: the boost of class a must be a number above 0, and is "0"`},
		{"a -1 PRP\n", `f:1: the boost`},
		{"a NaN PRP\n", `f:1: the boost`},
		{"a Inf PRP\n", `f:1: the boost`},
		{"a PRP NN\n", `f:1: the boost of class a must be a number above 0, and is "PRP"`},
		{"a 2 PRP\na 2 NN\n", "f:2: there is a class a already"},
		{"a-b 2 PRP\n", "f:1: the name of a class"},
	} {
		got, err := experts.ReadClasses(strings.NewReader(c.text), "f", tags)
		if c.err == "" {
			want := experts.Classes{{Name: "easy", Boost: 2, Tags: []string{"PRP", "DT"}, Comment: "pronouns"}, {Name: "hard", Boost: 1.5, Tags: []string{"NN"}}}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%q: %v, %v", c.text, got, err)
			}
			if left := got.Left(tags); !slices.Equal(left, []string{"CC", "IN", "UH", "VBD"}) {
				t.Errorf("left: %v", left)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%q: %v, want %s", c.text, err, c.err)
		}
	}
}

func FuzzReadClasses(f *testing.F) {
	f.Add("easy 2 PRP DT # pronouns\nhard 1.5 NN\n")
	f.Add("a 1e-3 NN\r\n\tb\u00a03 DT")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := experts.ReadClasses(strings.NewReader(text), "f", tags)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := experts.ReadClasses(&b, "f", tags)
		if err != nil || again.String() != c.String() {
			t.Errorf("%q becomes %q: %v", c, again, err)
		}
	})
}

// Every tag is in one class, easier tags in earlier ones, and the classes have
// about the shares of edit words that the paper's have.
func TestDerive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var many []string
	counts := make(map[string]metric.Counts)
	for i := range 40 {
		tag := fmt.Sprintf("T%02d", i)
		many = append(many, tag)
		n := 50 + rng.IntN(100)
		right := rng.IntN(n)
		counts[tag] = metric.Counts{TP: right, FN: n - right, FP: rng.IntN(20)}
	}
	many = append(many, "NONE") // no edit words
	for n := 1; n <= len(many); n++ {
		classes, err := experts.Derive(counts, many, n)
		if err != nil || len(classes) != n {
			t.Fatalf("%d classes of %d: %v", len(classes), n, err)
		}
		var all []string
		last := 2.0
		words, total := make([]int, n), 0
		for k, c := range classes {
			if c.Boost != 2 || len(c.Tags) == 0 {
				t.Errorf("class %+v", c)
			}
			for _, tag := range c.Tags {
				if f := counts[tag].F1(); f > last {
					t.Errorf("%d classes: %s with F1 %.2f comes after %.2f", n, tag, f, last)
				} else {
					last = f
				}
				words[k] += counts[tag].TP + counts[tag].FN
			}
			total += words[k]
			all = append(all, c.Tags...)
		}
		slices.Sort(all)
		if want := slices.Sorted(slices.Values(many)); !slices.Equal(all, want) {
			t.Fatalf("%d classes hold %v", n, all)
		}
		if n != 6 {
			continue
		}
		for k, want := range []float64{34.6, 33.3, 17.3, 5.3, 6.3, 3.3} {
			if got := 100 * float64(words[k]) / float64(total); math.Abs(got-want) > 4 {
				t.Errorf("class %d has %.1f%% of the edit words, want about %.1f%%", k+1, got, want)
			}
		}
	}
	for _, n := range []int{0, -1, len(many) + 1} {
		if _, err := experts.Derive(counts, many, n); err == nil {
			t.Errorf("%d classes of %d tags passed", n, len(many))
		}
	}
	if _, err := experts.Derive(nil, many, 2); err == nil {
		t.Error("classes without an edit word")
	}
}
