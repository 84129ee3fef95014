package numerals

import (
	"strconv"
	"strings"
)

// number is a count as it is spoken.
type number struct {
	start, end int    // atoms
	value      int64  // of decimals, what is before the point
	fraction   string // the digits after the point
	scale      int    // atom of the last word, where that is a million or more that is kept a word; -1
	unit       int64  // what that word says
	word       string // that word
	article    bool   // begins with "a"
	lone       bool   // begins with a multiplier, after "a" or without anything
	round      bool   // ends with a multiplier
	bare       bool   // begins with the point
}

// below100 reads a number from 1 to 99 at an atom; 0: there is none.
func (t *text) below100(i int) (value, end int) {
	s := t.at(i)
	if tens := lang.Tens[s]; tens > 0 {
		if n := lang.Small[t.at(i+1)]; n > 0 && n < 10 {
			return tens + n, i + 2
		}
		return tens, i + 1
	}
	if n := lang.Small[s]; n > 0 {
		return n, i + 1
	}
	return 0, i
}

// digit reads a digit at an atom, -1 for none. oh says that letters count as zero.
func (t *text) digit(i int, oh bool) int {
	s := t.at(i)
	if oh && lang.Oh[s] {
		return 0
	}
	if n, ok := lang.Small[s]; ok && n < 10 {
		return n
	}
	return -1
}

// hundreds reads a number up to 9,999 that is said with hundreds at most; 0: there is none.
func (t *text) hundreds(i int) (value int64, end int) {
	n, j := t.below100(i)
	if n == 0 {
		if t.at(i) != lang.Hundred {
			return 0, i
		}
		n, j = 1, i
	}
	if t.at(j) != lang.Hundred || n%10 == 0 {
		return int64(n), j
	}
	value, j = int64(n)*100, j+1
	k := j
	if t.at(k) == lang.And && t.at(i-1) != lang.Between {
		k++
	}
	// "two hundred three hundred" are two.
	if rest, end := t.below100(k); rest > 0 && t.at(end) != lang.Hundred {
		return value + int64(rest), end
	}
	return value, j
}

// cardinal reads a count at an atom: "two hundred and five", "a million", "one point five",
// "two and a half million". nil: there is none.
func (t *text) cardinal(i int) *number {
	if t.at(i-1) == lang.Point && !lang.Determiners[t.at(i-2)] {
		return nil // of "point five point three" no part is read, nor is another
	}
	x := &number{start: i, end: i, scale: -1}
	if t.at(i) == "zero" {
		x.end = i + 1
		return t.decimal(x)
	}
	if t.at(i) == lang.Point {
		return t.decimal(x)
	}
	j := i
	if lang.Articles[t.at(j)] {
		if j++; t.at(j) != lang.Hundred && lang.Scales[t.at(j)] == 0 {
			return nil
		}
		x.article = true
	}
	x.lone = t.at(j) == lang.Hundred || lang.Scales[t.at(j)] > 0
	t.groups(x, j)
	if x.end == i {
		return nil
	}
	if x.unit < 1e6 || x.value/x.unit >= 1000 || x.value%x.unit != 0 {
		x.scale, x.unit = -1, 0
	}
	if x.scale >= 0 {
		x.word = t.at(x.scale)
		return x
	}
	if x.lone || x.value >= 1e6 {
		return x
	}
	return t.decimal(x)
}

// groups reads the whole part of a number at an atom: hundreds, each with a smaller scale than
// those before it, "two million three hundred thousand and five".
func (t *text) groups(x *number, j int) {
	least := int64(0) // the multiplier before; 0: there is none yet
	for {
		k := j
		if least > 0 && t.at(k) == lang.And && t.at(x.start-1) != lang.Between {
			k++
		}
		n, end := t.hundreds(k)
		if n == 0 && least == 0 && x.lone {
			n = 1
		}
		unit := lang.Scales[t.at(end)]
		switch {
		case n == 0, least > 0 && (unit >= least || n >= least || n >= 1000):
		case unit > 0 && (least == 0 || unit < least) && n < 1000:
			x.value += n * unit
			least, x.unit, x.round = unit, unit, true
			x.scale = end
			j, x.end = end+1, end+1
			continue
		case k > j && t.at(end) == lang.Hundred:
		default:
			x.value += n
			x.round = t.at(end-1) == lang.Hundred
			x.scale, x.unit = -1, 0
			x.end = end
		}
		return
	}
}

// decimal reads what may stand after the whole part of a number: "point five", "and a half"
// before a million, and the million itself.
func (t *text) decimal(x *number) *number {
	if t.at(x.end) == lang.Point {
		j := x.end + 1
		digits := ""
		if n, end := t.below100(j); n >= 10 {
			digits, j = strconv.Itoa(n), end
		} else {
			for d := t.digit(j, true); d >= 0; d = t.digit(j, true) {
				digits += strconv.Itoa(d)
				j++
			}
		}
		if digits == "" || t.at(x.start-1) == "at" && x.value == 1 && !t.amounts(j) {
			return t.ended(x)
		}
		if x.end == x.start {
			// "at this point five of them": a fraction below one has to be of something, or all that is said.
			if lang.Determiners[t.at(x.start-1)] || !t.amounts(j) && lang.Currencies[t.at(j)] == "" && !t.alone(x.start, j) {
				return nil
			}
			x.bare = true
		}
		x.fraction, x.end = digits, j
		t.scaled(x)
		return x
	}
	if end, ok := t.says(x.end, lang.Halves...); ok && x.value > 0 && t.amounts(end) {
		x.fraction, x.end = "5", end
		t.scaled(x)
	}
	return t.ended(x)
}

// ended returns a number, nil where nothing is said but a sign.
func (t *text) ended(x *number) *number {
	if x.end == x.start {
		return nil
	}
	return x
}

// amounts reports whether an atom makes the number before it one of something: a million or
// percent.
func (t *text) amounts(i int) bool { return lang.Scales[t.at(i)] >= 1e6 || t.percentSign(i) > i }

// scaled reads a multiplier after a decimal.
func (t *text) scaled(x *number) {
	if unit := lang.Scales[t.at(x.end)]; unit > 0 {
		x.scale, x.unit, x.word, x.round = x.end, unit, t.at(x.end), true
		x.value *= unit
		x.end++
	}
}

// idle reports whether the number stands for very many: "a million and two things".
func (x *number) idle() bool { return x.article && x.value > 1e6 && x.value%1e6 < 10 }

// figure returns a number in digits, as a style has them, without a multiplier that is kept a word.
func (x *number) figure(style Style) string {
	value := x.value
	if x.scale >= 0 {
		value /= x.unit
	}
	s := strconv.FormatInt(value, 10)
	if style&Plain == 0 {
		s = grouped(value)
	}
	if x.fraction != "" {
		s += "." + x.fraction
	}
	if style&Short != 0 && x.bare {
		s = s[1:]
	}
	return s
}

// edits writes the number with a sign before it or after it, up to the end of its unit.
func (t *text) edits(x *number, before, after string, end int) []edit {
	text := before + x.figure(t.style) + after
	if x.scale < 0 {
		return []edit{{x.start, end, text, false}}
	}
	start := x.scale
	if start == x.start {
		return nil // "million dollars" with nothing before it
	}
	out := []edit{{x.start, start, text, false}}
	if end > x.end {
		out = append(out, edit{start, end, x.word, false})
	}
	return out
}

// grouped returns a number with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < 4 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// ordinalBelow100 reads an ordinal from 1st to 99th at an atom; 0: there is none.
func (t *text) ordinalBelow100(i int) (value, end int) {
	if tens := lang.Tens[t.at(i)]; tens > 0 {
		if n := ordinalOf(t.at(i + 1)); n > 0 && n < 10 {
			return tens + n, i + 2
		}
		return 0, i
	}
	if n := ordinalOf(t.at(i)); n < 100 {
		return n, i + 1
	}
	return 0, i
}

// ordinalAt reads an ordinal at an atom; 0: there is none.
func (t *text) ordinalAt(i int) (value int64, end int) {
	if n, end := t.ordinalBelow100(i); n > 0 {
		return int64(n), end
	}
	limit := t.limit
	defer func() { t.limit = limit }()
	all := t.cardinal(i)
	if all == nil {
		if n := ordinalOf(t.at(i)); n >= 100 {
			return int64(n), i + 1
		}
		return 0, i
	}
	if n := ordinalOf(t.at(all.end)); n >= 100 && !all.round && all.fraction == "" && !all.article && all.value < 100 && (all.value > 1 || t.style&All != 0 && t.alone(i, all.end+1)) {
		return all.value * int64(n), all.end + 1
	}
	for end := all.end; end > i; end-- {
		t.limit = end
		x := t.cardinal(i)
		t.limit = limit
		if x == nil || x.end != end || !x.round || x.fraction != "" || x.lone {
			continue
		}
		k := end
		if t.at(k) == lang.And {
			k++
		}
		if n, end := t.ordinalBelow100(k); n > 0 {
			return x.value + int64(n), end
		}
	}
	return 0, i
}

// ordinalFigure returns an ordinal in digits: "23rd".
func ordinalFigure(n int64) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return grouped(n) + suffix
}
