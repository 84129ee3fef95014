package numerals

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// TestStyles says what the styles change.
func TestStyles(t *testing.T) {
	for _, c := range []struct{ style, said, want string }{
		{"all", "there were nine of them", "there were 9 of them"},
		{"all", "one of them", "one of them"},
		{"all", "Twenty five people came.", "25 people came."},
		{"all", "his second wife", "his 2nd wife"},
		{"all", "wait a second", "wait a second"},
		{"all", "Fifth.", "5th."},
		{"all", "Eight fifty one.", "8:51."},
		{"plain", "thirty one thousand people", "31000 people"},
		{"plain", "we paid fifteen thousand dollars", "we paid $15000"},
		{"short", "eighteen square kilometers", "18 km²"},
		{"short", "thirty one thousand square feet", "31,000 sq ft"},
		{"short", "two miles per hour", "2 mph"},
		{"short", "one milli volt", "1 mV"},
		{"short", "eight hundred c c", "800 cc"},
		{"short", "minus five degrees celsius", "-5 °C"},
		{"short", "the twenty fifth of july twenty twelve", "25 july 2012"},
		{"short", "july third", "july 3"},
		{"short", "three o'clock", "3:00"},
		{"short", "point zero five percent", ".05%"},
		{"short", "zero point five percent", "0.5%"},
		{"american", "on the twenty fifth of july twenty twelve", "on July 25, 2012"},
		{"american", "on the third of july", "on July 3"},
		{"american", "july third twenty twelve", "july 3, 2012"},
		{"iso", "on the third of july twenty twelve", "on 2012-07-03"},
		{"iso", "july twenty fifth two thousand twelve", "2012-07-25"},
		{"iso", "in july twenty twelve", "in july 2012"},
		{"all,plain,short", "Nine thousand kilos.", "9000 kg."},
	} {
		style, err := ParseStyle(c.style)
		if err != nil {
			t.Fatal(err)
		}
		words, marks := parse(c.said)
		if got := written(words, marks, style); got != c.want {
			t.Errorf("%s: %q is %q, not %q", c.style, c.said, got, c.want)
		}
	}
	for _, bad := range []string{"", "x", "all,", "iso,american"} {
		if _, err := ParseStyle(bad); err == nil {
			t.Errorf("%q is a style", bad)
		}
	}
}

// Nothing stands within what can be read as one number only.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		said string
		want string // with "_" where the blank is within a number, "~" where a comma may stand
	}{
		{"in october nineteen oh five we left", "in october_nineteen_oh_five we left"},
		{"july twenty fifth twenty twelve", "july_twenty_fifth~twenty_twelve"}, // where the comma is
		{"at ten to eleven p m", "at ten_to_eleven_p_m"},
		{"it is a dot b c at nvidia dot com ok", "it is a_dot_b_c_at_nvidia_dot_com ok"},
		{"i have twenty five people", "i have twenty_five people"},
		{"twenty thirty people", "twenty thirty people"},
		{"one two three", "one two three"},
		{"it is seven one seven two", "it is seven~one~seven~two"},
		{"twenty twenty five quid", "twenty~twenty~five quid"},
	} {
		words, _ := parse(c.said)
		got := words[0].Text
		for i := range len(words) - 1 {
			words[i+1].Apart = false
			if whole, sure := Whole(words, i); sure {
				got += "_" + words[i+1].Text
			} else if whole {
				got += "~" + words[i+1].Text
			} else {
				got += " " + words[i+1].Text
			}
		}
		if got != c.want {
			t.Errorf("%q is %q", c.want, got)
		}
	}
}

// A million numbers of all kinds, in every style, come back with their value.
func TestMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a million numbers; TestValues draws a hundred of each kind")
	}
	r := rand.New(rand.NewPCG(7, 8))
	const each = 1_000_000 / 10
	strip := strings.NewReplacer(",", "", " million", "e6", " billion", "e9", " trillion", "e12", "$", "", "%", "", "-", "")
	for n := range each {
		s := speller{r.IntN(2) > 0, r.IntN(2) > 0}
		style := Style(r.IntN(8))
		read := func(kind, before, said, after string, want float64) {
			words, marks := parse(before + " " + said + " " + after)
			got := strings.TrimSuffix(strings.TrimPrefix(written(words, marks, style), before+" "), " "+after)
			if v, err := strconv.ParseFloat(strip.Replace(got), 64); err != nil || math.Abs(v-want) > 1e-9*want {
				t.Fatalf("%s in style %d: %q is %q, not %v", kind, style, said, got, want)
			}
		}
		v := 10 + r.Int64N(int64(math.Pow10(2+r.IntN(12))))
		if v == 100 || v == 1000 {
			v++ // which open nothing but "a hundred" and "a thousand" do
		}
		f := float64(v)
		read("count", "there were", s.cardinal(v), "of it", f)
		read("sum", "we paid", s.cardinal(v)+" dollars", "for it", f)
		if v < 1e6 {
			read("percentage", "we had", s.cardinal(v)+" percent", "of it", f)
			digits := strconv.Itoa(1 + r.IntN(999))
			decimal, _ := strconv.ParseFloat(fmt.Sprintf("%d.%s", v, digits), 64)
			read("decimal", "it was", s.decimal(v, digits), "of it", decimal)
			read("below zero", "it was", "minus "+s.cardinal(v), "of it", f)
		}
		y := 1700 + r.IntN(400)
		read("year", "it was in", s.year(y), "that", float64(y))
		hour, minute := 1+r.IntN(12), r.IntN(60)
		clock := func(said string, hour, minute int) {
			words, marks := parse("at " + said + " p m we left")
			want := fmt.Sprintf("at %d:%02d p.m. we left", hour, minute)
			if minute == 0 {
				want = fmt.Sprintf("at %d p.m. we left", hour)
			}
			if got := written(words, marks, style); got != want {
				t.Fatalf("%q is %q, not %q", said, got, want)
			}
		}
		clock(s.clock(hour, minute), hour, minute)
		if minute > 0 {
			before := hour - 1
			if before == 0 {
				before = 12
			}
			clock(s.below100(minute)+" minutes past "+s.below100(hour), hour, minute)
			clock(s.below100(minute)+" minutes to "+s.below100(hour), before, 60-minute)
		}
		phone := fmt.Sprintf("%010d", r.Int64N(1e10))
		if !counting(phone) {
			words, marks := parse("it is " + s.digits(phone))
			if got := strings.ReplaceAll(strings.TrimPrefix(written(words, marks, style), "it is "), "-", ""); got != phone {
				t.Fatalf("case %d: %q is %q, not %q", n, s.digits(phone), got, phone)
			}
		}
	}
}
