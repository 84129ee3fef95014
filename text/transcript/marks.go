package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// seam is the place where a stretch of words was removed: all that the marks and the case there
// are decided from.
type seam struct {
	left  string // the marks after the word before; "" where there is none
	stop  string // those at the first end of a sentence in the stretch; "" for none
	right string // those after its last word
	lead  string // those before the next word
	taken []sign // the quotes and brackets in the stretch, in order

	role      role
	editors   bool // nothing but what editors take out besides was in it
	opens     bool // a sentence opens with the stretch
	ends      bool // one ends with it
	single    bool // that is the only one in it
	closes    bool // no word of the turn is behind it
	statement bool // what its question mark asks is not what the sentence before it says
	comma     bool // a comma has a place between the words beside it
	capital   bool // it took the capital of what it opened
	lower     bool // the next word begins with a small letter
	runsOn    bool // it is what the stretch begins with, inside a sentence that runs on behind the full stop there
	dotted    bool // the word before ends with the full stop of an abbreviation
	fixed     bool // no mark may be put behind the word before: see Document.verbatim
	whole     bool // the word before is one that the source holds with its marks
	shut      bool // so is the next one
	unspaced  bool // no blanks are between words
	low       bool // the quotation began with „
	joined    bool // the next word would be glued to the one before: "15(uh):20"
	behindTag bool // the next word stands right behind a tag
}

// role is what a stretch was to the words beside it.
type role uint8

const (
	filler     role = iota // set off from both sides
	reparandum             // the next words take its place
	loopCopy               // what is kept stands where the last copy stood
)

// mended is what is decided at a seam.
type mended struct {
	left, lead string // the marks after the word before, and before the next one
	upper      bool   // the next word gets a capital
}

// mend decides the marks and the case at a seam. It is the only place that does; TestMarks has
// the cases.
func (s *seam) mend() mended {
	if s.role == loopCopy {
		return mended{left: s.right, lead: s.lead}
	}
	m := mended{left: s.left, lead: s.lead, upper: s.capital && !s.ends && !s.isBreak()}
	opened, closed := s.signs(&m.left)
	switch {
	case s.opens, s.isBreak():
	case s.stop != "":
		m.left = s.ended(m.left)
	case s.closes:
		m.left = s.closed(m.left)
	case !s.fixed && s.role != reparandum:
		m.left = s.inside(m.left, opened != "")
	}
	if !s.whole && closed != "" {
		m.left = s.shutBy(m.left, closed)
	}
	if s.behindTag {
		m.lead = withoutSoft(m.lead)
	}
	if !s.shut {
		m.lead = opened + m.lead
	}
	return m
}

// shutBy puts quotes and brackets that close behind the marks of the word before. Marks that stood behind them still do, in place of those inside:
// "„Nein, äh“, sagte er." has its comma outside.
func (s *seam) shutBy(left, closed string) string {
	last, _ := utf8.DecodeLastRuneInString(closed)
	at := strings.LastIndex(s.right, string(last))
	if at < 0 || !strings.ContainsRune(outerMarks, last) && !((s.unspaced || s.low) && last == '”') {
		return left + closed
	}
	outer := s.right[at+utf8.RuneLen(last):]
	if strings.TrimFunc(outer, func(r rune) bool { return isSoft(r) || isFinal(string(r)) }) != "" || strings.TrimSpace(outer) == "" {
		if s.stop == "" && (s.unspaced || last == '“') {
			left, _ = cutSoft(left) // it set off what is gone
		}
		return left + closed
	}
	inner, _ := cutSoft(strings.TrimRight(left, ".?!…。？！؟"))
	return inner + closed + outer
}

// outerMarks are quotes that close in languages in which marks that are not said stand outside of them.
const outerMarks = "“‘»«」』"

// isBreak reports whether what ends a sentence in the stretch only says that a reparandum
// breaks off: the repair goes on in the same sentence, in lower case.
func (s *seam) isBreak() bool {
	return s.role == reparandum && (s.runsOn || s.single && s.lower) && !strings.ContainsAny(s.stop, "?!？！")
}

// ended puts the end of a sentence that was removed behind what is kept of it.
func (s *seam) ended(left string) string {
	final := strings.Map(func(r rune) rune {
		if strings.ContainsRune(".?!…。？！؟", r) {
			return r
		}
		return -1
	}, s.stop)
	if at := strings.IndexAny(s.stop, ".?!…"); at > 0 && final != "" {
		before := s.stop[:at]
		if blank := before[len(strings.TrimRightFunc(before, unicode.IsSpace)):]; blank == before || blank != " " {
			final = blank + final // French: "tu viens ?"
		}
	}
	if s.statement {
		final = stated(final)
	}
	rest, at := cutSoft(left)
	if s.fixed || final == "." && (strings.HasSuffix(rest[:at], ".") || at == 0 && s.dotted) {
		final = "" // the full stop of an abbreviation does for both
	}
	return rest[:at] + final + rest[at:]
}

// stated returns what ends a statement in place of a question mark.
func stated(final string) string {
	if rest := strings.Trim(final, "?？"); rest != "" {
		return rest
	}
	if strings.Contains(final, "？") {
		return "。"
	}
	return "."
}

// closed returns the marks at the end of a turn that has no end of a sentence: one that says that it
// breaks off stays, one that set off what was removed does not.
func (s *seam) closed(left string) string {
	if softPunct(left) == '-' {
		return left
	}
	rest, at := cutSoft(left)
	if right := breakOf(s.right); right != "" && !s.fixed {
		return rest[:at] + right + rest[at:]
	}
	return rest
}

// breakOf returns the dash or ellipsis that marks begin with; "" for none.
func breakOf(marks string) string {
	if softPunct(marks) != '-' {
		return ""
	}
	return marks[:len(marks)-len(strings.TrimLeftFunc(marks, isSoft))]
}

// inside decides which marks inside a sentence are kept around a filler. One that only set
// it off goes with it, as does one inside a quotation or bracket that opens with it.
func (s *seam) inside(marks string, opens bool) string {
	left, right := softPunct(marks), softPunct(s.right)
	rest, at := cutSoft(marks)
	strong := right == ';' || right == ':'
	switch {
	case s.unspaced:
		// The mark before it is kept; one behind it set it off, if it is no more than a comma.
		if left == 0 && strong {
			return rest[:at] + softOf(s.right) + rest[at:]
		}
	case strong && (left == 0 || left == ','), left == 0 && right == ',' && s.comma && !opens:
		return rest[:at] + blankBefore(s.right, right) + string(right) + rest[at:]
	case s.editors && left == '-' && right != '-':
		return marks // the speaker breaks off there: "you don't know how-- yeah, you got me"
	case left == ',' && !s.comma, left == '-' && right != 0:
		return rest
	}
	return marks
}

// blankBefore returns the blank that stands before a mark, as in French before ";".
func blankBefore(marks string, mark rune) string {
	at := max(0, strings.IndexRune(marks, mark))
	return marks[len(strings.TrimRightFunc(marks[:at], unicode.IsSpace)):at]
}

// softOf returns the first mark inside a sentence of some marks as it is written.
func softOf(marks string) string {
	for _, r := range marks {
		if strings.ContainsRune(";:；：", r) {
			return string(r)
		}
	}
	return ""
}

// withoutSoft takes away the marks before a word that set it off from what was removed, where a
// tag stood between: "<i>uh</i>, yes".
func withoutSoft(lead string) string {
	if softPunct(lead) == 0 {
		return lead
	}
	rest := strings.TrimLeft(lead, ",;: ")
	if len(rest) < len(lead) && strings.HasSuffix(lead, " ") {
		rest = " " + rest
	}
	return rest
}

// sign is a quote or bracket.
type sign struct {
	rune
	before bool // it stands before its word
	shuts  bool // it closes, though it opens elsewhere: the “ of „ja“
	blank  rune // that stands before it, in French: « je viens »; 0: none does
}

// signs returns the quotes and brackets that open and close beyond the stretch: its neighbours
// take them over. One at the end of left that would hold nothing any more goes, unless
// it is all that parts two words.
func (s *seam) signs(left *string) (opened, closed string) {
	var open, shut []rune
	for _, c := range s.taken {
		n := len(open) - 1
		for n >= 0 && !closes(open[n], c.rune) {
			n--
		}
		switch {
		case c.before:
			open = append(open, c.rune)
		case n >= 0:
			open = append(open[:n], open[n+1:]...)
		case c.rune != '[' && !c.shuts && isOpening(string(c.rune)): // that of a note or time would make one of what is behind it
			open = append(open, c.rune)
		case len(shut) == 0 && !s.joined && opensAtEnd(*left, c.rune):
			_, size := utf8.DecodeLastRuneInString(*left)
			*left = (*left)[:len(*left)-size]
		default:
			if c.blank != 0 {
				shut = append(shut, c.blank)
			}
			shut = append(shut, c.rune)
		}
	}
	return strings.TrimLeftFunc(string(open), unicode.IsSpace), string(shut)
}

// opensAtEnd reports whether the last of some marks after a word opens what c closes: "so,(uh)".
func opensAtEnd(marks string, c rune) bool {
	last, _ := utf8.DecodeLastRuneInString(marks)
	return isOpening(string(last)) && closes(last, c)
}

// closes reports whether c closes what open opens.
func closes(open, c rune) bool {
	switch open {
	case '[':
		return c == ']'
	case '„':
		return c == '“' || c == '”'
	case '‚':
		return c == '‘' || c == '’'
	case '»':
		return c == '«'
	case '›':
		return c == '‹'
	}
	return closers[open] == c
}
