// Package curveview draws learning curves as SVG: values over sizes on a logarithmic axis, a
// panel for each text. The drawing stands alone: it has a style of its own, for light and
// dark, no scripts, and a text that says what is seen.
//
// [SVG] draws a [Chart].
package curveview

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

//go:embed style.css
var style string

// Chart is what is drawn.
type Chart struct {
	Title, X, Y string
	At          []float64 // sizes, ascending from the first, which may be 0
	Zero        string    // what stands at the size 0
	Panels      []Panel
}

// Panel is a plot of its own. All have the same axes.
type Panel struct {
	Title string
	Lines []Line
}

// Line has a value for each size of its chart.
type Line struct {
	Name   string
	Values []float64
	Colour int // 0 or 1
	Dash   int // 0 to 2
}

// Sizes, in pixels.
const (
	left    = 52
	plot    = 380 // width
	names   = 146 // beside a plot, for the lines
	top     = 70
	high    = 300
	bottom  = 56
	apart   = 14 // names of lines
	zeroGap = 0.16
)

// scale is the axes.
type scale struct {
	low, high float64 // of values
	from, to  float64 // decades
	zero      bool
}

// scaleOf finds axes on which all values are.
func scaleOf(c *Chart) scale {
	s := scale{low: math.Inf(1), high: math.Inf(-1), from: math.Inf(1), to: math.Inf(-1)}
	for _, x := range c.At {
		if x <= 0 {
			s.zero = true
			continue
		}
		s.from, s.to = min(s.from, math.Log10(x)), max(s.to, math.Log10(x))
	}
	for _, p := range c.Panels {
		for _, l := range p.Lines {
			for _, v := range l.Values {
				s.low, s.high = min(s.low, v), max(s.high, v)
			}
		}
	}
	if s.low > s.high {
		s.low, s.high = 0, 1
	}
	if s.from > s.to {
		s.from, s.to = 0, 1
	}
	if s.to-s.from < 0.1 {
		s.from = s.to - 0.5
	}
	step := s.step()
	s.low, s.high = math.Floor(s.low/step)*step, math.Ceil(s.high/step)*step
	if s.high == s.low {
		s.high += step
	}
	return s
}

// step is that of the lines of the grid: 1, 2 or 5 times a power of ten.
func (s *scale) step() float64 {
	rough := max((s.high-s.low)/8, 1e-3)
	unit := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, n := range []float64{1, 2, 5} {
		if n*unit >= rough {
			return n * unit
		}
	}
	return 10 * unit
}

func (s *scale) x(size float64) float64 {
	switch share := (math.Log10(size) - s.from) / (s.to - s.from); {
	case size <= 0:
		return 0
	case s.zero:
		return plot * (zeroGap + (1-zeroGap)*share)
	default:
		return plot * share
	}
}

func (s *scale) y(value float64) float64 { return high * (s.high - value) / (s.high - s.low) }

// SVG returns the drawing of a chart.
func SVG(c *Chart) string {
	var b strings.Builder
	s := scaleOf(c)
	width, height := len(c.Panels)*(left+plot+names)+8, top+high+bottom
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="curve" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="curve-title curve-about">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title id=\"curve-title\">%s</title>\n<desc id=\"curve-about\">%s</desc>\n<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", escape(c.Title), escape(about(c)), style)
	fmt.Fprintf(&b, "<text class=\"title\" x=\"16\" y=\"28\">%s</text>\n", escape(c.Title))
	for i := range c.Panels {
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", left+i*(left+plot+names), top)
		s.panel(&b, c, &c.Panels[i])
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// about says in words what is drawn.
func about(c *Chart) string {
	var b strings.Builder
	for _, p := range c.Panels {
		fmt.Fprintf(&b, "%s: ", p.Title)
		for i, l := range p.Lines {
			if i > 0 {
				b.WriteString("; ")
			}
			fmt.Fprintf(&b, "%s from %.1f to %.1f", l.Name, l.Values[0], l.Values[len(l.Values)-1])
		}
		b.WriteString(". ")
	}
	return strings.TrimSpace(b.String())
}

// panel draws a panel, with its upper left corner at the origin.
func (s *scale) panel(b *strings.Builder, c *Chart, p *Panel) {
	fmt.Fprintf(b, "<text class=\"panel\" x=\"0\" y=\"-14\">%s</text>\n", escape(p.Title))
	step := s.step()
	for k := 0; ; k++ {
		v := s.low + float64(k)*step
		if v > s.high+step/2 {
			break
		}
		fmt.Fprintf(b, "<path class=\"grid\" d=\"M0 %.1fH%d\"/><text class=\"faint end\" x=\"-8\" y=\"%.1f\">%s</text>\n", s.y(v), plot, s.y(v)+4, strconv.FormatFloat(v, 'f', -1, 64))
	}
	last := math.Inf(-1)
	for _, size := range c.At {
		x := s.x(size)
		name := group(size)
		if size <= 0 {
			name = c.Zero
		}
		fmt.Fprintf(b, "<path class=\"axis\" d=\"M%.1f %dv5\"/>", x, high)
		if x-last >= 44 || size <= 0 {
			fmt.Fprintf(b, "<text class=\"faint mid\" x=\"%.1f\" y=\"%d\">%s</text>", x, high+19, escape(name))
			last = x
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "<path class=\"axis\" d=\"M0 %dH%d\"/>\n", high, plot)
	fmt.Fprintf(b, "<text class=\"faint mid\" x=\"%d\" y=\"%d\">%s</text>\n", plot/2, high+40, escape(c.X))
	fmt.Fprintf(b, "<text class=\"faint mid\" transform=\"translate(-38 %d) rotate(-90)\">%s</text>\n", high/2, escape(c.Y))
	places := s.namePlaces(p)
	for i, l := range p.Lines {
		var points []string
		for k, v := range l.Values {
			points = append(points, fmt.Sprintf("%.1f,%.1f", s.x(c.At[k]), s.y(v)))
		}
		fmt.Fprintf(b, "<g class=\"c%d d%d\"><polyline points=\"%s\"/>", l.Colour, l.Dash, strings.Join(points, " "))
		for k, v := range l.Values {
			fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s, %s: %.2f</title></circle>", s.x(c.At[k]), s.y(v), escape(l.Name), group(c.At[k]), v)
		}
		value := l.Values[len(l.Values)-1]
		fmt.Fprintf(b, "<path class=\"lead\" d=\"M%d %.1fL%d %.1f\"/><text x=\"%d\" y=\"%.1f\">%s %.1f</text></g>\n", plot+5, s.y(value), plot+13, places[i], plot+16, places[i]+4, escape(l.Name), value)
	}
}

// namePlaces returns where the names of lines are, so that none lies on another.
func (s *scale) namePlaces(p *Panel) []float64 {
	order := make([]int, len(p.Lines))
	out := make([]float64, len(p.Lines))
	for i, l := range p.Lines {
		order[i], out[i] = i, s.y(l.Values[len(l.Values)-1])
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case out[a] < out[b]:
			return -1
		case out[a] > out[b]:
			return 1
		}
		return 0
	})
	for k := 1; k < len(order); k++ {
		out[order[k]] = max(out[order[k]], out[order[k-1]]+apart)
	}
	for k, lowest := len(order)-1, float64(high); k >= 0; k-- { // back into the panel
		out[order[k]] = min(out[order[k]], lowest)
		lowest = out[order[k]] - apart
	}
	return out
}

// group writes a size with a comma between thousands.
func group(size float64) string {
	s := strconv.FormatFloat(size, 'f', -1, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= 0xfffe && r <= 0xffff {
			return '\ufffd' // which XML cannot hold
		}
		return r
	}, s))
}
