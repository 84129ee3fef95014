package numerals

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

var (
	smallWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tensWords  = strings.Fields("- ten twenty thirty forty fifty sixty seventy eighty ninety")
	ordinals   = map[string]string{"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
)

// speller says numbers in one of the ways in which people do.
type speller struct {
	and    bool // "two hundred and five"
	hyphen bool // "twenty-five"
}

func (s speller) below100(n int) string {
	if n < 20 {
		return smallWords[n]
	}
	out := tensWords[n/10]
	if n%10 > 0 {
		if s.hyphen {
			return out + "-" + smallWords[n%10]
		}
		out += " " + smallWords[n%10]
	}
	return out
}

func (s speller) cardinal(n int64) string {
	for _, scale := range []struct {
		unit int64
		word string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}, {100, "hundred"}} {
		if n < scale.unit {
			continue
		}
		out := s.cardinal(n/scale.unit) + " " + scale.word
		rest := n % scale.unit
		if rest == 0 {
			return out
		}
		if s.and && rest < 100 {
			out += " and"
		}
		return out + " " + s.cardinal(rest)
	}
	return s.below100(int(n))
}

func (s speller) ordinal(n int64) string {
	words := s.cardinal(n)
	at := strings.LastIndexAny(words, " -") + 1
	last := words[at:]
	switch {
	case ordinals[last] != "":
		last = ordinals[last]
	case strings.HasSuffix(last, "y"):
		last = last[:len(last)-1] + "ieth"
	default:
		last += "th"
	}
	return words[:at] + last
}

// year says a year in pairs: "nineteen oh five", "two thousand five".
func (s speller) year(n int) string {
	switch {
	case n >= 2000 && n < 2010 || n%1000 == 0:
		return s.cardinal(int64(n))
	case n%100 == 0:
		return s.below100(n/100) + " hundred"
	case n%100 < 10:
		return s.below100(n/100) + " oh " + smallWords[n%10]
	}
	return s.below100(n/100) + " " + s.below100(n%100)
}

// digits says digits one by one.
func (s speller) digits(d string) string {
	var out []string
	for _, r := range d {
		out = append(out, smallWords[r-'0'])
	}
	return strings.Join(out, " ")
}

func (s speller) decimal(whole int64, fraction string) string {
	return s.cardinal(whole) + " point " + s.digits(fraction)
}

func (s speller) clock(hour, minute int) string {
	switch {
	case minute == 0:
		return s.below100(hour)
	case minute < 10:
		return s.below100(hour) + " oh " + smallWords[minute]
	}
	return s.below100(hour) + " " + s.below100(minute)
}

// TestValues says what is written: numbers of all sizes, in several ways, come back with
// their value.
func TestValues(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		s := speller{t.Bool("and"), t.Bool("hyphen")}
		size := drawn.Of(t, "size", 100, 1000, 10_000, 1_000_000, 1_000_000_000, 1_000_000_000_000)
		n := int64(t.Uint64("n")%uint64(size)) + 10
		if t.Bool("round") {
			for unit := int64(1); unit*10 <= n; unit *= 10 {
				if t.Bool("zeros") {
					n -= n % (unit * 10)
				}
			}
		}
		if n < 10 || n == 100 || n == 1000 {
			n += 11
		}
		figure, scale := grouped(n), ""
		for _, x := range []struct {
			unit int64
			word string
		}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
			if n >= x.unit && n%x.unit == 0 && n/x.unit < 1000 {
				figure, scale = grouped(n/x.unit), x.word
				break
			}
		}
		minute, day, cents := t.Int("minute", 0, 59), t.Int("day", 1, 31), t.Int("cents", 1, 99)
		hour, year := t.Int("hour", 1, 12), t.Int("year", 1700, 2099)
		fraction := strings.TrimLeft(strconv.Itoa(t.Int("fraction", 1, 999)), "0")
		time := strconv.Itoa(hour)
		if minute > 0 {
			time = fmt.Sprintf("%d:%02d", hour, minute)
		}
		phone := fmt.Sprintf("%d%06d", t.Int("area", 201, 989), t.Int("line", 1_000_000, 9_999_999)%10_000_000)[:10]
		check := func(said, want string) {
			if got := digits(said); got != want {
				t.Fatalf("%q is %q, not %q", said, got, want)
			}
		}
		check("there are "+s.cardinal(n)+" cases of it", "there are "+figure+scale+" cases of it")
		check("we paid "+s.cardinal(n)+" dollars for it", "we paid $"+figure+scale+" for it")
		if scale == "" {
			check("we paid "+s.cardinal(n)+" dollars and "+s.below100(cents)+" cents", fmt.Sprintf("we paid $%s.%02d", figure, cents))
			check("it is "+s.cardinal(n)+" percent of it", "it is "+figure+"% of it")
		}
		if n%100 != 0 && n < 1e6 {
			check("the "+s.ordinal(n)+" case", "the "+ordinalFigure(n)+" case")
		}
		check("it is "+s.decimal(n%1_000_000, fraction)+" of it", "it is "+grouped(n%1_000_000)+"."+fraction+" of it")
		check("we paid "+s.decimal(n%1000, fraction)+" million dollars", fmt.Sprintf("we paid $%d.%s million", n%1000, fraction))
		check("at "+s.clock(hour, minute)+" p m", "at "+time+" p.m.")
		check("on the "+s.ordinal(int64(day))+" of june "+s.year(year), fmt.Sprintf("on the %s of june %d", ordinalFigure(int64(day)), year))
		check("on june "+s.ordinal(int64(day))+" "+s.year(year), fmt.Sprintf("on june %d, %d", day, year))
		check("it was in "+s.year(year)+" that", fmt.Sprintf("it was in %d that", year))
		if !counting(phone) {
			check("call "+s.digits(phone)+" for it", "call "+phone[:3]+"-"+phone[3:6]+"-"+phone[6:]+" for it")
		}
	})
}
