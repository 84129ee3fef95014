package m3n

import (
	"bufio"
	"context"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// crfsuiteCorpus reads a file of label and attributes, one position a line.
func crfsuiteCorpus(t *testing.T, path string, labels []string) *Corpus {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// An attribute "w-1=so" is a value of the column w-1.
	columns := []string{"w0", "w-1", "w1", "w-1w0", "w0w1", "same+1", "same+2"}
	type position struct {
		gold   uint8
		values [7]uint32
	}
	var sentences [][]position
	open := false
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if sc.Text() == "" {
			open = false
			continue
		}
		if !open {
			sentences, open = append(sentences, nil), true
		}
		var p position
		for i, a := range strings.Split(sc.Text(), "\t") {
			if i == 0 {
				p.gold = uint8(labelIndex(t, labels, a))
				continue
			}
			column, _, _ := strings.Cut(a, "=")
			p.values[labelIndex(t, columns, column)] = Symbol(a)
		}
		last := len(sentences) - 1
		sentences[last] = append(sentences[last], p)
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"a", "b", "c", "d", "e", "f", "g"}}, Labels: labels, Start: -1, N: len(sentences),
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(len(sentences[i]))
			ex.Gold = ex.Gold[:0]
			for t, p := range sentences[i] {
				ex.Gold = append(ex.Gold, p.gold)
				for c, v := range p.values {
					seq.Column(c)[t] = v
				}
			}
		},
	}
}

func labelIndex(t *testing.T, names []string, name string) int {
	t.Helper()
	for i, n := range names {
		if n == name {
			return i
		}
	}
	t.Fatalf("%q is none of %v", name, names)
	return 0
}

// TestCRFsuite trains a CRF on the reference data and compares its optimum and
// its marginals with CRFsuite's.
func TestCRFsuite(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it compares numbers; TestLBFGS has the same goroutines")
	}
	labels := []string{"F", "O", "E"}
	train := crfsuiteCorpus(t, datatest.Path(t, "reference", "crf", "train.txt"), labels)
	templates, err := ParseTemplates(strings.NewReader("transitions 2\norder=1 a[0]\norder=1 b[0]\norder=1 c[0]\norder=1 d[0]\norder=1 e[0]\norder=1 f[0]\norder=1 g[0]\n"), "crfsuite")
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDataset(train, templates, 2)
	if err != nil {
		t.Fatal(err)
	}
	var last Progress
	w, err := LBFGS{L2: 1, SeenOnly: true, Tolerance: 1e-4, Workers: 2, Report: func(p Progress, _ func() []float64) { last = p }}.Train(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("objective %.4f after %d iterations, largest gradient component %.2g", last.Objective, last.Pass, last.Gap)
	if math.Abs(last.Objective-2110.2476) > 0.01 {
		t.Errorf("objective %v, want 2110.2476", last.Objective)
	}

	eval := crfsuiteCorpus(t, datatest.Path(t, "reference", "crf", "eval.txt"), labels)
	x, err := templates.Compile(eval.Schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[uint64]uint32)
	for i, key := range d.keys[0] {
		rows[key] = d.offsets[0][i]
	}
	tagged, err := os.Open(datatest.Path(t, "reference", "crf", "tagged.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer tagged.Close()
	sc := bufio.NewScanner(tagged)
	seq, keys, lat := NewSequence(eval.Schema), &Keys{}, d.NewLattice()
	var ex Example
	var m Marginals
	worst, wrong := 0.0, 0
	for i := range eval.N {
		eval.Example(i, seq, &ex)
		lat.Reset(seq.Len())
		transitions(&d.layout, w, lat)
		x.Start(seq, keys)
		for t := range seq.Len() {
			x.Extract(seq, t, keys)
			for _, k := range keys.ByKind[0] {
				if r, ok := rows[k]; ok {
					addRows(w, []uint32{r}, lat.Node[t*3:t*3+3])
				}
			}
		}
		y := make([]uint8, seq.Len())
		score := lat.Viterbi(y)
		probability := math.Exp(score - lat.Posteriors(&m))
		for pos := 0; pos < seq.Len() && sc.Scan(); {
			f := strings.Split(sc.Text(), "\t")
			switch {
			case f[0] == "@probability":
				worst = max(worst, math.Abs(probability-number(t, f[1])))
			case f[0] == "" || f[0][0] == '@':
			default:
				if labelIndex(t, labels, f[0]) != int(y[pos]) {
					wrong++
				}
				for _, c := range f[1:] {
					name, p, _ := strings.Cut(c, ":")
					worst = max(worst, math.Abs(m.Node[pos*3+labelIndex(t, labels, name)]-number(t, p)))
				}
				pos++
			}
		}
	}
	t.Logf("largest difference of a probability %.2g", worst)
	if worst > 1e-3 {
		t.Errorf("a probability differs by %v", worst)
	}
	if wrong > 0 {
		t.Errorf("%d labels differ", wrong)
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
