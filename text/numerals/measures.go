package numerals

import (
	"fmt"
	"strconv"
)

// count reads a count, with its unit or without.
func (t *text) count(i int) (item, bool) {
	n := t.cardinal(i)
	if n == nil {
		return item{}, false
	}
	x := item{start: i, end: n.end, number: n}
	if n.end == i+1 && lang.Places[t.at(i-1)] && (t.stands(n.end) || n.value > 1) && n.value > 0 && !lang.Vague[t.at(n.end)] {
		x.kind, x.edits = measure, t.edits(n, "", "", n.end)
		return x, true
	}
	if x, ok := t.measurement(n); ok {
		return x, true
	}
	small := n.value < 10 && n.fraction == ""
	if small && t.style&All != 0 && n.value != 1 && !n.lone {
		small = false
	}
	switch {
	case small, t.at(n.end) == lang.Point && t.digit(n.end+1, true) >= 0:
		return item{}, false
	case n.idle(), t.ofClock(n), n.lone && (n.round || !n.article && (lang.Vague[t.at(i-1)] || lang.Articles[t.at(i-1)] || t.isNumber(i-1))): // "a few hundred and twenty"
		return item{}, false
	}
	x.edits = t.edits(n, "", "", n.end)
	return x, true
}

// ofClock reports whether a count is a part of a time: of "half past ten", "quarter to twelve", "five to ten", or of "twenty past
// nine".
func (t *text) ofClock(n *number) bool {
	if t.at(n.end) == "past" && t.isNumber(n.end+1) {
		return true
	}
	before := t.at(n.start - 1)
	return n.value <= 12 && n.fraction == "" && (lang.ClockPast[before] || lang.ClockTo[before]) && (lang.Parts[t.at(n.start-2)] || t.isNumber(n.start-2)) && t.stands(n.end)
}

// measurement returns a number with its unit, which is in the singular in the style that has signs: there is "one foot in
// front of the other".
func (t *text) measurement(n *number) (item, bool) {
	signs := t.style&Short != 0
	end, sign, ok := t.unit(n.end, signs || n.value == 0)
	if !ok || n.lone || lang.Own[t.at(n.start-1)] || n.value == 1 && n.fraction == "" && !signs {
		return item{}, false
	}
	x := item{start: n.start, kind: measure, number: n, edits: t.measured(t.edits(n, "", "", n.end), n.end, end, sign)}
	x.end = max(n.end, x.edits[len(x.edits)-1].end)
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
			return strongly(i, end, text), true
		}
		return item{}, false
	}
	n := t.cardinal(i)
	if n == nil {
		return item{}, false
	}
	word := t.at(n.end)
	if word == "won" && n.value < 1000 {
		return item{}, false // whoever won
	}
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
			x.edits = []edit{{i, after + 1, fmt.Sprintf("%s%s.%02d", sign, n.figure(t.style), cents), false}}
			return x, true
		} else if k == end && cents >= 10 && t.stands(after) {
			x.end, x.number = after, nil
			x.edits = []edit{{i, after, fmt.Sprintf("%s%s.%02d", sign, n.figure(t.style), cents), false}}
			return x, true
		}
	}
	x.end, x.edits = end, t.edits(n, sign, "", end)
	return x, x.edits != nil
}

// The figures of a blood pressure, which may be said without "hundred": "one eighteen over seventy seven".
const (
	leastSystolic, mostSystolic   = 60, 299
	leastDiastolic, mostDiastolic = 30, 199
)

// pressure reads a blood pressure.
func (t *text) pressure(i int) (item, bool) {
	high, over := t.hundreds(i)
	if rest, end := t.below100(i + 1); high > 0 && high < 10 && over == i+1 && rest >= 10 {
		high, over = 100*high+int64(rest), end
	}
	low, end := t.hundreds(over + 1)
	switch {
	case t.at(over) != lang.Over, high < leastSystolic, high > mostSystolic, low < leastDiastolic, low > mostDiastolic, low >= high:
		return item{}, false
	case t.isNumber(i - 1), t.isNumber(end), t.counts(end):
		return item{}, false
	}
	figures := []edit{{i, over, strconv.FormatInt(high, 10), false}, {over + 1, end, strconv.FormatInt(low, 10), false}}
	return item{start: i, end: end, kind: strong, edits: figures}, true
}

// The figures of a temperature of the body, in degrees Fahrenheit and Celsius.
const (
	leastFahrenheit, mostFahrenheit = 94, 107
	leastCelsius, mostCelsius       = 35, 42
)

// temperature reads that of a body whose point is left out: "temperature ninety eight six", "a fever of one oh one four".
func (t *text) temperature(i int) (item, bool) {
	whole, end := t.hundreds(i)
	if t.digit(i, false) == 1 && lang.Oh[t.at(i+1)] && t.digit(i+2, false) > 0 {
		whole, end = int64(100+t.digit(i+2, false)), i+3
	}
	tenth := t.digit(end, false)
	switch {
	case tenth < 0, !t.ofBody(i), t.isNumber(i - 1), t.isNumber(end + 1), t.counts(end + 1), t.plural(end + 1), t.at(end+1) == lang.Point:
		return item{}, false
	case (whole < leastFahrenheit || whole > mostFahrenheit) && (whole < leastCelsius || whole > mostCelsius):
		return item{}, false
	}
	return strongly(i, end+1, fmt.Sprintf("%d.%d", whole, tenth)), true
}

// ofBody reports whether a temperature stands before an atom: "temperature is", "a fever of about".
func (t *text) ofBody(i int) bool {
	for k := i - 1; k >= max(t.from, i-3); k-- {
		if lang.Temperatures[t.at(k)] {
			return true
		}
		if !lang.Closed[t.at(k)] {
			return false
		}
	}
	return false
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
	return item{start: i, end: end, kind: strong, number: n, sign: "%", edits: t.edits(n, "", "%", end)}, true
}

// ordinal reads an ordinal from 10th on, and smaller ones of days: "the third of May".
func (t *text) ordinal(i int) (item, bool) {
	n, end := t.ordinalAt(i)
	month := t.monthBehind(end)
	switch before := t.at(i - 1); {
	case n == 0:
		return item{}, false
	case n <= 31 && month > 0:
		year, after := t.anyYear(month + 1)
		if year == "" {
			after = month + 1
		}
		x := item{start: i, end: after, kind: strong, edits: t.dayFirst(i, end, month, after, n, year)}
		if x.start = x.edits[0].start; year == "" {
			x.end = x.edits[len(x.edits)-1].end
		}
		return x, true
	case n < 10 && t.style&All != 0 && (t.alone(i, end) || lang.Determiners[before] && !lang.Articles[before] && before != "that"):
	case n < 10, end == i+1 && (lang.Articles[before] || before == "an" || t.isNumber(i-1)):
		return item{}, false
	}
	return item{start: i, end: end, edits: []edit{{i, end, ordinalFigure(n), false}}}, true
}
