package numerals

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// parse reads words with punctuation: what is after one is apart, what is after a full stop or a
// question mark opens a sentence, as a first word with a capital does.
func parse(s string) (words []Word, marks []string) {
	for i, field := range strings.Fields(s) {
		w := strings.TrimRight(field, ",?|;")
		if w != "a.m." && w != "p.m." {
			w = strings.TrimRight(w, ".")
		}
		x := Word{Text: w}
		if i == 0 {
			r, _ := utf8.DecodeRuneInString(w)
			x.Apart, x.Opens = true, unicode.IsUpper(r)
		} else if before := marks[i-1]; before != "" {
			x.Apart, x.Opens = true, strings.ContainsAny(before, ".?")
		}
		words, marks = append(words, x), append(marks, field[len(w):])
	}
	return words, marks
}

// written returns words with numbers in digits.
func written(words []Word, marks []string, style Style) string {
	var out []string
	at := 0
	for _, s := range Digits(words, style) {
		for ; at < s.Start; at++ {
			out = append(out, words[at].Text+marks[at])
		}
		mark := marks[s.End-1]
		if s.Comma && mark == "" {
			mark = ","
		}
		out = append(out, s.Text+mark)
		at = s.End
	}
	for ; at < len(words); at++ {
		out = append(out, words[at].Text+marks[at])
	}
	return strings.Join(out, " ")
}

func digits(s string) string {
	words, marks := parse(s)
	return written(words, marks, 0)
}

// TestDigits is the grammar by example; "" is for what is kept as it is.
func TestDigits(t *testing.T) {
	for _, c := range [][2]string{
		// counts
		{"we have twenty five people", "we have 25 people"},
		{"we have twenty-five people", "we have 25 people"},
		{"there were ten of them", "there were 10 of them"},
		{"there were nine of them", ""},
		{"a hundred people", ""},
		{"a thousand people", ""},
		{"a million people", ""},
		{"a hundred and five people", "105 people"},
		{"a hundred twenty people", "120 people"},
		{"one hundred people", "100 people"},
		{"two hundred and five", "205"},
		{"it took two thousand two hundred and twelve votes", "it took 2,212 votes"},
		{"three hundred forty seven thousand two hundred twelve", "347,212"},
		{"nineteen hundred people", "1,900 people"},
		{"twenty five hundred", "2,500"},
		{"five thousand people", "5,000 people"},
		{"five hundred thousand people", "500,000 people"},
		{"two million people", "2 million people"},
		{"five hundred million people", "500 million people"},
		{"one million two hundred thousand people", "1,200,000 people"},
		{"five point two million", "5.2 million"},
		{"two and a half million people", "2.5 million people"},
		{"one million and one", "1,000,001"},
		{"the first twenty people", "the first 20 people"},
		{"he paid hundred and thirty quid for it", "he paid 130 quid for it"},
		{"a few hundred and thirty people", ""},
		{"a million and two things", ""},
		{"two million and two things", "2,000,002 things"},
		// short numbers that are called, and what is none
		{"call nine one one now", "call 911 now"},
		{"she dialed one oh one", "she dialed 101"},
		{"nine one one what is your emergency", "911 what is your emergency"},
		{"call two five three people", ""},
		{"oh oh oh one time", ""},
		{"oh oh seven is here", "007 is here"},
		{"one two three six different varieties", ""},
		{"the next one two three four five six seven are the same", ""},
		{"a multi hundred thousand dollar loan", ""},
		// days before months
		{"fourteenth november nineteen ninety six", "14th november 1996"},
		{"on the third april we left", "on the 3rd april we left"},
		{"the first may be", ""},
		{"the second march was long", ""},
		// pressures
		{"it's one eighteen over seventy seven today", "it's 118 over 77 today"},
		{"at one forty four over seventy two", "at 144 over 72"},
		{"it is one hundred and ten over sixty five", "it is 110 over 65"},
		{"ninety over sixty", "90 over 60"},
		{"we went over seventy miles", "we went over 70 miles"},
		{"one ten over there", ""},
		{"two over ten of them", "two over 10 of them"},
		// what opens a sentence
		{"Twenty five people came.", ""},
		{"Two hundred forty seven people came.", "247 people came."},
		{"he left. Twelve came", ""},
		{"Fifty percent of it", "50% of it"},
		// what is no number, or is one in no single way
		{"one of them", ""},
		{"no one came", ""},
		{"one on one", ""},
		{"one-on-one", ""},
		{"two or three", ""},
		{"two three years", ""},
		{"twenty thirty people", ""},
		{"one two three", ""},
		{"one two three four five", ""},
		{"hindsight is twenty twenty", ""},
		{"twenty twenty vision", ""},
		{"fifty fifty", ""},
		{"nine eleven", ""},
		{"twenty four seven", ""},
		{"second thoughts", ""},
		{"wait a second", ""},
		{"i may first say", ""},
		{"you may two of you leave", ""},
		{"i may twenty times", "i may 20 times"},
		{"two or three hundred people", ""},
		{"ten to twenty thousand people", ""},
		{"a few hundred people", ""},
		{"a few hundred dollars", ""},
		{"several hundred thousand dollars", ""},
		{"a couple hundred twenty", ""},
		{"two hundred three hundred people", ""},
		{"two thousand three thousand people", ""},
		{"twenty something years", ""},
		{"twenty-something", ""},
		{"thirty some people", ""},
		{"hundreds of people", ""},
		{"the Forty Niners", ""},
		{"in her twenties", ""},
		{"twenty, thirty", "20, 30"},
		{"twenty, five", "20, five"},
		{"twenty | five", "20 | five"},
		{"oh five of them", ""},
		{"the point five people made", ""},
		{"at this point five percent", "at this point 5%"},
		{"at one point five of us", ""},
		{"that is the one twenty people saw", ""},
		// compounds
		{"a twenty-five-year-old man", "a 25-year-old man"},
		{"a ninety-minute film", "a 90-minute film"},
		{"a five-year plan", ""},
		{"two-thirds of it", ""},
		{"a one-hundred-page book", "a 100-page book"},
		{"a forty-something", ""},
		// fractions
		{"two thirds of it", ""},
		{"three quarters", ""},
		{"one tenth of it", ""},
		{"a tenth of a second", ""},
		{"twenty and a half", ""},
		{"two and a half", ""},
		{"one hundredth of a second", ""},
		// ordinals
		{"the third time", ""},
		{"the twenty third time", "the 23rd time"},
		{"the eleventh hour", "the 11th hour"},
		{"the hundred and twelfth", ""},
		{"the one hundred and twelfth time", "the 112th time"},
		{"the hundredth time", "the 100th time"},
		{"the twenty first century", "the 21st century"},
		// decimals
		{"it is two point five", "it is 2.5"},
		{"three point one four one five nine", "3.14159"},
		{"zero point five", "0.5"},
		{"two point twenty five", "2.25"},
		{"point five percent", "0.5%"},
		{"one point i want to make", ""},
		// percent
		{"fifty percent", "50%"},
		{"five percent", "5%"},
		{"five per cent of it", "5% of it"},
		{"a hundred percent", "100%"},
		{"two and a half percent", "2.5%"},
		{"five to ten percent", "5 to 10%"},
		{"five or six percent", "5 or 6%"},
		{"between five and ten percent", "between 5 and 10%"},
		{"two point five percent", "2.5%"},
		{"five percentage points", "5 percentage points"},
		{"twenty-five-percent", "25%"},
		// money
		{"twenty five dollars", "$25"},
		{"one dollar", "$1"},
		{"a dollar", ""},
		{"a dollar fifty", "$1.50"},
		{"two dollars and fifty cents", "$2.50"},
		{"two dollars five cents", "$2.05"},
		{"two dollars fifty", "$2.50"},
		{"fifty cents", "50 cents"},
		{"a hundred dollars", "$100"},
		{"a hundred dollar bill", "a $100 bill"},
		{"a twenty dollar bill", "a $20 bill"},
		{"a twenty-dollar bill", "a $20 bill"},
		{"a million dollars", "$1 million"},
		{"a million dollar house", ""},
		{"five point two million dollars", "$5.2 million"},
		{"two hundred thousand dollars", "$200,000"},
		{"five to ten dollars", "$5 to $10"},
		{"two or three hundred dollars", ""},
		{"twenty euros", "€20"},
		{"twenty pounds", "20 pounds"},
		{"two million pounds", "2 million pounds"},
		{"five bucks", ""},
		{"twenty bucks", "20 bucks"},
		// units and names with numbers
		{"five miles away", "5 miles away"},
		{"on his own two feet", ""},
		{"two years ago", ""},
		{"chapter five", "chapter 5"},
		{"page one", "page 1"},
		{"room one of them had", ""},
		// times
		{"at nine thirty a m", "at 9:30 a.m."},
		{"at nine thirty am", "at 9:30 a.m."},
		{"at nine thirty a.m.", "at 9:30 a.m."},
		{"at nine a.m.", "at 9 a.m."},
		{"at nine PM", "at 9 PM"},
		{"nine o'clock", "9 o'clock"},
		{"at nine", ""},
		{"at nine thirty", "at 9:30"},
		{"at nine thirty on main street", "at 9:30 on main street"},
		{"at twelve twenty one baker street", "at 1221 baker street"},
		{"at ten oh five North Baker Street", "at 1005 North Baker Street"},
		{"at ten fifteen street cars", "at 10:15 street cars"},
		{"at nine oh five", "at 9:05"},
		{"nine thirty works", ""},
		{"nine thirty is fine", "9:30 is fine"},
		{"seven in the morning", "7 in the morning"},
		{"seven at night", "7 at night"},
		{"one in the morning and one at night", ""},
		{"half past ten", "10:30"},
		{"at half past nine", "at 9:30"},
		{"a quarter to twelve", "11:45"},
		{"ten past nine", "9:10"},
		{"it is five to ten", ""},
		{"call two and a half to three", ""},
		{"that is four thirty by six", ""},
		{"it is point five point three point two", ""},
		{"at this point five hundred people", "at this point 500 people"},
		{"two four six eight hold on", ""},
		{"seven one two three four five six seven", ""},
		{"two and a quarter to three", ""},
		{"temperature ninety eight six", "temperature 98.6"},
		{"a fever of one oh one four", "a fever of 101.4"},
		{"temperature is thirty seven five and rising", "temperature is 37.5 and rising"},
		{"temperature ninety eight six patients", ""},
		{"score ninety eight six", ""},
		{"from nine thirty to ten forty five", "from 9:30 to 10:45"},
		{"ten fifteen minutes", ""},
		{"ten to fifteen minutes", "10 to 15 minutes"},
		{"five to ten minutes", "5 to 10 minutes"},
		// dates and years
		{"the twenty third of may", "the 23rd of may"},
		{"the second of may", "the 2nd of may"},
		{"may third", "may 3rd"},
		{"on may the third", "on may the 3rd"},
		{"june five", "june 5"},
		{"on may third nineteen ninety nine", "on may 3, 1999"},
		{"on may third, nineteen ninety nine", "on may 3, 1999"},
		{"on May third two thousand and five.", "on May 3, 2005."},
		{"june fifth twenty ten", "june 5, 2010"},
		{"in june twenty people came", "in june 20 people came"},
		{"june two thousand five", "june 2005"},
		{"in two thousand and five", "in 2005"},
		{"two thousand and five people", "2,005 people"},
		{"in two thousand five years", "in 2,005 years"},
		{"nineteen ninety nine", "1999"},
		{"in nineteen ninety nine one of them left", "in 1999 one of them left"},
		{"by twenty fifty", "by 2050"},
		{"twenty twenty guidance", "2020 guidance"},
		{"in fourteen ninety two", "in 1492"},
		{"in nineteen oh five", "in 1905"},
		{"in nineteen hundred", "in 1900"},
		{"from nineteen ninety to two thousand", "from 1990 to 2000"},
		{"in twenty twenty", "in 2020"},
		{"in twenty twenty five", "in 2025"},
		{"the nineteen nineties", "the 1990s"},
		{"the eighteen hundreds", "the 1800s"},
		{"the twenty tens", "the 2010s"},
		{"the twenty fifth of july twenty twelve", "the 25th of july 2012"},
		// times that are counted from a full hour
		{"quarter past one", "1:15"},
		{"it is a quarter to one", "it is 12:45"},
		{"set alarm at ten to eleven pm", "set alarm at 10:50 p.m."},
		{"one min to one am", "12:59 a.m."},
		{"twenty five to six in the morning", "5:35 in the morning"},
		{"twenty past six people", ""},
		{"ten minutes after two of them left", "10 minutes after two of them left"},
		{"a quarter of them", ""},
		// below zero
		{"it was minus sixty", "it was -60"},
		{"minus five point two degrees", "-5.2 degrees"},
		{"ten minus five", "10 minus five"},
		{"plus or minus five", ""},
		{"everyone minus two people", ""},
		// units
		{"two square meters", "2 square meters"},
		{"five miles per hour", "5 miles per hour"},
		{"one foot in the door", ""},
		{"eight hundred horsepower", "800 horsepower"},
		{"four million yuan", "4 million yuan"},
		{"five thousand won", "₩5,000"},
		{"the five won it", ""},
		{"twenty one crore ninety eight lakh", "219,800,000"},
		// addresses
		{"a dot b c at nvidia dot com", "a.bc@nvidia.com"},
		{"write to john at example dot com please", "write to john@example.com please"},
		{"look at example dot com", "look at example.com"},
		{"find us at example dot com", "find us at example.com"},
		{"it is ann underscore lee two at gmail dot com", "it is ann_lee2@gmail.com"},
		{"h t t p s colon slash slash w w w dot a b c dot org slash x y", "https://www.abc.org/xy"},
		{"one ninety two dot one six eight dot o dot one", "192.168.0.1"},
		{"version three dot five", "version 3.5"},
		{"connect the dot com boom", ""},
		{"dot the i", ""},
		// serials, telephone numbers with the country
		{"x three eighty six", "X386"},
		{"the form is d s one sixty", "the form is DS160"},
		{"a thirty six", "a 36"},
		{"plan b one of us", ""},
		{"i two of them", ""},
		{"plus nine one one two three one two three five six seven eight", "+91 123-123-5678"},
		{"zero two three one two three five six seven eight", "023-123-5678"},
		// titles
		{"mister smith and missus jones", "Mr. smith and Mrs. jones"},
		{"he misses smith", ""},
		{"Misses deadlines a lot.", ""},
		{"Misses smith.", "Mrs. smith."},
		{"hey mister", ""},
		// digits
		{"call one eight hundred five five five one two three four", "call 1-800-555-1234"},
		{"five five five one two one two", "555-1212"},
		{"five five five twelve thirty four", "555-1234"},
		{"two one two five five five one two one two", "212-555-1212"},
		{"the code is four seven oh two", "the code is 4702"},
		{"double oh seven", "007"},
		{"five double five one two one two", "555-1212"},
		{"room four oh one", "room 401"},
		{"four three two one", ""},
		{"oh two thousand", "oh 2,000"},
	} {
		want := c[1]
		if want == "" {
			want = c[0]
		}
		got := digits(c[0])
		if got != want {
			t.Errorf("%q is %q, not %q", c[0], got, want)
		}
		if again := digits(got); again != got {
			t.Errorf("%q becomes %q again", got, again)
		}
	}
}

// TestAnything draws words that interact: spans are in order and within the words, what
// says nothing of numbers is kept, and a second time nothing changes.
func TestAnything(t *testing.T) {
	vocabulary := strings.Fields("zero one two five nine ten twelve nineteen twenty thirty fifty hundred thousand million a an the and and oh point half double " +
		"first second third tenth twentieth nineties may june of in at to or between past percent per cent dollar dollars cents miles o'clock a m pm " +
		"people is i twenty-five twenty-dollar five-year-old Ten 25 $5 room few past to")
	drawn.Check(t, func(t *drawn.Case) {
		n := t.Int("words", 0, 14)
		words, marks := make([]Word, n), make([]string, n)
		for i := range words {
			words[i].Text = drawn.Of(t, "word", vocabulary...)
			words[i].Apart = drawn.Of(t, "apart", false, false, false, false, true)
			words[i].Opens = words[i].Apart && t.Bool("opens")
		}
		at := 0
		for _, s := range Digits(words, 0) {
			if s.Start < at || s.End <= s.Start || s.End > n || s.Text == "" || strings.ContainsAny(s.Text, " \t") {
				t.Fatalf("%v has the span %+v", words, s)
			}
			for i := s.Start + 1; i < s.End; i++ {
				if words[i].Apart {
					t.Fatalf("%v: the span %+v reaches across a gap", words, s)
				}
			}
			at = s.End
		}
		once := rewrite(words)
		if twice := rewrite(once); !slices.Equal(once, twice) {
			t.Fatalf("%v\nbecomes %v\nand then %v", words, once, twice)
		}
		_ = marks
	})
}

// rewrite returns words with their spans carried out.
func rewrite(words []Word) []Word {
	var out []Word
	at := 0
	for _, s := range Digits(words, 0) {
		out = append(out, words[at:s.Start]...)
		w := words[s.Start]
		w.Text = s.Text
		out = append(out, w)
		at = s.End
	}
	return append(out, words[at:]...)
}
