package emnlp2014

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
)

// Marks inside sentences and after disfluent words count by one rule each.
func TestPunctStats(t *testing.T) {
	_, gold := punct.Words(&data.Side{Tokens: []data.Token{
		{Text: "well", Punct: ','},
		{Text: "yes", Punct: '.', Boundary: data.Complete},
		{Text: "i", Edit: true, Punct: ',', Boundary: data.Incomplete},
		{Text: "right", Punct: '?', Boundary: data.Complete},
	}})
	marks := []data.Punct{data.Comma, data.Period, data.Comma, data.Period}
	for rule, want := range []metric.Counts{
		data.ReadersRule: {TP: 2, FP: 1, FN: 1},
		data.PapersRule:  {TP: 2, FP: 2, FN: 1},
	} {
		s := &Study{Rule: data.Rule(rule)}
		if got := s.punctStats(gold, marks).Punct; got != want {
			t.Errorf("by the rule of the %v %+v, want %+v", s.Rule, got, want)
		}
	}
}
