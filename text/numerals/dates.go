package numerals

import (
	"fmt"
	"strconv"
	"strings"
)

// date reads a month with a day, a year or both.
func (t *text) date(i int) (item, bool) {
	month := t.at(i)
	if lang.Months[month] == 0 {
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
		x.edits, x.end = []edit{{i + 1, day.end, day.figure(t.style), false}}, day.end
	} else {
		// Not a day of one number and the beginning of another: "june fifth", "june fifteen twenty ten".
		n, end := t.below100(i + 1)
		year, after := t.anyYear(end)
		if n == 0 || n > 31 || year == "" {
			return item{}, false
		}
		x.edits, x.end = []edit{{i + 1, end, strconv.Itoa(n), false}, {end, after, year, false}}, after
		x.edits[0].comma = true
		return t.isoDate(x), true
	}
	if year, end := t.anyYear(x.end); year != "" {
		x.edits[0].comma = true
		x.edits = append(x.edits, edit{x.end, end, year, false})
		x.end = end
	}
	if x.edits[0].comma || t.style&Short != 0 {
		x.cardinalDay()
	}
	if len(x.edits) > 1 {
		x = t.isoDate(x)
	}
	t.day = x.end
	return x, true
}

// cardinalDay writes the day of a date with a year: "May 3, 2005", but "May 3rd", and "May the 3rd, 2005".
func (x *item) cardinalDay() {
	if day := &x.edits[0]; day.start == x.start+1 {
		day.text = strings.TrimRight(day.text, "stndrh")
	}
}

// isoDate writes a date of month, day and year as one figure, where the style has it so.
func (t *text) isoDate(x item) item {
	if t.style&ISO != 0 {
		day, _ := strconv.Atoi(strings.TrimRight(x.edits[0].text, "stndrh"))
		x.edits = []edit{{x.start, x.end, isoFigure(t.at(x.start), int64(day), x.edits[1].text), false}}
	}
	return x
}

func isoFigure(month string, day int64, year string) string {
	return fmt.Sprintf("%s-%02d-%02d", year, lang.Months[month], day)
}

// monthBehind returns the atom of the month of a day that ends at an atom, -1 where there is none: "of May", and without
// "of", but for words that may be no months.
func (t *text) monthBehind(end int) int {
	switch month := t.at(end); {
	case month == "of" && lang.Months[t.at(end+1)] > 0:
		return end + 1
	case lang.Months[month] > 0 && !lang.ModalMonths[month]:
		return end
	}
	return -1
}

// dayFirst writes the nth of a month that is said at an atom, and a year that ends at another, "" for none.
func (t *text) dayFirst(i, end, monthAt, after int, n int64, year string) []edit {
	from, month := i, t.at(monthAt)
	if t.at(i-1) == "the" {
		from--
	}
	day := strconv.FormatInt(n, 10)
	var out []edit
	switch {
	case t.style&ISO != 0 && year != "":
		return []edit{{from, after, isoFigure(month, n, year), false}}
	case t.style&American != 0 && monthAt > end:
		out = []edit{{from, monthAt, strings.ToUpper(month[:1]) + month[1:], false}, {monthAt, monthAt + 1, day, year != ""}}
	case t.style&American != 0:
		out = []edit{{from, monthAt + 1, strings.ToUpper(month[:1]) + month[1:] + " " + day, year != ""}}
	case t.style&Short != 0:
		out = []edit{{from, monthAt, day, false}}
	default:
		out = []edit{{i, end, ordinalFigure(n), false}}
	}
	if year != "" {
		out = append(out, edit{monthAt + 1, after, year, false})
	}
	return out
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
	if lang.YearBefore[before] || lang.Months[before] > 0 || lang.Seasons[before] || t.day == i {
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
	if a := lang.Small[t.at(i)]; a >= 15 || t.at(i) == "twenty" {
		if tens, ok := lang.Decades[t.at(i+1)]; ok {
			if a == 0 {
				a = 20
			}
			return strongly(i, i+2, fmt.Sprintf("%d%02ds", a, tens)), true
		}
	}
	expected := t.yearExpected(i)
	if year, end, sure := t.pair(i); year > 0 && !t.counts(end) && (sure || expected && year < 2100) {
		x := strongly(i, end, strconv.Itoa(year))
		x.listed = !expected
		return x, true
	}
	if a := lang.Small[t.at(i)]; a > 10 && t.at(i+1) == lang.Hundred && expected && t.stands(i+2) && t.at(i+2) != lang.And {
		return strongly(i, i+2, fmt.Sprintf("%d00", a)), true
	}
	if year, end := t.thousandYear(i); year > 0 && !t.plural(end) {
		if expected && (t.stands(end) || year > 2000) || year > 2000 && year < 2040 && t.stands(end) && !lang.Determiners[t.at(i-1)] {
			return strongly(i, end, strconv.FormatInt(year, 10)), true
		}
	}
	return item{}, false
}
