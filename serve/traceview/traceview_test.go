package traceview

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

var update = flag.Bool("update", false, "write golden files anew")

// made returns a trace of drawn-up hypotheses, n in each round, that are made of the first
// of the round before.
func made(rounds, n int) *pipeline.Traced {
	t := &pipeline.Traced{RunnerUp: -1, Clean: "b"}
	t.Words, t.Features, t.Weights = []string{"a<", "b"}, []string{"one", "two"}, []float64{1, -0.5}
	names := []string{"edit-word-marker", "repetition", "mine", "yours & theirs"}
	add := func(parent, round int, producer string, score float64) int {
		h := beam.TracedHyp{ID: len(t.Hypotheses), Parent: parent, Producer: producer, Round: round, Labels: "EO", Removed: []string{"a<"}, Values: []float64{score, 0}, Terms: []float64{score, 0}, Score: score}
		t.Hypotheses = append(t.Hypotheses, h)
		return h.ID
	}
	best := add(-1, 0, "", -1)
	for r := 1; r <= rounds; r++ {
		round := beam.TracedRound{Round: r}
		first := 0
		for i := range n {
			name := names[(i+r)%len(names)]
			id := add(best, r, name, -1+float64(r)/10-float64(i)/100)
			round.Proposals = append(round.Proposals, beam.Proposal{Parent: best, Producer: name, Hypothesis: id})
			if i == 0 {
				first = id
				round.Stack = []int{id}
				continue
			}
			round.Pruned = append(round.Pruned, beam.Pruned{Hypothesis: id, Rank: i + 1, Margin: float64(i) / 100})
		}
		round.Proposals = append(round.Proposals, beam.Proposal{Parent: best, Producer: names[0], Hypothesis: first, Merged: true})
		best = first
		t.Rounds = append(t.Rounds, round)
	}
	t.Winner = best
	t.Baseline = add(-1, 0, "baseline", -2)
	return t
}

// traced returns the trace of a text by the models.
func traced(t *testing.T, text string) *pipeline.Traced {
	t.Helper()
	p, err := pipeline.New(bundletest.Default(t), pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	traces, err := p.Trace(t.Context(), bundletest.Sentence(text), "")
	if err != nil {
		t.Fatal(err)
	}
	return &traces[0]
}

// TestGolden compares graphs with golden files: go test ./serve/traceview -update writes
// them.
func TestGolden(t *testing.T) {
	for name, tr := range map[string]*pipeline.Traced{"full": made(3, 4), "brief": made(1, 85), "none": made(0, 0)} {
		golden := filepath.Join("testdata", name+".svg")
		got := File(tr)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != got {
			t.Errorf("%s is not as before; if this is meant: go test ./serve/traceview -update", golden)
		}
	}
}

// counted is what a graph has of each class.
func counted(t *testing.T, svg string) (elements int, classes map[string]int) {
	t.Helper()
	classes = make(map[string]int)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return elements, classes
		}
		if err != nil {
			t.Fatalf("it is no XML: %v", err)
		}
		if s, ok := token.(xml.StartElement); ok {
			elements++
			for _, a := range s.Attr {
				if a.Name.Local == "style" {
					t.Error("an element has a style of its own")
				}
				if a.Name.Local == "class" {
					for c := range strings.FieldsSeq(a.Value) {
						classes[c]++
					}
				}
			}
		}
	}
}

// Every hypothesis is a node, every proposal an edge, and the path of the winner straight.
func TestGraph(t *testing.T) {
	for _, tr := range []*pipeline.Traced{made(0, 0), made(1, 1), made(3, 7), made(4, 70), traced(t, "so we went uh we wanted to go to the to the beach and he he was um there")} {
		g := lay(tr)
		_, classes := counted(t, SVG(tr))
		proposals, lost := 0, 0
		for _, r := range tr.Rounds {
			proposals += len(r.Proposals)
		}
		seen := make(map[[2]int]bool)
		straight := true
		for id, n := range g.nodes {
			at := [2]int{n.x, n.y}
			if seen[at] || n.x < 0 || n.y < title || n.x+g.size.w > g.width || n.y+g.size.h > g.height {
				t.Errorf("hypothesis %d is at %v, where another one is, or nothing", id, at)
			}
			seen[at] = true
			if n.fate == pruned {
				lost++
			}
			straight = straight && (!n.path || n.y == g.nodes[tr.Winner].y)
		}
		if classes["hyp"] != len(tr.Hypotheses) || classes["edge"] != proposals || classes["pruned"] < lost || classes["winner"] != 1 {
			t.Errorf("%d hypotheses, %d proposals: %v", len(tr.Hypotheses), proposals, classes)
		}
		if !straight {
			t.Error("the path of the winner is not straight")
		}
		if first, second := SVG(tr)+File(tr), SVG(tr)+File(tr); first != second {
			t.Error("it is drawn in two ways")
		}
	}
}

// Many hypotheses are few elements, and no text.
func TestManyHypotheses(t *testing.T) {
	tr := made(4, 1000)
	elements, classes := counted(t, SVG(tr))
	if n := len(tr.Hypotheses); elements > n+50 || classes["hyp"] != n || classes["score"] != 0 || classes["marks"] != 1 {
		t.Errorf("%d elements for %d hypotheses: %v", elements, n, classes)
	}
	if g := lay(tr); g.height > 1500 || g.width > 6000 {
		t.Errorf("%d by %d", g.width, g.height)
	}
}

// A page holds the traces as they are, and nothing in the words ends an element.
func TestWriteHTML(t *testing.T) {
	tr := made(2, 3)
	tr.Words[0], tr.Clean = "</script><script>alert(1)</script>", "</title>"
	var b bytes.Buffer
	if err := WriteHTML(&b, "</title><b>", []View{{Trace: tr}, {Trace: made(1, 1)}}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "alert(1)</script><") || strings.Count(page, "</title>") != 1 || strings.Contains(page, "</title><b>") || strings.Contains(page, " style=") {
		t.Error("words are taken for markup")
	}
	for _, what := range []string{"http://", "https://", "@import", "url("} {
		if rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, what) {
			t.Errorf("it has %s", what)
		}
	}
	data := strings.Split(page, `<script type="application/json">`)
	if len(data) != 3 {
		t.Fatalf("%d traces", len(data)-1)
	}
	text, _, _ := strings.Cut(data[1], "</script>")
	var v View
	if err := json.Unmarshal([]byte(text), &v); err != nil || v.Trace.Words[0] != tr.Words[0] || len(v.Trace.Hypotheses) != len(tr.Hypotheses) {
		t.Errorf("the trace does not come back: %v", err)
	}
	if n := strings.Count(page, `<th scope="row">`); n != len(tr.Hypotheses)+3 {
		t.Errorf("%d rows in the tables", n)
	}
}

// Text is read on its ground, and lines are seen, by the rules of WCAG: AA for text.
func TestContrast(t *testing.T) {
	blocks := strings.Split(Style, "@media (prefers-color-scheme: dark)")
	if len(blocks) != 2 {
		t.Fatal("there are colours for light and dark")
	}
	for _, block := range blocks {
		colours := make(map[string]string)
		for _, m := range colour.FindAllStringSubmatch(block, -1) {
			colours[m[1]] = m[2]
		}
		if len(colours) != 3+classes {
			t.Fatalf("%d colours", len(colours))
		}
		for name, c := range colours {
			if r := contrast(t, c, colours["--tg-paper"]); name != "--tg-paper" && r < 4.5 {
				t.Errorf("%s %s has a contrast of %.2f", name, c, r)
			}
		}
	}
}

// colour is where a style sheet gives a colour a name.
var colour = regexp.MustCompile(`(--tg-\w+): (#\w+)`)

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		var rgb [3]int
		if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatalf("%q: %v", colour, err)
		}
		sum := 0.0
		for i, share := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64(rgb[i]) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += share * v
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
