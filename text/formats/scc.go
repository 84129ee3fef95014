package formats

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sccHead is the first line of a file of Scenarist.
const sccHead = "Scenarist_SCC"

func sniffSCC(text string) bool { return strings.HasPrefix(text, sccHead) }

// scc are captions of Scenarist: lines of a time and pairs of bytes, as they are sent from that
// frame on, a pair a frame. They are read as a text that has the same lines: in place of pairs that are text
// there are the characters, and in place of others a code each (code608Rune).
type scc struct {
	lines   []sccLine
	doubled bool // codes are sent twice
}

// sccLine is a line of the file.
type sccLine struct {
	src   string // as it is in the file, with its end
	head  int    // where its pairs start
	tail  int    // and end
	at    float64
	pairs []uint16
	shown string // of the pairs
}

// newSCC reads the lines of a file.
func newSCC(f *File) (*scc, error) {
	s := &scc{}
	at := 0
	for rest := f.text; rest != ""; {
		n := lineLength(rest)
		l := sccLine{src: rest[:n]}
		if err := l.read(f, at); err != nil {
			return nil, err
		}
		for i, p := range l.pairs {
			s.doubled = s.doubled || i > 0 && kindOf608(p) > null608 && p == l.pairs[i-1]
		}
		s.lines = append(s.lines, l)
		at, rest = at+n, rest[n:]
	}
	for i := range s.lines {
		s.lines[i].shown = show608(s.lines[i].pairs)
	}
	return s, nil
}

// read reads a line at an offset into the file; one without a time is left alone.
func (l *sccLine) read(f *File, at int) error {
	text := strings.TrimSpace(l.src)
	if at == 0 || text == "" || text[0] == '/' || text[0] == '#' {
		return nil
	}
	n := strings.IndexAny(text, " \t")
	if n < 0 {
		n = len(text)
	}
	seconds, ok := sccTime(text[:n])
	if !ok {
		return f.errorLine(at, "a line starts with a time code, such as 00:00:01:05, and goes on with pairs of bytes")
	}
	l.at = seconds
	l.head = strings.Index(l.src, text) + n
	l.tail = len(strings.TrimRight(l.src, " \t\r\n"))
	for _, field := range strings.Fields(text[n:]) {
		b, err := hex.DecodeString(field)
		if err != nil || len(b) != 2 {
			return f.errorLine(at, "%q is no pair of bytes of four hexadecimal digits: the file is cut off or damaged here", field)
		}
		l.pairs = append(l.pairs, uint16(b[0])<<8|uint16(b[1]))
	}
	if l.tail > l.head {
		l.head += len(l.src[l.head:l.tail]) - len(strings.TrimLeft(l.src[l.head:l.tail], " \t"))
	}
	return nil
}

// frame608 is how long a frame lasts: 29.97 are sent a second, and counted as 30.
const frame608 = 1001.0 / 30000

// sccTime reads a time code, "00:00:01:05", or "00:00:01;05" where frames are dropped from the count so that it
// keeps to the clock.
func sccTime(s string) (seconds float64, ok bool) {
	cut := strings.LastIndexAny(s, ":;.,")
	if cut < 0 || strings.Count(s[:cut], ":")+strings.Count(s[:cut], ";") != 2 {
		return 0, false
	}
	parts := append(strings.FieldsFunc(s[:cut], func(r rune) bool { return r == ':' || r == ';' }), s[cut+1:])
	if len(parts) != 4 {
		return 0, false
	}
	var v [4]int
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || len(p) > 2 || i > 0 && i < 3 && n > 59 || i == 3 && n > 29 {
			return 0, false
		}
		v[i] = int(n)
	}
	minutes := v[0]*60 + v[1]
	frames := (minutes*60+v[2])*30 + v[3]
	if s[cut] != ':' {
		frames -= 2 * (minutes - minutes/10)
	}
	return float64(frames) * frame608, true
}

// show608 returns pairs as text. Of a code of a character that is sent twice the second is left out, and so
// is what an extended character, or a code, takes back.
func show608(pairs []uint16) string {
	var out []rune
	last := uint16(0) // a character's code, or that which takes one back, that may be sent again
	takeBack := func() {
		if n := len(out); n > 0 && !isCode608(out[n-1]) {
			out = out[:n-1]
		}
	}
	for _, p := range pairs {
		kind := kindOf608(p)
		if p == last {
			last = 0
			continue
		}
		last = 0
		hi, lo := byte(p>>8)&0x7f, byte(p)&0x7f
		switch kind {
		case text608:
			for _, b := range [...]byte{hi, lo} {
				if r, other := basic608[b]; other {
					out = append(out, r)
				} else if b >= 0x20 {
					out = append(out, rune(b))
				}
			}
		case special608Kind:
			out, last = append(out, special608[lo-0x30]), p
		case extended608Kind:
			takeBack()
			out, last = append(out, extended608[(hi&^0x08)-0x12][lo-0x20]), p
		case back608:
			takeBack()
			last = p
		case null608:
		default:
			out = append(out, code608Rune(p))
		}
	}
	return string(out)
}

// text returns what stands for the file: see scc.
func (s *scc) text() string {
	var b strings.Builder
	for i := range s.lines {
		l := &s.lines[i]
		if l.pairs == nil {
			b.WriteString(l.src)
			continue
		}
		b.WriteString(l.src[:l.head] + l.shown + l.src[l.tail:])
	}
	return b.String()
}

// readSCC reads the captions of Scenarist.
func readSCC(f *File) error {
	if !sniffSCC(strings.TrimPrefix(f.text, utf8Mark)) {
		return f.errorLine(0, "this is no SCC: its first line is not %s V1.0", sccHead)
	}
	s, err := newSCC(f)
	if err != nil {
		return err
	}
	f.scc = s
	f.stand(s.text(), s.pack)
	c := newCues(f)
	c.tagAt = noTag
	d := decoder608{f: f}
	at := 0
	for i := range s.lines {
		l := &s.lines[i]
		if l.pairs == nil {
			at += len(l.src)
			continue
		}
		if err := d.line(l, at+l.head); err != nil {
			return err
		}
		at += l.head + len(l.shown) + len(l.src) - l.tail
	}
	found := d.finish()
	var before transcript.Interval
	for i := range found {
		q := &found[i]
		f.checkTime(q.block.from, q.time.Start, q.time.End, &before)
		q.time = interval(q.time.Start, q.time.End, true)
	}
	c.addAll(found)
	f.finish = c.drop
	return nil
}

// decoder608 finds out when captions are seen.
type decoder608 struct {
	f       *File
	found   []textCue
	rolls   []bool // whether each of found rolls up
	loaded  []int  // of found, that are not seen yet
	seen    []int  // that are seen, and of which the end is not known
	pop     bool   // captions are loaded before they are seen
	rolling bool
	aside   bool // what comes is no caption
	channel int  // 1 or 2; 0: not known yet
}

// line reads a line, whose text starts at an offset.
func (d *decoder608) line(l *sccLine, from int) error {
	sent := d.frames(l)
	var rows []textLine
	start := from // of the row
	begins := 0.0 // when the caption is begun to be sent
	frame := 0
	row := func(to int) {
		if text := d.f.text[start:to]; strings.TrimSpace(text) != "" {
			if len(rows) == 0 {
				begins = l.at + float64(frame)*frame608
			}
			rows = append(rows, textLine{span{start, to}, start + len(strings.TrimRight(text, " \u00a0"))})
		}
	}
	flush := func() {
		if len(rows) > 0 {
			d.caption(rows, begins)
			rows = nil
		}
	}
	codes := 0
	sentBefore, next := uint16(0), 0 // a code that may be sent again, and where
	end := from + len(l.shown)
	for i, r := range d.f.text[from:end] {
		if !isCode608(r) {
			continue
		}
		at := from + i
		if !d.aside {
			row(at)
		}
		start = at + len(string(r))
		frame, codes = sent[codes], codes+1
		pair := uint16(r - private608)
		hi := byte(pair>>8) & 0x7f
		switch kindOf608(pair) {
		case mode608:
			if flush(); pair == sentBefore && at == next {
				sentBefore = 0
				continue
			}
			sentBefore, next = pair, start
			if channel := 1 + int(hi>>3&1); d.channel == 0 || d.channel == channel {
				d.channel = channel
			} else {
				return d.f.errorLine(at, "captions of a second channel: export them one by one")
			}
			d.mode(byte(pair)&0x7f, l.at+float64(frame)*frame608)
		case data608:
			d.aside = hi < 0x0f
		}
	}
	if !d.aside {
		row(end)
	}
	flush()
	return nil
}

// frames returns in which frame of a line each of its codes is sent.
func (d *decoder608) frames(l *sccLine) []int {
	var out []int
	for i, p := range l.pairs {
		switch kindOf608(p) {
		case address608, style608, mode608, data608:
			out = append(out, i)
		}
	}
	return out
}

// caption adds a caption, which is begun to be sent at a time.
func (d *decoder608) caption(rows []textLine, at float64) {
	if d.rolling {
		d.end(at)
	}
	q := textCue{cue{block: span{rows[0].from, rows[len(rows)-1].to}, time: transcript.Interval{Start: at, End: -1}}, rows}
	d.found, d.rolls = append(d.found, q), append(d.rolls, d.rolling)
	if k := len(d.found) - 1; d.pop {
		d.loaded = append(d.loaded, k)
	} else {
		d.seen = append(d.seen, k)
	}
}

// end ends the captions that are seen.
func (d *decoder608) end(at float64) {
	for _, k := range d.seen {
		d.found[k].time.End = at
	}
	d.seen = nil
}

// mode does what a code says at a time.
func (d *decoder608) mode(code byte, at float64) {
	switch code {
	case 0x20: // captions that pop on are loaded
		d.pop, d.rolling, d.aside = true, false, false
	case 0x25, 0x26, 0x27: // captions roll up
		d.end(at) // a row that is not there any more would have followed
		d.pop, d.rolling, d.aside = false, true, false
	case 0x29: // captions are painted on
		d.pop, d.rolling, d.aside = false, false, false
	case 0x2a, 0x2b: // other text
		d.aside = true
	case 0x2c: // what is seen goes
		d.end(at)
	case 0x2f: // what is loaded is seen
		d.end(at)
		for _, k := range d.loaded {
			d.found[k].time.Start = at
		}
		d.seen, d.loaded = d.loaded, nil
		d.pop, d.rolling, d.aside = true, false, false
	}
}

// rowLasts is how long a row that rolls up is taken to be about what is said, in seconds, and so is what
// nothing ends. It does not depend on the words, which may be removed.
const rowLasts = 5

// finish returns the captions.
func (d *decoder608) finish() []textCue {
	for i := range d.found {
		t := &d.found[i].time
		if most := t.Start + rowLasts; t.End < t.Start || d.rolls[i] && t.End > most {
			t.End = most
		}
	}
	return d.found
}

// pack returns the file of the text that stands for it, some of whose captions may have changed.
func (s *scc) pack(text string) string {
	var b strings.Builder
	b.Grow(len(text) * 3)
	for i := range s.lines {
		l := &s.lines[i]
		n := lineLength(text)
		line := text[:n]
		text = text[n:]
		if l.pairs == nil {
			b.WriteString(line)
			continue
		}
		shown := line[l.head : len(line)-(len(l.src)-l.tail)]
		if shown == l.shown {
			b.WriteString(l.src)
			continue
		}
		b.WriteString(l.src[:l.head])
		upper := strings.ContainsAny(l.src[l.head:l.tail], "ABCDEF")
		for k, p := range s.sent(l, shown) {
			if k > 0 {
				b.WriteByte(' ')
			}
			if upper {
				fmt.Fprintf(&b, "%04X", p)
			} else {
				fmt.Fprintf(&b, "%04x", p)
			}
		}
		b.WriteString(l.src[l.tail:])
	}
	return b.String()
}
