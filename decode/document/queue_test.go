package document

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// A queue decides about the tokens that come in their order, and at once about none but those
// that are no words.
func TestQueue(t *testing.T) {
	d := newDecider(t, Options{})
	stream, err := d.pipeline.Stream()
	if err != nil {
		t.Fatal(err)
	}
	q := &queue{stream: stream}
	words := strings.Fields("-- som- we we went there --")
	for _, w := range words {
		q.push([]data.Token{{Text: w}})
	}
	if n := q.final(); n != 2 || q.decisions[1].Why != data.PartialWords || q.decisions[1].Label != data.E {
		t.Errorf("%d are final, %+v", n, q.decisions)
	}
	if q.due(false) || !q.due(true) {
		t.Error("a few words are due when no more come")
	}
	for q.due(true) {
		if problem, err := q.next(t.Context()); problem != nil || err != nil {
			t.Fatal(problem, err)
		}
	}
	if n := q.final(); n != len(words) {
		t.Errorf("%d of %d are final", n, len(words))
	}
	if got := why(q.decisions, removedAs); got != "--R----" {
		t.Errorf("%s go", got)
	}
	if q.drop(3); q.final() != 4 || !q.decisions[2].End {
		t.Errorf("what is left: %+v", q.decisions)
	}
}
