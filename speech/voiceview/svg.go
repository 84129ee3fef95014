package voiceview

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

//go:embed style.css
var style string

// Sizes, in pixels.
const (
	width   = 1200
	left    = 58 // of the plots: the axis of pitch is there
	right   = 18
	top     = 84 // of the first row: the title and the legend are there
	plot    = 150
	caption = 18 // above a plot that has a name
	said    = 24 // a line of words
	seconds = 20 // the axis of time
	between = 22 // rows
)

// drawing is what is drawn so far.
type drawing struct {
	strings.Builder
	*View
	low, high float64 // Hz, of the axis
	quiet     float64 // dB at the bottom of the plot
	loud      float64 // dB at the top of the energy
	lines     []int   // of words in each lane
}

// SVG returns the drawing of a view. Check says whether it can be drawn.
func SVG(v *View) string {
	d := &drawing{View: v}
	d.scale()
	height := top + v.rows()*(d.rowHeight()+between)
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" class="voice" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="voice-title voice-about">`+"\n", width, height, width, height)
	fmt.Fprintf(d, "<title id=\"voice-title\">%s</title>\n<desc id=\"voice-about\">%s</desc>\n", escape(v.Title), escape(d.about()))
	fmt.Fprintf(d, "<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", style)
	d.legend()
	for r := range v.rows() {
		d.drawRow(r, top+r*(d.rowHeight()+between))
	}
	d.WriteString("</svg>\n")
	return d.String()
}

// about says in words what is drawn.
func (d *drawing) about() string {
	words := 0
	for i := range d.Lanes {
		words += len(d.Lanes[i].Words)
	}
	s := fmt.Sprintf("Pitch from %.0f to %.0f Hz and energy of %s of sound, from %s to %s, in %d rows.", d.low, d.high, Clock(d.End-d.Start), Clock(d.Start), Clock(d.End), d.rows())
	if words > 0 {
		s += fmt.Sprintf(" Below it are the %d words that are said.", words)
	}
	for i := range d.Lanes {
		if n := d.Lanes[i].Name; n != "" {
			s += fmt.Sprintf(" Lane %d is %s.", i+1, n)
		}
	}
	return s
}

// scale finds the axes, which all rows have in common, and the lines of words.
func (d *drawing) scale() {
	d.low, d.high, d.loud = math.Inf(1), 0, prosody.EnergyFloor
	d.lines = make([]int, len(d.Lanes))
	for i := range d.Lanes {
		t := d.Lanes[i].Tracks
		from, to := d.frames(t, d.Start, d.End)
		for k := from; k < to; k++ {
			if f := float64(t.F0[k]); f > 0 {
				d.low, d.high = min(d.low, f), max(d.high, f)
			}
			d.loud = max(d.loud, float64(t.Energy[k]))
		}
		if len(d.Lanes[i].Words) > 0 {
			d.lines[i] = 1
			for r := range d.rows() {
				for _, l := range d.layWords(i, r) {
					d.lines[i] = max(d.lines[i], l.line+1)
				}
			}
		}
	}
	if d.high == 0 {
		d.low, d.high = 75, 500
	}
	d.low, d.high = d.low/1.12, d.high*1.12
	if d.high < 2*d.low {
		middle := math.Sqrt(d.low * d.high)
		d.low, d.high = middle/math.Sqrt2, middle*math.Sqrt2
	}
	d.quiet = d.loud - energyRange
}

// energyRange is how many dB the area of energy shows, and energyShare how much of the plot it
// takes.
const (
	energyRange = 50
	energyShare = 0.42
)

// frames returns the frames of the tracks in a stretch of time.
func (d *drawing) frames(t *prosody.Tracks, start, end float64) (from, to int) {
	n := min(len(t.F0), len(t.Energy))
	at := func(x float64) int { return max(0, min(int(math.Round(x/prosody.Step)), n)) }
	return at(start), at(end)
}

func (d *drawing) laneHeight(i int) int {
	h := plot + d.lines[i]*said
	if d.Lanes[i].Name != "" {
		h += caption
	}
	return h + 6
}

func (d *drawing) rowHeight() int {
	h := seconds
	for i := range d.Lanes {
		h += d.laneHeight(i)
	}
	return h
}

// legend draws the title and what the signs mean.
func (d *drawing) legend() {
	fmt.Fprintf(d, `<text class="title" x="%d" y="34">%s</text>`+"\n", left, escape(d.Title))
	x := left
	item := func(sign, text string) {
		fmt.Fprintf(d, `<g transform="translate(%d 60)">%s<text class="faint" x="26" y="4">%s</text></g>`+"\n", x, sign, text)
		x += 46 + int(0.87*textWidth(text))
	}
	item(`<path class="raw" d="M2 3h0M8 0h0M14 -1h0M20 -3h0"/>`, "F0 as tracked")
	item(`<path class="wrong" d="M7 -4l8 8m0 -8l-8 8"/>`, "octave error, removed")
	item(`<path class="style" d="M2 4L20 -3"/>`, "F0 in straight lines")
	item(`<path class="energy" d="M0 6C6 -8 14 -8 22 6z"/>`, "energy, 50 dB high")
	item(`<circle class="nucleus" cx="11" cy="0" r="3.5"/>`, "nucleus of a syllable")
	if slices.ContainsFunc(d.Lanes, func(l Lane) bool { return slices.ContainsFunc(l.Words, func(w Word) bool { return w.Ends }) }) {
		item(`<path class="ends" d="M11 -7v14"/>`, "end of a sentence")
	}
}

// drawRow draws a row from y on.
func (d *drawing) drawRow(r, y int) {
	start := d.Start + float64(r)*d.row()
	end := min(start+d.row(), d.End)
	fmt.Fprintf(d, "<g>\n")
	for i := range d.Lanes {
		d.lane(i, r, start, end, y)
		y += d.laneHeight(i)
	}
	d.timeAxis(start, end, y)
	d.WriteString("</g>\n")
}

// x returns where a time is in the row that starts at start.
func (d *drawing) x(at, start float64) float64 {
	return left + (at-start)/d.row()*(width-left-right)
}

// y returns where a frequency is above the bottom of a plot.
func (d *drawing) y(hz float64, bottom int) float64 {
	return float64(bottom) - plot*math.Log(hz/d.low)/math.Log(d.high/d.low)
}

// level returns where an energy is above the bottom of a plot.
func (d *drawing) level(db float64, bottom int) float64 {
	return float64(bottom) - plot*energyShare*max(0, min(1, (db-d.quiet)/energyRange))
}

// lane draws what is on a channel in a row.
func (d *drawing) lane(i, r int, start, end float64, y int) {
	l := &d.Lanes[i]
	if l.Name != "" {
		fmt.Fprintf(d, `<text class="lane" x="%d" y="%d">%s</text>`+"\n", left, y+12, escape(l.Name))
		y += caption
	}
	bottom := y + plot
	edge := d.x(end, start)
	d.pitchAxis(edge, bottom)
	from, to := d.frames(l.Tracks, start, end)
	d.energy(l.Tracks, from, to, start, bottom)
	words := d.layWords(i, r)
	d.edges(words, y, bottom)
	d.points(l.Tracks, from, to, start, bottom)
	d.pieces(l.Tracks, start, end, bottom)
	d.nuclei(l.Tracks, start, end, bottom)
	d.words(words, bottom+6)
}

// ticks of the axis of pitch, in Hz.
var ticks = []float64{50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600, 800, 1000}

// pitchAxis draws the lines of the axis of pitch as far as x goes.
func (d *drawing) pitchAxis(x float64, bottom int) {
	unit, last := " Hz", math.Inf(-1)
	for _, hz := range slices.Backward(ticks) {
		y := d.y(hz, bottom)
		if hz < d.low || hz > d.high || y-last < 14 {
			continue
		}
		last = y
		fmt.Fprintf(d, `<path class="grid" d="M%d %.1fH%.1f"/><text class="faint end" x="%d" y="%.1f">%.0f%s</text>`+"\n", left, y, x, left-8, y+4, hz, unit)
		unit = ""
	}
	fmt.Fprintf(d, `<path class="axis" d="M%d %dV%dH%.1f"/>`+"\n", left, bottom-plot, bottom, x)
}

// timeAxis draws seconds.
func (d *drawing) timeAxis(start, end float64, y int) {
	step := secondsStep(d.row())
	var ticks strings.Builder
	for k := math.Ceil(start/step - 1e-9); k*step <= end+1e-9; k++ {
		x := d.x(k*step, start)
		fmt.Fprintf(&ticks, "M%.1f %dv4", x, y)
		text := Clock(k * step)
		if step < 1 && !strings.Contains(text, ".") {
			text += ".0"
		}
		if k == math.Ceil(start/step-1e-9) {
			text += " s"
		}
		room := width - 2 - 0.42*textWidth(text)
		fmt.Fprintf(d, `<text class="faint mid" x="%.1f" y="%d">%s</text>`, min(x, room), y+15, text)
	}
	fmt.Fprintf(d, `<path class="axis" d="%s"/>`+"\n", ticks.String())
}

// secondsStep is how far labels of the axis of time are apart.
func secondsStep(row float64) float64 {
	for _, step := range []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60} {
		if row/step <= 15 {
			return step
		}
	}
	return 60 * math.Ceil(row/60/15)
}

// energy draws the area of energy.
func (d *drawing) energy(t *prosody.Tracks, from, to int, start float64, bottom int) {
	if from >= to {
		return
	}
	at := func(i int) float64 { return d.x((float64(i)+0.5)*prosody.Step, start) }
	fmt.Fprintf(d, `<path class="energy" d="M%.1f %d`, at(from), bottom)
	for i := from; i < to; i++ {
		fmt.Fprintf(d, "L%.1f %.1f", at(i), d.level(float64(t.Energy[i]), bottom))
	}
	fmt.Fprintf(d, `V%dz"/>`+"\n", bottom)
}

// points draws F0 as tracked, and what was removed of it.
func (d *drawing) points(t *prosody.Tracks, from, to int, start float64, bottom int) {
	var raw, wrong strings.Builder
	for i := from; i < to; i++ {
		if !(t.F0[i] > 0) {
			continue
		}
		x, y := d.x((float64(i)+0.5)*prosody.Step, start), d.y(float64(t.F0[i]), bottom)
		if t.Clean[i] > 0 {
			fmt.Fprintf(&raw, "M%.1f %.1fh0", x, y)
		} else {
			fmt.Fprintf(&wrong, "M%.1f %.1fl5 5m0 -5l-5 5", x-2.5, y-2.5)
		}
	}
	if raw.Len() > 0 {
		fmt.Fprintf(d, `<path class="raw" d="%s"/>`+"\n", raw.String())
	}
	if wrong.Len() > 0 {
		fmt.Fprintf(d, `<path class="wrong" d="%s"/>`+"\n", wrong.String())
	}
}

// pieces draws the stylised contour, as far as it is in the row. Pieces that touch are one line.
func (d *drawing) pieces(t *prosody.Tracks, start, end float64, bottom int) {
	var b strings.Builder
	last := [2]float64{-1, -1}
	for _, p := range t.Style {
		from, to := max(p.Start, start), min(p.End, end)
		if !(from < to) {
			continue
		}
		point := func(at float64) [2]float64 {
			return [2]float64{d.x(at, start), d.y(math.Exp2(p.At(at)/12), bottom)}
		}
		a, z := point(from), point(to)
		if math.Abs(a[0]-last[0])+math.Abs(a[1]-last[1]) > 1 {
			fmt.Fprintf(&b, "M%.1f %.1f", a[0], a[1])
		}
		fmt.Fprintf(&b, "L%.1f %.1f", z[0], z[1])
		last = z
	}
	if b.Len() > 0 {
		fmt.Fprintf(d, `<path class="style" d="%s"/>`+"\n", b.String())
	}
}

// nuclei draws nuclei of syllables on the area of energy.
func (d *drawing) nuclei(t *prosody.Tracks, start, end float64, bottom int) {
	for _, n := range t.Nuclei {
		if at := (n.Start + n.End) / 2; at >= start && at < end {
			fmt.Fprintf(d, `<circle class="nucleus" cx="%.1f" cy="%.1f" r="3.5"/>`, d.x(at, start), d.level(n.Peak, bottom))
		}
	}
	d.WriteByte('\n')
}

// escape returns text as it stands in SVG.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= 0xfffe && r <= 0xffff {
			return '\ufffd' // which XML cannot hold
		}
		return r
	}, visible.String(s)))
}
