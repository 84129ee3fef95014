package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestUnmask(t *testing.T) {
	for _, c := range []struct{ name, text, decided, want string }{
		{"no mask", "to to go", "R--", "R--"},
		{"a repair before it", "we go *** go", "RR--", "----"},
		{"one further before", "we uh *** go", "RF--", "RF--"},
		{"one behind it", "*** go go", "-R-", "-R-"},
		{"two", "we ** go ** go", "R-R--", "-----"},
		{"a repair of the mask", "we *** we", "RR-", "-R-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, parse(t, c.text), decidedAs(c.decided))
			w.unmask()
			if got := why(w.decisions, removedAs); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := why(w.decisions, would); got != c.want {
				t.Errorf("would: %s, want %s", got, c.want)
			}
			for i := range w.decisions {
				if removed := w.decisions[i].Label == data.E; removed != (c.want[i] == 'R') {
					t.Errorf("token %d has the label %s", i, w.decisions[i].Label)
				}
			}
			w = workOn(t, parse(t, c.text), decidedAs(c.decided))
			w.segments[0].way = isLeft
			if w.unmask(); why(w.decisions, removedAs) != c.decided {
				t.Errorf("what is left: %s", why(w.decisions, removedAs))
			}
		})
	}
}
