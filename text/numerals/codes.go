package numerals

import (
	"fmt"
	"strconv"
	"strings"
)

// digits reads a telephone number, or a code: digits in a row.
func (t *text) digits(i int) (item, bool) {
	if t.digit(i, false) < 0 && t.at(i) != lang.Plus && lang.Times[t.at(i)] == 0 {
		if !lang.Oh[t.at(i)] || t.digit(i+1, true) < 0 {
			return item{}, false
		}
	}
	if s := t.at(i - 1); s == lang.Point || lang.Oh[s] || t.isNumber(i-1) {
		return item{}, false
	}
	if t.at(i) == lang.Plus {
		all, end := t.digitsOf(i+1, false)
		if len(all) < 11 || len(all) > 13 || end != i+1+len(all) || t.isNumber(end) {
			return item{}, false
		}
		local := len(all) - 10 // as many words, since none is said double
		x := strongly(i, end, "+"+all[:local])
		x.edits[0].end = i + 1 + local
		x.edits = append(x.edits, edit{i + 1 + local, end, telephone(all[local:]), false})
		return x, true
	}
	all, end := t.digitsOf(i, true)
	if s := telephone(all); s != "" && !counting(all) && !t.isNumber(end) && !t.counts(end) {
		return strongly(i, end, s), true
	}
	all, end = t.digitsOf(i, false)
	switch {
	case t.interjected(i, end), len(all) <= 4 && !t.stands(end) && t.plural(end+1): // "one two three six different sizes"
		return item{}, false
	case t.fewDigits(all, i, end), t.isNumber(end), t.at(end) == lang.Point && t.digit(end+1, true) >= 0, t.counted(all, end):
		return item{}, false
	}
	if s := telephone(all); s != "" {
		return strongly(i, end, s), true
	}
	x := strongly(i, end, all)
	x.listed = len(all) <= 4 && all != lang.Emergency && !lang.Calls[t.at(i-1)]
	return x, true
}

// digitsOf reads digits in a row, with pairs and hundreds among them as telephone numbers
// are said, or without.
func (t *text) digitsOf(i int, pairs bool) (string, int) {
	var b strings.Builder
	singles, most := 0, 0 // digits that are said one by one
	for {
		times, k := 1, i
		if n := lang.Times[t.at(k)]; n > 0 {
			times, k = n, k+1
		}
		if d := t.digit(k, true); d >= 0 {
			if pairs && times == 1 && d > 0 && t.at(k+1) == lang.Hundred {
				fmt.Fprintf(&b, "%d00", d)
				i, singles = k+2, 0
				continue
			}
			for range times {
				b.WriteByte(byte('0' + d))
			}
			i, singles = k+1, singles+times
			most = max(most, singles)
			continue
		}
		if n, end := t.below100(k); pairs && times == 1 && n >= 10 {
			fmt.Fprintf(&b, "%d", n)
			i, singles = end, 0
			continue
		}
		break
	}
	if pairs && most < 3 {
		return "", i
	}
	// "oh" at the end is said about the number.
	for !pairs && b.Len() > 0 && lang.Oh[t.at(i-1)] && t.at(i) == "" {
		s := b.String()[:b.Len()-1]
		b.Reset()
		b.WriteString(s)
		i--
	}
	return b.String(), i
}

// interjected reports whether most of some digits are an "oh" that may be none: "oh oh oh one time".
func (t *text) interjected(i, end int) bool {
	oh := 0
	for k := i; k < end; k++ {
		if lang.Oh[t.at(k)] {
			oh++
		}
	}
	return 3*oh > 2*(end-i)
}

// telephone returns digits as those of a telephone number, "" where they are none.
func telephone(s string) string {
	switch {
	case len(s) == 7 && s[0] != '0':
		return s[:3] + "-" + s[3:]
	case len(s) == 10:
		return s[:3] + "-" + s[3:6] + "-" + s[6:]
	case len(s) == 11 && s[0] == '1':
		return "1-" + telephone(s[1:])
	}
	return ""
}

// mostStep is the largest step that people count in: "three six nine".
const mostStep = 3

// counting reports whether digits count up or down by the same step.
func counting(s string) bool {
	by := int(s[1]) - int(s[0])
	if by == 0 || by > mostStep || by < -mostStep {
		return false
	}
	for i := 1; i < len(s); i++ {
		if int(s[i])-int(s[i-1]) != by {
			return false
		}
	}
	return true
}

// fewDigits reports whether digits are too few for a code: less than three, or three that nothing says are one.
func (t *text) fewDigits(all string, i, end int) bool {
	if len(all) != 3 {
		return len(all) < 3
	}
	inner := all[1] == '0' || lang.Calls[t.at(i-1)] || all == lang.Emergency
	return !inner && !(t.style&All != 0 && t.alone(i, end))
}

// counted reports whether digits that end at an atom are what somebody counts, or how many of something there are, and no code.
func (t *text) counted(all string, end int) bool {
	return t.counts(end) || counting(all) || countsBeside(all) && telephone(all) == ""
}

// leastCounted is how many digits that count are no code, with another one before or behind: "seven. One two three four five".
const leastCounted = 5

// countsBeside reports whether all digits but the first, or but the last, count.
func countsBeside(s string) bool {
	return len(s) > leastCounted && (counting(s[1:]) || counting(s[:len(s)-1]))
}

// serial reads what letters and digits name together: "x three eighty six", "a b nine". A letter alone before a number
// may be cut off ("t twenty"), and one of several before a digit names what is counted ("B B C two").
func (t *text) serial(i int) (item, bool) {
	first := t.at(i)
	if i > t.from && t.spells(i-1) || len(first) != 1 || lang.Oh[first] || (first == "a" || first == "i") && (len(t.at(i+1)) != 1 || !t.atoms[i].opens) {
		return item{}, false
	}
	var b strings.Builder
	letters, digits, spelled := 0, 0, false
	j := i
	for {
		if w := t.at(j); len(w) == 1 && w[0] >= 'a' && w[0] <= 'z' && (digits == 0 || w != "a" && w != "i") {
			b.WriteString(strings.ToUpper(w))
			letters++
			j++
			continue
		}
		all, end, one := t.codeDigits(j)
		if all == "" {
			break
		}
		b.WriteString(all)
		digits, spelled, j = digits+len(all), spelled || one, end
	}
	few := digits == 0 || letters+digits < 3 || letters == 1 && (digits == 1 || !spelled) || digits == 1 && !t.alone(i, j)
	if few || t.isNumber(j) || t.counts(j) || t.plural(j) {
		return item{}, false
	}
	return strongly(i, j, b.String()), true
}

// codeDigits reads the digits of a code, and whether they are said as such, and not as a number.
func (t *text) codeDigits(i int) (s string, end int, spelled bool) {
	if s, end := t.digitsOf(i, true); s != "" {
		return s, end, true
	}
	if s, end := t.digitsOf(i, false); s != "" && !t.isNumber(end) {
		return s, end, true
	}
	if n, end := t.hundreds(i); n >= 10 {
		return strconv.FormatInt(n, 10), end, false
	}
	s, end = t.pairs(i)
	return s, end, true
}

// pairs reads digits that are said as small numbers, the first of them below ten: "three eighty six".
func (t *text) pairs(i int) (string, int) {
	s := ""
	for {
		n, end := t.below100(i)
		if n == 0 || n < 10 && s != "" {
			return s, i
		}
		s, i = s+strconv.Itoa(n), end
	}
}
