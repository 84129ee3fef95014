package formats

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// sentIn returns the pairs of bytes of the lines of a file of SCC.
func sentIn(t testing.TB, src string) [][]uint16 {
	t.Helper()
	var out [][]uint16
	for line := range strings.Lines(src) {
		_, sent, _ := strings.Cut(strings.TrimSpace(line), "\t")
		var pairs []uint16
		for _, x := range strings.Fields(sent) {
			n, err := strconv.ParseUint(x, 16, 16)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			pairs = append(pairs, uint16(n))
		}
		out = append(out, pairs)
	}
	return out
}

// checkSent checks what is sent: parity, codes twice where they were, rows on the screen. It returns in which frames
// of the line captions are shown and erased.
func checkSent(t testing.TB, pairs []uint16, doubled bool) (shown []int) {
	t.Helper()
	column := 0
	for i, p := range pairs {
		hi, lo := byte(p>>8), byte(p)
		if bits.OnesCount8(hi)%2 == 0 || bits.OnesCount8(lo)%2 == 0 {
			t.Fatalf("%04x has no odd parity", p)
		}
		hi, lo = hi&0x7f, lo&0x7f
		if isCode := hi >= 0x10 && hi < 0x20; isCode && doubled && !(i > 0 && pairs[i-1] == p) && !(i+1 < len(pairs) && pairs[i+1] == p) {
			t.Fatalf("%04x is sent once in %04x", p, pairs)
		}
		again := i > 0 && pairs[i-1] == p && doubled
		switch {
		case hi >= 0x20:
			if column++; lo >= 0x20 {
				column++
			}
		case hi < 0x10 || again:
		case lo >= 0x40 && lo&0x10 != 0:
			column = int(lo&0x0e) * 2
		case lo >= 0x40:
			column = 0
		case hi == 0x17:
			column += int(lo & 3)
		case hi == 0x11:
			column++
		case hi == 0x14 && (lo == 0x2f || lo == 0x2c):
			shown = append(shown, i)
		}
		if column > 32 {
			t.Fatalf("a row has %d columns in %04x", column, pairs)
		}
	}
	return shown
}

// TestSCC takes words out of captions: all else is sent in the frames in which it was.
func TestSCC(t *testing.T) {
	for _, name := range []string{"popon.scc", "rollup.scc"} {
		src := load(t, name)
		before := sentIn(t, src)
		f := mustRead(t, src, name, SCC)
		drawn.Check(t, func(t *drawn.Case) {
			d := keepAll(f)
			for i := range d.Decisions {
				if t.Bool("removed") {
					d.Decisions[i].Why = data.Repairs
				}
			}
			d.Remove = data.AllDisfluencies
			out := f.Rewrite(d)
			after := sentIn(t, out)
			if len(after) != len(before) {
				t.Fatalf("%d lines, not %d", len(after), len(before))
			}
			for i := range after {
				doubled := name == "popon.scc"
				got, want := checkSent(t, after[i], doubled), checkSent(t, before[i], doubled)
				if len(after[i]) == len(before[i])+1 && strings.Contains(show608(after[i]), ">>") {
					continue // the sign of a speaker whose row before it went
				}
				if !slices.Equal(got, want) || len(after[i]) != len(before[i]) {
					t.Fatalf("captions are shown in the frames %d of %d, not %d of %d, in\n%s", got, len(after[i]), want, len(before[i]), out)
				}
			}
		})
	}
}

// TestSCCMarks puts punctuation marks into captions: rows stay on the screen, and what is sent behind them is late by no
// more than they take.
func TestSCCMarks(t *testing.T) {
	for _, c := range []struct{ sent, want string }{
		// Fill takes the place of the mark.
		{"9420 9470 7368 2c80 6861 8080 942f", "9420 9470 d368 2c68 61ae 8080 942f"},
		{"9420 9470 7368 8080 942c 8080 942f", "9420 9470 d368 ae80 942c 8080 942f"},
		{"9420 9470 7368 942c 8080 942f", "9420 9470 d368 ae80 942c 942f"},
		{"9420 9470 7368 942f", "9420 9470 d368 ae80 942f"},
		{"9420 9470 e361 dc80 942f", "9420 9470 4361 dcae 942f"},
		// At the right edge: the row starts further left.
		{"9420 947c 97a2 6162 6162 6162 942f", "9420 947c c162 6162 6162 ae80 942f"},
		// There is no room at all: there is no mark.
		{"9420 9470" + strings.Repeat(" 6162", 16) + " 942f", "9420 9470 c162" + strings.Repeat(" 6162", 15) + " 942f"},
	} {
		src := "Scenarist_SCC V1.0\n\n00:00:01:00\t" + c.sent + "\n"
		f := mustRead(t, src, "a.scc", "")
		d := keepAll(f)
		d.Case, d.Punct = transcript.CaseRestore, transcript.PunctRestore
		for i := range d.Decisions {
			d.Decisions[i].Cased = f.Document.Tokens[i].Text
			if i == 0 {
				d.Decisions[i].Cased = strings.ToUpper(f.Document.Tokens[i].Text[:1]) + f.Document.Tokens[i].Text[1:]
			}
			d.Decisions[i].Punct = data.Comma
		}
		d.Decisions[len(d.Decisions)-1].Punct = data.Period
		out := f.Rewrite(d)
		_, got, _ := strings.Cut(strings.TrimSpace(out[20:]), "\t")
		if got != c.want {
			t.Errorf("%s\nbecomes %s\nnot     %s", c.sent, got, c.want)
		}
	}
}

// TestSCCTimes reads when captions are seen.
func TestSCCTimes(t *testing.T) {
	const second = 30 * frame608
	for _, c := range []struct {
		lines string
		want  []float64 // starts and ends
	}{
		{"00:00:01:00\t9420 9470 e180 942f\n\n00:00:03:00\t942c", []float64{second + 3*frame608, 3 * second}},
		{"00:00:01:00\t9420 9470 e180\n\n00:00:02:00\t942f 942f\n\n00:00:03:00\t942c 942c", []float64{2 * second, 3 * second}},
		{"00:01:00;02\t9425 94ad 9470 e180\n\n00:01:02;02\t9425 94ad 9470 e280", []float64{1800*frame608 + 2*frame608, 1860 * frame608, 1862 * frame608, 1862*frame608 + rowLasts}},
		{"00:10:00;00\t9429 9470 e180", []float64{17982*frame608 + frame608, 17982*frame608 + frame608 + rowLasts}},
	} {
		f := mustRead(t, "Scenarist_SCC V1.0\n\n"+c.lines+"\n", "a.scc", "")
		var got []float64
		for _, l := range f.Document.Lines {
			got = append(got, l.Time.Start, l.Time.End)
		}
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }) {
			t.Errorf("%q: %v, not %v", c.lines, got, c.want)
		}
	}
}

// Test608 sends every character, and reads it again.
func Test608(t *testing.T) {
	for r := range codes608 {
		for _, doubled := range []bool{false, true} {
			s := "a" + string(r) + "b"
			pairs := encode608(s, doubled)
			checkSent(t, pairs, doubled)
			if got := show608(pairs); got != s {
				t.Errorf("%q is sent as %04x, and read as %q", s, pairs, got)
			}
		}
	}
	if got := show608(encode608("“…” – ő Ÿ", true)); got != "“...” - &#337; &#376;" {
		t.Errorf("%q", got)
	}
}
