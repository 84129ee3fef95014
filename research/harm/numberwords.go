package harm

import (
	"strconv"
	"strings"
)

var digitNames = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// digits draws n digits, in which the one before comes again often.
func (d drawer) digits(n int) []int {
	out := make([]int, n)
	for i := range out {
		if out[i] = d.IntN(10); i > 0 && d.chance(45) {
			out[i] = out[i-1]
		}
	}
	return out
}

// spoken reads digits aloud one by one: "oh" for zero if oh, "double five" if double.
func (d drawer) spoken(digits []int) string {
	oh, double := d.chance(30), d.chance(15)
	var out []string
	for i := 0; i < len(digits); i++ {
		name := digitNames[digits[i]]
		if oh && digits[i] == 0 {
			name = "oh"
		}
		switch {
		case double && i+2 < len(digits) && digits[i] == digits[i+1] && digits[i] == digits[i+2] && d.chance(50):
			name = "triple " + name
			i += 2
		case double && i+1 < len(digits) && digits[i] == digits[i+1]:
			name = "double " + name
			i++
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// written writes digits with a mark between groups of some sizes.
func written(digits []int, between string, sizes ...int) string {
	var b strings.Builder
	for _, n := range sizes {
		if b.Len() > 0 {
			b.WriteString(between)
		}
		for range n {
			b.WriteString(strconv.Itoa(digits[0]))
			digits = digits[1:]
		}
	}
	return b.String()
}

// either reads digits aloud, or writes them one by one, or in groups.
func (d drawer) either(digits []int, sizes ...int) string {
	switch d.IntN(6) {
	case 0:
		return written(digits, d.one("-", " "), sizes...)
	case 1:
		ones := make([]int, len(digits))
		for i := range ones {
			ones[i] = 1
		}
		return written(digits, " ", ones...)
	case 2: // in groups, with a comma between
		var groups []string
		for _, n := range sizes {
			groups = append(groups, d.spoken(digits[:n]))
			digits = digits[n:]
		}
		return strings.Join(groups, ", ")
	}
	return d.spoken(digits)
}

var teens = strings.Fields("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
var tens = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")

// cardinal reads a number below 1,000 aloud.
func cardinal(n int) string {
	switch {
	case n < 10:
		return digitNames[n]
	case n < 20:
		return teens[n-10]
	case n < 100 && n%10 == 0:
		return tens[n/10-2]
	case n < 100:
		return tens[n/10-2] + " " + digitNames[n%10]
	case n%100 == 0:
		return digitNames[n/100] + " hundred"
	}
	return digitNames[n/100] + " hundred and " + cardinal(n%100)
}

var ordinals = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")

const months = "January February March April May June July August September October November December"

// year reads or writes a year.
func (d drawer) year() string {
	if d.chance(25) {
		return strconv.Itoa(1700 + d.IntN(330))
	}
	century := d.one("seventeen", "eighteen", "nineteen", "nineteen", "twenty", "twenty", "twenty")
	if century == "twenty" {
		return "twenty " + cardinal(10+d.IntN(20))
	}
	if d.chance(20) {
		return century + " " + century // nineteen nineteen
	}
	return century + " " + cardinal(10+d.IntN(90))
}

// small draws a number from 1 to most.
func (d drawer) small(most int) int { return 1 + d.IntN(most) }

// twice draws two numbers, equal ones half of the time.
func (d drawer) twice(most int) (int, int) {
	a, b := d.small(most), d.small(most)
	if d.chance(50) {
		b = a
	}
	return a, b
}

// letters draws letters, one blank between.
func (d drawer) letters(n int) string {
	var out []string
	for i := range n {
		l := string(rune('A' + d.IntN(26)))
		if i > 0 && d.chance(35) {
			l = out[i-1]
		}
		out = append(out, l)
	}
	return strings.Join(out, " ")
}
