package numerals

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// count reads a count, with its unit or without.
func (t *text) count(i int) (item, bool) {
	n := t.cardinal(i)
	if n == nil {
		return item{}, false
	}
	x := item{start: i, end: n.end, number: n}
	if n.end == i+1 && lang.Places[t.at(i-1)] && (t.stands(n.end) || n.value > 1) && n.value > 0 && !lang.Vague[t.at(n.end)] {
		x.kind, x.edits = measure, n.edits("", "", n.end)
		return x, true
	}
	if !n.lone && lang.Units[t.at(n.end)] && !lang.Own[t.at(i-1)] && n.value != 0 {
		x.kind, x.edits = measure, n.edits("", "", n.end)
		return x, true
	}
	switch small := n.value < 10 && n.fraction == ""; {
	case small, t.at(n.end) == lang.Point && t.digit(n.end+1, true) >= 0:
		return item{}, false
	case n.lone && (n.round || !n.article):
		return item{}, false
	}
	if n.value <= 12 && n.fraction == "" && lang.ClockLinks[t.at(i-1)] && (lang.Parts[t.at(i-2)] || t.isNumber(i-2)) && t.stands(n.end) {
		return item{}, false // "half past ten", "quarter to twelve", "five to ten"
	}
	if t.at(n.end) == "past" && t.isNumber(n.end+1) {
		return item{}, false // "twenty past nine"
	}
	x.edits = n.edits("", "", n.end)
	return x, true
}

// money reads a sum: a count with a currency, and cents.
func (t *text) money(i int) (item, bool) {
	if lang.Articles[t.at(i)] && lang.CurrencyOne[t.at(i+1)] != "" {
		// "a dollar fifty"
		cents, end := t.below100(i + 2)
		if after := t.at(end); cents >= 10 && (t.stands(end) || lang.Cents[after]) {
			if lang.Cents[after] {
				end++
			}
			text := fmt.Sprintf("%s1.%02d", lang.CurrencyOne[t.at(i+1)], cents)
			return item{start: i, end: end, kind: strong, edits: []edit{{i, end, text, false}}}, true
		}
		return item{}, false
	}
	n := t.cardinal(i)
	if n == nil {
		return item{}, false
	}
	word := t.at(n.end)
	sign, one := lang.Currencies[word], lang.CurrencyOne[word]
	switch {
	case sign == "" && one == "":
		return item{}, false
	case n.lone && lang.Vague[t.at(i-1)]:
		return item{}, false // "a few hundred dollars"
	case one != "" && n.article:
		return item{}, false // "a hundred dollar bill": the article is the bill's
	}
	end := n.end + 1
	if sign == "" {
		sign = one
	}
	x := item{start: i, kind: strong, number: n, sign: sign}
	if n.scale < 0 && n.fraction == "" {
		k := end
		if t.at(k) == lang.And {
			k++
		}
		if cents, after := t.below100(k); cents > 0 && lang.Cents[t.at(after)] {
			x.end, x.number = after+1, nil
			x.edits = []edit{{i, after + 1, fmt.Sprintf("%s%s.%02d", sign, n.figure(), cents), false}}
			return x, true
		} else if k == end && cents >= 10 && t.stands(after) {
			x.end, x.number = after, nil
			x.edits = []edit{{i, after, fmt.Sprintf("%s%s.%02d", sign, n.figure(), cents), false}}
			return x, true
		}
	}
	x.end, x.edits = end, n.edits(sign, "", end)
	return x, x.edits != nil
}

// percentSign returns where the words for a percent sign end; i: there are none.
func (t *text) percentSign(i int) int {
	if lang.Percent[t.at(i)] {
		return i + 1
	}
	if end, ok := t.says(i, "per", "cent"); ok {
		return end
	}
	return i
}

// percent reads a percentage.
func (t *text) percent(i int) (item, bool) {
	n := t.cardinal(i)
	if n == nil || n.scale >= 0 || n.lone && lang.Vague[t.at(i-1)] {
		return item{}, false
	}
	end := t.percentSign(n.end)
	if end == n.end {
		return item{}, false
	}
	return item{start: i, end: end, kind: strong, number: n, sign: "%", edits: n.edits("", "%", end)}, true
}

// ordinal reads an ordinal from 10th on, and smaller ones of days: "the third of May".
func (t *text) ordinal(i int) (item, bool) {
	n, end := t.ordinalAt(i)
	switch before := t.at(i - 1); {
	case n == 0:
		return item{}, false
	case n <= 31 && t.at(end) == "of" && lang.Months[t.at(end+1)]:
		x := item{start: i, end: end, kind: strong, edits: []edit{{i, end, ordinalFigure(n), false}}}
		if year, after := t.anyYear(end + 2); year != "" {
			x.end = after
			x.edits = append(x.edits, edit{end + 2, after, year, false})
		}
		return x, true
	case n < 10, end == i+1 && (lang.Articles[before] || before == "an" || t.isNumber(i-1)):
		return item{}, false
	}
	return item{start: i, end: end, edits: []edit{{i, end, ordinalFigure(n), false}}}, true
}

// date reads a month with a day, a year or both.
func (t *text) date(i int) (item, bool) {
	month := t.at(i)
	if !lang.Months[month] {
		return item{}, false
	}
	if lang.ModalMonths[month] && i > t.from && !lang.MonthBefore[t.at(i-1)] {
		return item{}, false
	}
	x := item{start: i, end: i + 1, kind: strong}
	k := i + 1
	if t.at(k) == "the" {
		k++
	}
	if n, end := t.ordinalAt(k); n > 0 && n <= 31 {
		x.edits, x.end = []edit{{k, end, ordinalFigure(n), false}}, end
	} else if year, end := t.anyYear(i + 1); year != "" {
		x.edits, x.end = []edit{{i + 1, end, year, false}}, end
		return x, true
	} else if day := t.cardinal(i + 1); day != nil && day.fraction == "" && day.value >= 1 && day.value <= 31 && !day.lone && !t.counts(day.end) {
		x.edits, x.end = []edit{{i + 1, day.end, day.figure(), false}}, day.end
	} else {
		// Not a day of one number and the beginning of another: "june fifth", "june fifteen twenty ten".
		n, end := t.below100(i + 1)
		year, after := t.anyYear(end)
		if n == 0 || n > 31 || year == "" {
			return item{}, false
		}
		x.edits, x.end = []edit{{i + 1, end, strconv.Itoa(n), false}, {end, after, year, false}}, after
		x.edits[0].comma = true
		return x, true
	}
	if year, end := t.anyYear(x.end); year != "" {
		x.edits[0].comma = true
		x.edits = append(x.edits, edit{x.end, end, year, false})
		x.end = end
	}
	t.day = x.end
	return x, true
}

// counts reports whether an atom is what a number before it counts.
func (t *text) counts(i int) bool {
	return t.plural(i) || t.percentSign(i) > i || lang.CurrencyOne[t.at(i)] != "" || lang.Cents[t.at(i)] || lang.OClock[t.at(i)] || t.halfDayAt(i) != ""
}

// pair reads a year said as two numbers: "nineteen ninety nine", "twenty oh five". sure says
// that it is hardly anything else.
func (t *text) pair(i int) (year, end int, sure bool) {
	a := lang.Small[t.at(i)]
	if t.at(i) == "twenty" {
		a = 20
	}
	if a < 10 {
		return 0, i, false
	}
	if lang.Oh[t.at(i+1)] {
		if d := t.digit(i+2, false); d > 0 {
			return a*100 + d, i + 3, a >= 16
		}
		return 0, i, false
	}
	b, end := t.below100(i + 1)
	if b < 10 {
		return 0, i, false
	}
	switch {
	case a >= 16 && a < 20:
		// "nineteen twenty people" may be 19 or 20.
		sure = b > 40 || b%10 != 0 && b > 20 || b < a && t.stands(end)
	case a == 20 && b == 20:
		sure = !lang.Sight[t.at(end)] && !lang.Sight[t.at(i-1)] && !lang.Sight[t.at(i-2)]
	case a == 20:
		sure = b < 20 || b%10 != 0 && b < 40
	}
	return a*100 + b, end, sure
}

// thousandYear reads a year from 2000 to 2099 said with a thousand.
func (t *text) thousandYear(i int) (year int64, end int) {
	n := t.cardinal(i)
	if n == nil || n.value < 2000 || n.value > 2099 || n.fraction != "" {
		return 0, i
	}
	return n.value, n.end
}

// anyYear reads a year where one is expected, "" where there is none.
func (t *text) anyYear(i int) (string, int) {
	if year, end, _ := t.pair(i); year > 1000 && year < 2100 && !t.isNumber(end) {
		return strconv.Itoa(year), end
	}
	if a := lang.Small[t.at(i)]; a > 10 && t.at(i+1) == lang.Hundred && t.stands(i+2) && t.at(i+2) != lang.And {
		return strconv.Itoa(a * 100), i + 2
	}
	if year, end := t.thousandYear(i); year > 0 && !t.plural(end) && !t.isNumber(end) {
		return strconv.FormatInt(year, 10), end
	}
	return "", i
}

// yearExpected reports whether what is before an atom says that a year comes.
func (t *text) yearExpected(i int) bool {
	before := t.at(i - 1)
	if lang.YearBefore[before] || lang.Months[before] || lang.Seasons[before] || t.day == i {
		return true
	}
	if !lang.Links[before] && before != lang.And || len(t.items) == 0 {
		return false
	}
	// "from nineteen ninety to two thousand"
	last := &t.items[len(t.items)-1]
	return last.end == i-1 && last.kind == strong && last.number == nil && isYear(last.edits[len(last.edits)-1].text)
}

func isYear(s string) bool { return len(s) == 4 && strings.Trim(s, "0123456789") == "" }

// year reads a year, or a decade.
func (t *text) year(i int) (item, bool) {
	made := func(end int, text string) (item, bool) {
		return item{start: i, end: end, kind: strong, edits: []edit{{i, end, text, false}}}, true
	}
	if a := lang.Small[t.at(i)]; a >= 15 || t.at(i) == "twenty" {
		if tens, ok := lang.Decades[t.at(i+1)]; ok {
			if a == 0 {
				a = 20
			}
			return made(i+2, fmt.Sprintf("%d%02ds", a, tens))
		}
	}
	expected := t.yearExpected(i)
	if year, end, sure := t.pair(i); year > 0 && !t.counts(end) && (sure || expected && year < 2100) {
		return made(end, strconv.Itoa(year))
	}
	if a := lang.Small[t.at(i)]; a > 10 && t.at(i+1) == lang.Hundred && expected && t.stands(i+2) && t.at(i+2) != lang.And {
		return made(i+2, fmt.Sprintf("%d00", a))
	}
	if year, end := t.thousandYear(i); year > 0 && !t.plural(end) {
		if expected && (t.stands(end) || year > 2000) || year > 2000 && year < 2040 && t.stands(end) && !lang.Determiners[t.at(i-1)] {
			return made(end, strconv.FormatInt(year, 10))
		}
	}
	return item{}, false
}

// halfDayAt returns how "a m" or "pm" at an atom is written, "" where there is no such.
func (t *text) halfDayAt(i int) string {
	if s := lang.HalfDays[t.at(i)]; s != "" {
		if t.at(i+1) == "i" {
			return "" // "at nine am I late"
		}
		return s
	}
	return lang.HalfDays[t.at(i)+" "+t.at(i+1)]
}

// clock reads a time of day.
func (t *text) clock(i int) (item, bool) {
	hour, j := t.below100(i)
	if hour < 1 || hour > 12 {
		return item{}, false
	}
	text, minutes := strconv.Itoa(hour), -1
	if lang.Oh[t.at(j)] {
		if d := t.digit(j+1, false); d > 0 {
			minutes, j = d, j+2
		}
	} else if m, end := t.below100(j); m >= 10 && m < 60 {
		minutes, j = m, end
	}
	if minutes >= 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	x := item{start: i, end: j, kind: strong, edits: []edit{{i, j, text, false}}}
	if half := t.halfDayAt(j); half != "" {
		end := j + 1
		if lang.HalfDays[t.at(j)] == "" {
			end++
		}
		// What is already written as an abbreviation is kept.
		if w := t.words[t.atoms[j].word].Text; end > j+1 || w == strings.ToLower(w) {
			x.edits = append(x.edits, edit{j, end, half, false})
		}
		x.end = end
		return x, true
	}
	if minutes < 0 {
		switch {
		case lang.OClock[t.at(j)]:
			x.end = j + 1
		case t.dayPart(j) && (hour > 1 || t.at(i-1) == lang.At):
		default:
			return item{}, false
		}
		return x, true
	}
	quarter := minutes%15 == 0
	switch {
	case t.counts(j), lang.Scales[t.at(j)] > 0, t.at(j) == lang.Hundred:
		return item{}, false
	case lang.ClockBefore[t.at(i-1)], t.dayPart(j), lang.ClockAfter[t.at(j)], t.at(j) == "on" && lang.ClockAfter[t.at(j+1)]:
	case quarter && t.stands(j) && minutes >= 30:
	default:
		return item{}, false
	}
	return x, true
}

// dayPart reports whether "in the morning" or the like is at an atom.
func (t *text) dayPart(i int) bool {
	words := strings.Fields(lang.Within)
	if end, ok := t.says(i, words...); ok {
		return lang.DayParts[t.at(end)]
	}
	return t.at(i) == lang.At && lang.NightParts[t.at(i+1)]
}

// digits reads a telephone number, or a code: digits in a row.
func (t *text) digits(i int) (item, bool) {
	if t.digit(i, false) < 0 && lang.Times[t.at(i)] == 0 {
		if !lang.Oh[t.at(i)] || t.digit(i+1, true) < 0 {
			return item{}, false
		}
	}
	if s := t.at(i - 1); s == lang.Point || t.isNumber(i-1) {
		return item{}, false
	}
	made := func(end int, text string) (item, bool) {
		return item{start: i, end: end, kind: strong, edits: []edit{{i, end, text, false}}}, true
	}
	all, end := t.digitsOf(i, true)
	if s := telephone(all); s != "" && !t.isNumber(end) && !t.counts(end) {
		return made(end, s)
	}
	all, end = t.digitsOf(i, false)
	inner := len(all) > 2 && strings.Contains(all[1:len(all)-1], "0")
	switch {
	case len(all) < 3, len(all) == 3 && !inner, t.isNumber(end), t.at(end) == lang.Point && t.digit(end+1, true) >= 0, t.counts(end), counting(all):
		return item{}, false
	}
	if s := telephone(all); s != "" {
		return made(end, s)
	}
	return made(end, all)
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

// telephone returns digits as those of a telephone number, "" where they are none.
func telephone(s string) string {
	switch {
	case len(s) == 7 && s[0] != '0':
		return s[:3] + "-" + s[3:]
	case len(s) == 10 && s[0] != '0':
		return s[:3] + "-" + s[3:6] + "-" + s[6:]
	case len(s) == 11 && s[0] == '1':
		return "1-" + telephone(s[1:])
	}
	return ""
}

// counting reports whether digits count up or down by one.
func counting(s string) bool {
	by := int(s[1]) - int(s[0])
	if by != 1 && by != -1 {
		return false
	}
	for i := 1; i < len(s); i++ {
		if int(s[i])-int(s[i-1]) != by {
			return false
		}
	}
	return true
}

// ranges settles what two numbers with "to" or "or" between have in common, among the items
// from the given one on, and drops counts that open a sentence.
func (t *text) ranges(first int) {
	var out []item
	for _, x := range t.items[first:] {
		link := x.start - 1
		linked := x.number != nil && (lang.Links[t.at(link)] || t.at(link) == lang.And && t.betweenBefore(link))
		if !linked {
			out = append(out, x)
			continue
		}
		var before *item
		start := link
		if n := len(out); n > 0 && out[n-1].end == link {
			before = &out[n-1]
			start = before.start
		} else {
			for t.isNumber(start - 1) {
				start--
			}
		}
		low := t.cardinal(start)
		if start == link || low == nil || low.end != link && before == nil {
			out = append(out, x)
			continue
		}
		if before != nil && before.kind == strong {
			out = append(out, x)
			continue
		}
		if x.number.round && !low.round && low.value < 100 && low.fraction == "" {
			// "two or three hundred": it multiplies both.
			if before != nil {
				out = out[:len(out)-1]
			}
			continue
		}
		sign := x.sign
		if sign == "%" {
			sign = "" // "5 to 10%"
		}
		figure := low.edits(sign, "", low.end)
		if low.lone || low.scale >= 0 || low.end != link || !t.whole(&item{edits: figure}) {
			out = append(out, x)
			continue
		}
		if before != nil {
			out = out[:len(out)-1]
		}
		x.edits = append(figure, x.edits...)
		x.start = start
		out = append(out, x)
	}
	out = slices.DeleteFunc(out, func(x item) bool {
		return x.kind == plain && t.atoms[x.start].opens && t.short(&x)
	})
	t.items = append(t.items[:first], out...)
}

// betweenBefore reports whether "and" at an atom is that of "between two and five".
func (t *text) betweenBefore(and int) bool {
	i := and - 1
	for t.isNumber(i) {
		i--
	}
	return i < and-1 && t.at(i) == lang.Between
}

// short reports whether a number is short enough to open a sentence as words.
func (t *text) short(x *item) bool {
	for _, e := range x.edits {
		if t.atoms[e.end-1].word-t.atoms[e.start].word > 1 {
			return false
		}
	}
	return x.number == nil || x.number.fraction == ""
}
