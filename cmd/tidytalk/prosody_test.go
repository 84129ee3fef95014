package main

import (
	"testing"
)

func TestParseTime(t *testing.T) {
	for s, want := range map[string]float64{"90": 90, "90.5": 90.5, "1:30": 90, "1:02:03.5": 3723.5, "0": 0, "0:00.25": 0.25, "100:00": 6000} {
		if got, err := parseTime("start", s); err != nil || got != want {
			t.Errorf("%q is %v: %v", s, got, err)
		}
	}
	for _, s := range []string{"", "soon", "-1", "1:60", "1:-2", "1:2:3:4", "1.5:00", "NaN", "Inf", "1e400", ":", "1:"} {
		if got, err := parseTime("start", s); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}
