package formats

import "github.com/tidytalk/tidytalk/text/transcript"

// analyses are lists of what a service found in what is said (moods, topics, offence), each
// with the stretch of the text that it is about: together they may repeat all of it.
type analyses []*texts

// newAnalyses adds the texts of lists, a view each, with their times in units of seconds. nil
// and empty lists are left out.
func newAnalyses(f *File, scale float64, lists ...*node) analyses {
	var out analyses
	for _, list := range lists {
		var t *texts
		for _, x := range list.list() {
			s := x.get("text")
			if s == nil {
				continue
			}
			if t == nil {
				t = newTexts(f)
				out = append(out, t)
			}
			time := transcript.Interval{}
			for _, at := range []*node{x, x.get("timestamp")} {
				for _, names := range [][2]string{{"start", "end"}, {"start_time", "end_time"}} {
					if !time.Known {
						time = seconds(at, names[0], names[1], scale)
					}
				}
			}
			t.add(s, "", time, list, x)
		}
	}
	return out
}

func (a analyses) drop(o *outcome) {
	for _, t := range a {
		t.drop(o)
	}
}
