package translation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segment is a text with its marks: Gaps[0] stand before the first word, Gaps[i] after
// word i-1.
type Segment struct {
	Words []string
	Gaps  []Marks // one more than Words
}

// Marks returns the number of marks.
func (s *Segment) Marks() int {
	n := 0
	for _, g := range s.Gaps {
		n += g.Len()
	}
	return n
}

// Words returns how many words segments have.
func Words(segments []Segment) int {
	n := 0
	for i := range segments {
		n += len(segments[i].Words)
	}
	return n
}

// Tokens appends the words and marks of a text with its marks to out, each mark as name
// gives it: as Mark.Token for language models, Mark.String for scores.
func Tokens(out, words []string, gaps []Marks, name func(Mark) string) []string {
	put := func(m Marks) {
		for ; m != 0; m = m.From(1) {
			out = append(out, name(m.At(0)))
		}
	}
	put(gaps[0])
	for i, w := range words {
		out = append(out, w)
		put(gaps[i+1])
	}
	return out
}

// Reader takes text apart into words and marks. Points of abbreviations, ordinals and
// initials stay with their words, as do hyphens and apostrophes. It may be shared between
// goroutines.
type Reader struct {
	abbreviations map[string]bool
	ordinals      bool // numbers with a point inside a text are ordinals
}

// NewReader returns the reader of a language: "de" or "en"; any other has no abbreviations.
func NewReader(language string) *Reader {
	r := &Reader{abbreviations: make(map[string]bool), ordinals: language == "de"}
	for _, w := range strings.Fields(abbreviations[language]) {
		r.abbreviations[w] = true
	}
	return r
}

// abbreviations, without their last point. Single letters and what has a point inside need
// not be among them.
var abbreviations = map[string]string{
	"en": `Mr Mrs Ms Dr Prof St Jr Sr Gen Sen Rep Gov Capt Lt Col Sgt Rev Hon Mt Ft vs Vol Fig Jan Feb Aug Sept Oct Nov Dec`,
	"de": `Dr Prof Hr Fr St Nr Abs Art Bd Str Mio Mrd Mill ca bzw bspw evtl ggf inkl sog vgl Jh geb gest Tel dt engl franz Jan Feb Aug Sept Okt Nov Dez Dipl Ing med phil jur rer nat h.c Ziff Hrsg Rs Drs`,
}

// Read takes a text apart.
func (r *Reader) Read(text string) *Segment {
	s := &Segment{Gaps: []Marks{0}}
	fields := strings.Fields(text)
	singles := 0  // quotes ‘ that are open
	open := false // a quote is open
	put := func(m Mark) { s.Gaps[len(s.Gaps)-1] = s.Gaps[len(s.Gaps)-1].With(m) }
	quote := func(opens bool) {
		if open = opens; opens {
			put(OpenQuote)
		} else {
			put(CloseQuote)
		}
	}
	word := func(w string) { s.Words, s.Gaps = append(s.Words, w), append(s.Gaps, 0) }
	for i, field := range fields {
		for _, piece := range pieces(field) {
			front, core, back := peel(piece)
			if core == "" {
				// Marks that stand alone: a quote is the other one of a pair.
				for rest := front + back; rest != ""; {
					m, n := leading(rest)
					rest = rest[n:]
					switch m {
					case OpenQuote, CloseQuote:
						quote(!open)
					case OpenSingle:
						singles++
						put(OpenSingle)
					default:
						put(m)
					}
				}
				continue
			}
			for front != "" {
				m, n := leading(front)
				front = front[n:]
				switch m {
				case OpenQuote, CloseQuote:
					quote(true)
				case OpenSingle, CloseSingle:
					if n > 0 && closesLater(fields[i:]) {
						singles++
						put(OpenSingle)
					} else {
						core = "'" + core
					}
				default:
					put(m)
				}
			}
			// What belongs to the word: points of abbreviations, apostrophes that close nothing.
			if strings.HasPrefix(back, ".") && !strings.HasPrefix(back, "..") && r.keepsPoint(core, i+1 == len(fields) && len(back) == 1) {
				core, back = core+".", back[1:]
			}
			if singles == 0 {
				for _, q := range []string{"'", "’"} {
					if strings.HasPrefix(back, q) {
						core, back = core+"'", back[len(q):]
					}
				}
			}
			word(core)
			for back != "" {
				m, n := leading(back)
				back = back[n:]
				switch m {
				case OpenQuote, CloseQuote:
					quote(false)
				case OpenSingle, CloseSingle:
					singles = max(0, singles-1)
					put(CloseSingle)
				default:
					put(m)
				}
			}
		}
	}
	return s
}

// keepsPoint reports whether the point behind a word is a part of it.
func (r *Reader) keepsPoint(w string, last bool) bool {
	if r.abbreviations[w] {
		return true
	}
	digits := strings.IndexFunc(w, func(c rune) bool { return !unicode.IsDigit(c) }) < 0
	if digits {
		return r.ordinals && len(w) <= 2 && !last
	}
	if last {
		return false
	}
	c, n := utf8.DecodeRuneInString(w)
	return n == len(w) && unicode.IsUpper(c) && c != 'I' || strings.Contains(w, ".") && !strings.ContainsFunc(w, unicode.IsDigit) && len(w) <= 6
}

// closesLater reports whether one of a few words ends in a single quote.
func closesLater(fields []string) bool {
	for i, f := range fields[:min(len(fields), 12)] {
		if i == 0 {
			f = strings.TrimLeft(f, "'‘‚’")
		}
		f = strings.TrimRight(f, `.,?!:;"”)`)
		if strings.HasSuffix(f, "'") || strings.HasSuffix(f, "’") || strings.HasSuffix(f, "‘") {
			return true
		}
	}
	return false
}

// signs are the marks by what they begin with, longer ones first.
var signs = []struct {
	text string
	mark Mark
}{
	{"...", Ellipsis}, {"…", Ellipsis}, {"--", Dash}, {"–", Dash}, {"—", Dash},
	{".", Period}, {"?", Question}, {"!", Exclamation}, {",", Comma}, {";", Semicolon}, {":", Colon},
	{`"`, OpenQuote}, {"“", OpenQuote}, {"”", CloseQuote}, {"„", OpenQuote}, {"«", OpenQuote}, {"»", CloseQuote},
	{"'", OpenSingle}, {"‘", OpenSingle}, {"’", CloseSingle}, {"‚", OpenSingle}, {"‹", OpenSingle}, {"›", CloseSingle},
	{"(", OpenBracket}, {")", CloseBracket}, {"[", OpenSquare}, {"]", CloseSquare},
}

// leading returns the mark that a text begins with and how long it is; 0 if there is none.
func leading(s string) (Mark, int) {
	for _, sign := range signs {
		if strings.HasPrefix(s, sign.text) {
			return sign.mark, len(sign.text)
		}
	}
	return NoMark, 0
}

// trailing is leading for the end.
func trailing(s string) (Mark, int) {
	for _, sign := range signs {
		if strings.HasSuffix(s, sign.text) {
			return sign.mark, len(sign.text)
		}
	}
	return NoMark, 0
}

// peel parts the marks at the borders of a field from what is between them. Points and
// commas before a word are parts of it, as in ".5".
func peel(s string) (front, core, back string) {
	if s == "-" {
		return "–", "", ""
	}
	core = s
	for core != "" {
		m, n := trailing(core)
		if m == NoMark {
			break
		}
		core = core[:len(core)-n]
	}
	back = s[len(core):]
	rest := core
	for rest != "" {
		m, n := leading(rest)
		if m == NoMark || m == Period || m == Comma {
			break
		}
		rest = rest[n:]
	}
	front, core = core[:len(core)-len(rest)], rest
	return front, core, back
}

// pieces cuts a field where marks stand between words without blanks: dashes, quotes,
// brackets, dots, and other marks before a quote.
func pieces(s string) []string {
	var out []string
	from := 0
	for i := 1; i < len(s); {
		m, n := leading(s[i:])
		if n == 0 {
			_, n = utf8.DecodeRuneInString(s[i:])
			i += n
			continue
		}
		end := i + n
		cut := m == Dash || m == Ellipsis || m == OpenQuote || m == CloseQuote || m == OpenSquare || m == CloseSquare
		for { // marks behind it
			next, k := leading(s[end:])
			if k == 0 {
				break
			}
			cut = cut || next == OpenQuote || next == CloseQuote || next == Dash || next == Ellipsis
			end += k
		}
		if cut && end < len(s) {
			// What opens belongs to the word behind.
			at := end
			for at > i {
				m, k := trailing(s[i:at])
				if m != OpenQuote && m != CloseQuote && !m.Opens() || m == CloseQuote && at-k == i {
					break
				}
				at -= k
			}
			if at == i { // `ab"cd`: nothing tells what it is
				at = end
			}
			out, from = append(out, s[from:at]), at
		}
		i = end
	}
	return append(out, s[from:])
}
