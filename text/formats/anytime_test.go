package formats

import "testing"

// Spreadsheets show times of day in halves.
func TestHalfDay(t *testing.T) {
	for s, want := range map[string]float64{
		"12:00:01 AM": 1, "1:02:03 AM": 3723, "12:30 PM": 45000, "9:05 p.m.": 75900, "11:59:59.5pm": 86399.5,
		"13:00 PM": -1, "0:10 AM": -1, "1:75 AM": -1, "AM": -1, "1 AM": -1, "1:02:03:04 AM": -1, "1:-2:03 AM": -1,
	} {
		got := -1.0
		if x := parseAnyTime(s); x.kind == clockTime {
			got = x.seconds
		}
		if got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
