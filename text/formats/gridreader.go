package formats

import (
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// gridReader reads the values of a Praat text file, long or short: numbers that stand
// alone, strings in quotes and flags; everything else is decoration.
type gridReader struct {
	f  *File
	at int
}

// next returns the next value: a string with its quotes, a number or a flag.
func (r *gridReader) next() (span, error) {
	text := r.f.text
	for r.at < len(text) {
		from := r.at
		switch c := text[r.at]; {
		case c == '"':
			for r.at++; r.at < len(text); r.at++ {
				if text[r.at] != '"' {
					continue
				}
				if r.at+1 < len(text) && text[r.at+1] == '"' {
					r.at++
					continue
				}
				r.at++
				return span{from, r.at}, nil
			}
			return span{}, r.f.errorAt(from, "a string without its closing quote: the file is cut off or damaged")
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			r.at++
		case c == '!':
			for r.at < len(text) && text[r.at] != '\n' {
				r.at++
			}
		default:
			for r.at < len(text) && strings.IndexByte(" \t\r\n", text[r.at]) < 0 {
				r.at++
			}
			if s := text[from:r.at]; isNumber(s) || strings.HasPrefix(s, "<") {
				return span{from, r.at}, nil
			}
		}
	}
	return span{}, r.f.errorAt(len(text), "the TextGrid ends too early: the file is cut off")
}

func (r *gridReader) number(what string) (float64, error) {
	s, err := r.next()
	if err != nil {
		return 0, err
	}
	v, ok := parseNumber(r.f.text[s.from:s.to])
	if !ok {
		return 0, r.f.errorAt(s.from, "a number is missing: the %s", what)
	}
	return v, nil
}

// count reads a number of things.
func (r *gridReader) count(what string) (int, error) {
	at := r.at
	n, err := r.number(what)
	if err == nil && (n != math.Trunc(n) || !(n >= 0 && n <= MaxSize)) {
		err = r.f.errorAt(at, "%v is no %s", n, what)
	}
	return int(n), err
}

// str reads a string, and returns what is between its quotes.
func (r *gridReader) str(what string) (*field, error) {
	s, err := r.next()
	if err != nil {
		return nil, err
	}
	if r.f.text[s.from] != '"' {
		return nil, r.f.errorAt(s.from, "a string in quotes is missing: the %s", what)
	}
	inside := span{s.from + 1, s.to - 1}
	double := func(s string) string { return strings.ReplaceAll(s, `"`, `""`) }
	if strings.IndexByte(r.f.text[inside.from:inside.to], '"') < 0 {
		f := plainField(r.f.text, inside)
		f.encode = double
		return f, nil
	}
	return decodedField(r.f.text, inside, func(s string) (string, int) {
		if strings.HasPrefix(s, `""`) {
			return `"`, 2
		}
		return s[:1], 1
	}, double), nil
}

// tier is a tier of intervals.
type tier struct {
	name      string
	intervals []gridInterval
}

type gridInterval struct {
	time  transcript.Interval
	label *field
}

func readTiers(f *File) ([]tier, error) {
	if sniffChronological(f.text) {
		return readChronological(f)
	}
	if !sniffTextGrid(strings.TrimPrefix(f.text, "\ufeff")) {
		return nil, f.errorLine(0, "this is no TextGrid: its first lines do not say ooTextFile and TextGrid")
	}
	r := &gridReader{f: f}
	for _, what := range []string{"file type", "object class"} {
		if _, err := r.str(what); err != nil {
			return nil, err
		}
	}
	if err := r.extent("the recording"); err != nil {
		return nil, err
	}
	flag, err := r.next()
	if err != nil {
		return nil, err
	}
	if f.text[flag.from:flag.to] != "<exists>" {
		return nil, nil // a TextGrid without tiers
	}
	n, err := r.count("number of tiers")
	if err != nil {
		return nil, err
	}
	var tiers []tier
	for range n {
		t, intervals, err := r.tier()
		if err != nil {
			return nil, err
		}
		size, err := r.count("number of intervals of a tier")
		if err != nil {
			return nil, err
		}
		for range size {
			x, err := r.interval(intervals)
			if err != nil {
				return nil, err
			}
			if intervals {
				t.intervals = append(t.intervals, x)
			}
		}
		tiers = append(tiers, t)
	}
	return tiers, nil
}

// extent reads where something starts and ends.
func (r *gridReader) extent(of string) error {
	if _, err := r.number("start of " + of); err != nil {
		return err
	}
	_, err := r.number("end of " + of)
	return err
}

// tier reads the head of a tier, and whether it has intervals, or points.
func (r *gridReader) tier() (t tier, intervals bool, err error) {
	class, err := r.str("class of a tier")
	if err != nil {
		return t, false, err
	}
	if class.text != "IntervalTier" && class.text != "TextTier" {
		return t, false, r.f.errorAt(class.raw.from, "a tier of the class %q: IntervalTier or TextTier is expected", class.text)
	}
	name, err := r.str("name of a tier")
	if err != nil {
		return t, false, err
	}
	return tier{name: name.text}, class.text == "IntervalTier", r.extent("a tier")
}

// interval reads an interval, or a point.
func (r *gridReader) interval(two bool) (x gridInterval, err error) {
	from, err := r.number("start of an interval")
	if err != nil {
		return x, err
	}
	to := from
	if at := r.at; two {
		if to, err = r.number("end of an interval"); err != nil {
			return x, err
		}
		x.time = r.f.interval(at, from, to, true)
	}
	x.label, err = r.str("label of an interval")
	return x, err
}
