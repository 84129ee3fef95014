package prosody

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// hard are the recordings on which the methods of praat differ among themselves.
var hard = map[string]bool{"mfa_registershift": true, "azure_katie": true, "apollo11": true, "mfa_laughter": true, "gcp_commercial": true}

type score struct{ gross, both, voicing, frames, fine float64 }

func (s *score) add(o score) {
	s.gross += o.gross
	s.both += o.both
	s.voicing += o.voicing
	s.frames += o.frames
	s.fine += o.fine
}
func (s score) gpe() float64 { return 100 * s.gross / max(1, s.both) }
func (s score) vde() float64 { return 100 * s.voicing / max(1, s.frames) }

func compare(f0 []float32, times, truth []float64) (s score) {
	for i, at := range times {
		f := int(math.Round(at/Step - 0.5))
		if f < 0 || f >= len(f0) {
			continue
		}
		mine := float64(f0[f])
		s.frames++
		if (mine > 0) != (truth[i] > 0) {
			s.voicing++
		}
		if mine > 0 && truth[i] > 0 {
			s.both++
			d := math.Abs(mine/truth[i] - 1)
			if d > 0.2 {
				s.gross++
			} else {
				s.fine += d
			}
		}
	}
	return s
}

func readTable(t testing.TB, file string) (rows [][]float64) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Scan()
	for in.Scan() {
		var row []float64
		for _, v := range strings.Split(in.Text(), "\t") {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil {
				x = math.NaN()
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return rows
}

func col(rows [][]float64, c int) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = r[c]
	}
	return out
}

func samplesOf(t testing.TB, file string) []float32 {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b = b[44:]
	s := make([]float32, len(b)/2)
	for i := range s {
		s[i] = float32(int16(binary.LittleEndian.Uint16(b[2*i:]))) / 32768
	}
	return s
}

func TestReference(t *testing.T) {
	dir := datatest.Path(t, "prosody", "wav")
	files, _ := filepath.Glob(filepath.Join(dir, "*.f0.tsv"))
	var sum [2][3]score
	for _, file := range files {
		base := strings.TrimSuffix(file, ".f0.tsv")
		name := filepath.Base(base)
		tr, err := NewTracker(16000, Options{})
		if err != nil {
			t.Fatal(err)
		}
		tr.Write(samplesOf(t, base+".wav"))
		tracks := tr.Finish()
		rows := readTable(t, file)
		line := fmt.Sprintf("%-22s", name)
		for m := 0; m < 2; m++ {
			s := compare(tracks.F0, col(rows, 0), col(rows, 1+m))
			line += fmt.Sprintf(" | gpe %5.2f vde %5.2f fine %5.2f", s.gpe(), s.vde(), 100*s.fine/max(1, s.both))
			sum[m][0].add(s)
			if hard[name] {
				sum[m][1].add(s)
			} else {
				sum[m][2].add(s)
			}
		}
		a, b := col(rows, 1), col(rows, 2)
		var pr score
		for i := range a {
			pr.frames++
			if (a[i] > 0) != (b[i] > 0) {
				pr.voicing++
			}
			if a[i] > 0 && b[i] > 0 {
				pr.both++
				if math.Abs(a[i]/b[i]-1) > .2 {
					pr.gross++
				}
			}
		}
		line += fmt.Sprintf(" | praat ac/cc %5.2f %5.2f", pr.gpe(), pr.vde())
		t.Log(line)
	}
	for k, n := range []string{"all", "hard", "other"} {
		t.Logf("%-8s ac gpe %5.2f vde %5.2f  cc gpe %5.2f vde %5.2f", n, sum[0][k].gpe(), sum[0][k].vde(), sum[1][k].gpe(), sum[1][k].vde())
	}
}
