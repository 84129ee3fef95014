package curveview

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// check reads a drawing as XML, and looks for numbers that are none.
func check(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s is %q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestSVG(t *testing.T) {
	c := &Chart{Title: "A <b> & \x00", X: "size", Y: "%", Zero: "none", At: []float64{0, 500, 2000, 22000}, Panels: []Panel{
		{"own", []Line{{"edit", []float64{70, 71, 72.5, 75}, 0, 0}, {"the same", []float64{70, 71, 72.5, 75}, 1, 1}, {"close", []float64{70, 71, 72, 74.9}, 1, 2}}},
		{"home", []Line{{"edit", []float64{90, 89, 88, 87}, 0, 0}}},
	}}
	svg := SVG(c)
	check(t, svg)
	for _, want := range []string{"prefers-color-scheme: dark", ">none<", ">22,000<", "A &lt;b&gt; &amp; \ufffd", "edit from 70.0 to 75.0", "<title>edit, 2,000: 72.50</title>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q", want)
		}
	}
	s := scaleOf(c)
	if s.x(0) != 0 || s.x(500) <= 0 || s.x(2000) <= s.x(500) || math.Abs(s.x(22000)-plot) > 0.01 {
		t.Errorf("sizes at %.1f, %.1f, %.1f and %.1f", s.x(0), s.x(500), s.x(2000), s.x(22000))
	}
	if s.low > 70 || s.high < 90 || s.y(s.high) != 0 || s.y(s.low) != high {
		t.Errorf("%+v", s)
	}
	places := s.namePlaces(&c.Panels[0])
	for i := range places {
		for k := range i {
			if math.Abs(places[i]-places[k]) < apart-1e-9 {
				t.Errorf("names %d and %d lie on each other: %v", i, k, places)
			}
		}
	}
}

// Whatever the values are, the drawing is one.
func TestOddCharts(t *testing.T) {
	for _, c := range []*Chart{
		{},
		{At: []float64{0}, Panels: []Panel{{"one", []Line{{"x", []float64{0}, 0, 0}}}}},
		{At: []float64{1}, Panels: []Panel{{"one", []Line{{"x", []float64{100}, 0, 0}}}}},
		{At: []float64{0, 1e6}, Panels: []Panel{{"one", []Line{{"x", []float64{50, 50}, 0, 0}}}}},
		{At: []float64{500, 501}, Panels: []Panel{{"one", []Line{{"x", []float64{0, 100}, 0, 0}}}}},
	} {
		check(t, SVG(c))
	}
	for n, want := range map[float64]string{5: "5", 500: "500", 2000: "2,000", 1234567: "1,234,567"} {
		if got := group(n); got != want {
			t.Errorf("%s: %q", strconv.FormatFloat(n, 'f', -1, 64), got)
		}
	}
}
