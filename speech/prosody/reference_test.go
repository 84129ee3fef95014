package prosody

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/speech/audio"
)

// hard are the recordings on which the two methods of praat differ in octaves.
var hard = map[string]bool{"mfa_registershift": true, "azure_katie": true, "apollo11": true, "mfa_laughter": true, "gcp_commercial": true}

// agreement counts how two contours agree.
type agreement struct {
	frames, both  int     // frames, and those that both call voiced
	voicing       int     // frames that only one calls voiced
	gross         int     // frames of both with pitch more than 20% apart
	distance, far float64 // of the others: sum of relative distances, and the greatest
}

func (a *agreement) add(mine, reference float64) {
	a.frames++
	if (mine > 0) != (reference > 0) {
		a.voicing++
	}
	if mine <= 0 || reference <= 0 {
		return
	}
	a.both++
	d := math.Abs(mine/reference - 1)
	if d > 0.2 {
		a.gross++
		return
	}
	a.distance += d
	a.far = max(a.far, d)
}

func (a *agreement) merge(o agreement) {
	a.frames += o.frames
	a.both += o.both
	a.voicing += o.voicing
	a.gross += o.gross
	a.distance += o.distance
	a.far = max(a.far, o.far)
}

// Gross pitch error, voicing decision error and mean distance of the rest, in percent.
func (a agreement) gpe() float64 { return 100 * float64(a.gross) / float64(max(1, a.both)) }
func (a agreement) vde() float64 { return 100 * float64(a.voicing) / float64(max(1, a.frames)) }
func (a agreement) fine() float64 {
	return 100 * a.distance / float64(max(1, a.both-a.gross))
}
func (a agreement) String() string {
	return fmt.Sprintf("%6.2f %6.2f %6.2f", a.gpe(), a.vde(), a.fine())
}

// table reads columns of numbers under a line of names; what is no number is NaN.
func table(t testing.TB, file string) (rows [][]float64) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		var row []float64
		for _, field := range strings.Split(line, "\t") {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				v = math.NaN()
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

// recorded tracks the first channel of a file.
func recorded(t testing.TB, file string) *Tracks {
	t.Helper()
	r, err := audio.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	tracks, err := TracksOf(context.Background(), r, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tracks[0]
}

// compared counts the agreement of a contour with a column of a table, frames as near as
// can be in time.
func compared(f0 []float32, rows [][]float64, column int) (a agreement) {
	for _, row := range rows {
		if i := int(math.Round(row[0]/Step - 0.5)); i >= 0 && i < len(f0) {
			a.add(float64(f0[i]), row[column])
		}
	}
	return a
}

// TestReference compares with the tracks of praat, by autocorrelation and by cross-correlation.
func TestReference(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(datatest.Path(t, "prosody", "wav"), "*.f0.tsv"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tracks", err)
	}
	type scores struct{ ac, cc, between agreement }
	var all, difficult, others scores
	report := func(name string, s scores) {
		t.Logf("%-20s %v  %v  %v", name, s.ac, s.cc, s.between)
	}
	t.Logf("%-20s %20s  %20s  %20s", "GPE, VDE, distance %", "praat's ac", "praat's cc", "ac and cc")
	for _, file := range files {
		base := strings.TrimSuffix(file, ".f0.tsv")
		name := filepath.Base(base)
		f0, rows := recorded(t, base+".wav").F0, table(t, file)
		s := scores{ac: compared(f0, rows, 1), cc: compared(f0, rows, 2)}
		for _, row := range rows {
			s.between.add(row[1], row[2])
		}
		report(name, s)
		group := &others
		if hard[name] {
			group = &difficult
		}
		for _, sum := range []*scores{&all, group} {
			sum.ac.merge(s.ac)
			sum.cc.merge(s.cc)
			sum.between.merge(s.between)
		}
	}
	report("all", all)
	report("hard", difficult)
	report("others", others)
	for _, a := range []agreement{all.ac, all.cc} {
		if a.gpe() > 5 || a.vde() > 12 {
			t.Errorf("gross pitch error %.2f%%, voicing decision error %.2f%%: 5 and 12 are wanted", a.gpe(), a.vde())
		}
	}
}

// TestTrueF0 compares with tones of which the pitch is known. The first and the last frame of a
// tone see half of it.
func TestTrueF0(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(datatest.Path(t, "prosody", "wav"), "*.true.tsv"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tracks", err)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".true.tsv")
		tracks, rows := recorded(t, base+".wav"), table(t, file)
		var a agreement
		for i := 1; i+1 < len(rows); i++ {
			// Frames stand between two rows.
			if rows[i][1] > 0 && rows[i-1][1] > 0 && rows[i+1][1] > 0 && i < len(tracks.F0) {
				a.add(float64(tracks.F0[i]), (rows[i][1]+rows[i+1][1])/2)
			}
		}
		t.Logf("%s: %v, %.3f%% at most", filepath.Base(base), a, 100*a.far)
		if a.gross > 0 || a.far > 0.01 || a.vde() > 1 {
			t.Errorf("%s: more than 1%% apart", filepath.Base(base))
		}
	}
}
