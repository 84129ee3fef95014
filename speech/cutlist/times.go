package cutlist

import (
	"encoding/json"
	"io"
	"sort"

	"github.com/tidytalk/tidytalk/speech/cut"
)

// Times returns where times of the recording, in seconds, are in the result: within a cut, at the join, and
// never after its end. It never puts a time before one that was earlier. It may be called from several
// goroutines.
func Times(l *cut.List) func(seconds float64) float64 {
	rate := float64(l.Media.Rate)
	gone := make([]int64, len(l.Cuts)+1) // samples before each cut
	for i := range l.Cuts {
		gone[i+1] = gone[i] + l.Cuts[i].Len()
	}
	end := float64(l.Media.Samples-gone[len(l.Cuts)]) / rate
	return func(seconds float64) float64 {
		at := seconds * rate
		n := sort.Search(len(l.Cuts), func(i int) bool { return float64(l.Cuts[i].End) > at })
		if n < len(l.Cuts) {
			at = min(at, float64(l.Cuts[n].Start))
		}
		return max(0, min((at-float64(gone[n]))/rate, end))
	}
}

// WriteMap writes where each stretch that is kept was and is, as JSON, in seconds and in samples.
func WriteMap(w io.Writer, l *cut.List) error {
	type stretch struct {
		Start       float64 `json:"start"`
		End         float64 `json:"end"`
		New         float64 `json:"new_start"`
		StartSample int64   `json:"start_sample"`
		EndSample   int64   `json:"end_sample"`
		NewSample   int64   `json:"new_sample"`
	}
	if err := check(l); err != nil {
		return err
	}
	out := struct {
		Recording  string    `json:"recording"`
		Rate       int       `json:"sample_rate"`
		Samples    int64     `json:"samples"`
		NewSamples int64     `json:"new_samples"`
		Kept       []stretch `json:"kept"`
	}{l.Media.Name, l.Media.Rate, l.Media.Samples, l.Media.Samples - l.Removed(), []stretch{}}
	at := int64(0)
	for _, s := range l.Kept() {
		out.Kept = append(out.Kept, stretch{l.Seconds(s.Start), l.Seconds(s.End), l.Seconds(at), s.Start, s.End, at})
		at += s.Len()
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
