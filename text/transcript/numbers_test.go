package transcript

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// numbersIn decides that "uh" is removed and that a sentence ends before "then", and writes
// numbers in digits.
func numbersIn(t *testing.T, src string, r Rewriting) *Edit {
	t.Helper()
	d, err := ParseText(src, "numbers")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for i := range decisions {
		x := &decisions[i]
		if x.Cased = strings.ToLower(d.Tokens[i].Text); x.Cased == "uh" {
			x.Why = data.FilledPauses
		}
		if i+1 < len(decisions) && d.Tokens[i+1].Text == "then" {
			x.Punct, x.End = data.Period, true
		}
	}
	r.Numbers = NumberDigits
	return d.Edit(decisions, r)
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ src, want, diff string }{
		{"we paid twenty five dollars", "We paid $25.", "[-we-]{+We+} paid [-twenty five dollars-]{+$25.+}"},
		{"we paid twenty uh five dollars", "We paid $25.", "[-we-]{+We+} paid [-twenty uh five dollars-]{+$25.+}"},
		{"We paid twenty, uh, five dollars.", "We paid $25.", ""},
		{"We paid twenty five dollars, and left.", "We paid $25, and left.", "We paid [-twenty five dollars-]{+$25+}, and left."},
		{"We paid fifty.", "We paid 50.", "We paid [-fifty-]{+50+}."},
		{"fifty percent of it", "50% of it.", ""},
		{"at nine a m then we left", "At 9 a.m. Then we left.", ""},
		{"we paid twenty then five left", "We paid 20. Then five left.", ""},
		{"We paid twenty\nfive dollars and left.", "We paid $25\nand left.", "We paid [-twenty-]{+$25+}\n[-five dollars-] and left."},
		{"We paid twenty five\nuh dollars.", "We paid $25.\n", ""},
		{"A: we paid twenty\nB: five dollars", "A: We paid 20.\nB: $5.", ""},
		{"twenty [noise] five dollars", "Twenty [noise] $5.", ""},
		{"on may third two thousand five we left", "On may 3, 2005 we left.", ""},
		{"WE PAID TWENTY FIVE DOLLARS", "We paid $25.", ""},
		{"\"Twenty five dollars,\" he said.", "\"$25,\" he said.", ""},
		{"the Twenty Five Club paid five-hundred dollars.", "the Twenty Five Club paid $500.", ""},
	} {
		e := numbersIn(t, c.src, Rewriting{})
		if got := e.Text(); got != c.want {
			t.Errorf("%q is %q, not %q", c.src, got, c.want)
		}
		if got := e.Diff(false); c.diff != "" && got != c.diff {
			t.Errorf("%q has the diff %q, not %q", c.src, got, c.diff)
		}
	}
	e := numbersIn(t, "on may third two thousand five", Rewriting{Punct: PunctKeep, Case: CaseLower})
	if got := e.Text(); got != "on may 3 2005" {
		t.Errorf("without marks it is %q", got)
	}
}

// TestNumberChanges has each number as one change, with its words and why some of them are removed.
func TestNumberChanges(t *testing.T) {
	src := "We paid twenty uh five dollars, and uh fifty\npercent."
	e := numbersIn(t, src, Rewriting{})
	var got []string
	at := 0
	var out strings.Builder
	for _, c := range e.Changes() {
		got = append(got, c.Kind.String()+" "+src[c.Start:c.End]+"|"+c.Text+"|"+c.Why.String())
		if c.Kind == Renumber && c.Words.Len() == 0 {
			t.Errorf("%+v has no words", c)
		}
		out.WriteString(src[at:c.Start] + c.Text)
		at = c.End
	}
	want := []string{"number twenty uh five dollars,|$25,|filled-pauses", "delete  uh||filled-pauses", "number fifty|50%|", "punctuate |.|", "number percent.||"}
	if !slices.Equal(got, want) {
		t.Fatalf("the changes are %q, not %q", got, want)
	}
	if out.String() != "We paid $25, and 50%.\n" {
		t.Errorf("they make %q", out.String())
	}
	if e.Removed(2) || e.Removed(4) || !e.Removed(3) {
		t.Error("words that are in digits count as removed, or those that go do not")
	}
	if n := e.Counts(); n[1] != 2 {
		t.Errorf("%v words went", n)
	}
}

// TestNumberPause keeps numbers apart that a pause is between.
func TestNumberPause(t *testing.T) {
	at := func(text string, from, to float64) Piece {
		return Piece{Text: text, Time: Interval{from, to, true}, Spaced: true}
	}
	for gap, want := range map[float64]string{0.5: "we saw 25", 1.5: "we saw 20 five"} {
		d := Build("pause", []Utterance{{Pieces: []Piece{at("we", 0, 0.2), at("saw", 0.2, 0.4), at("twenty", 0.4, 1), at("five", 1+gap, 2+gap)}}})
		e := d.Edit(nil, Rewriting{Numbers: NumberDigits})
		if got := strings.TrimSpace(e.Text()); got != want {
			t.Errorf("with a pause of %v s it is %q, not %q", gap, got, want)
		}
		kept := e.Kept(nil, 0)
		if last := kept[len(kept)-1]; gap < 1 && (last.Word != 2 || last.Last != 3) {
			t.Errorf("the number is %+v", last)
		}
	}
}

// TestNumbersOverCommas reads across commas that were predicted, not across written ones.
func TestNumbersOverCommas(t *testing.T) {
	for src, want := range map[string]string{
		"we left at nine thirty a m":  "We left at 9:30 a.m.",
		"we left at nine thirty, a m": "We left at 9:30, a m.",
	} {
		d, err := ParseText(src, "commas")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			if decisions[i].Cased = d.Tokens[i].Text; i == 3 || i == 4 {
				decisions[i].Punct = data.Comma
			}
		}
		if got := d.Edit(decisions, Rewriting{Numbers: NumberDigits}).Text(); got != want {
			t.Errorf("%q is %q, not %q", src, got, want)
		}
	}
}

func TestJoinTokensNumbers(t *testing.T) {
	tokens := strings.Fields("we paid twenty uh five dollars and do n't have ten")
	decisions := make([]data.Decision, len(tokens))
	decisions[3].Why = data.FilledPauses
	decisions[5].Punct = data.Comma
	if got, want := JoinTokens(tokens, decisions, Rewriting{Numbers: NumberDigits}), "We paid $25, and don't have 10."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestChineseNumbers writes the numbers of Chinese text in digits, in documents, which have a word a character, and of tokens.
func TestChineseNumbers(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"那个{呃}F二十五块钱，百分之五。", "那个25块钱，5%。"},
		{"二十{呃}F五块。", "25块。"},
		{"二十，五块。", "20，五块。"},
		{"我 三点半 见 Ann 。", "我 3点半 见 Ann 。"},
		{"有25个，二十个。", "有25个，20个。"},
		{"星期三第一次一起去。", "星期三第一次一起去。"},
	} {
		d, decisions := marked(t, c.in)
		for i := range decisions {
			decisions[i].Chinese = true
		}
		if got := d.Edit(decisions, Rewriting{Numbers: NumberDigits}).Text(); got != c.want {
			t.Errorf("%s is %s, not %s", c.in, got, c.want)
		}
	}
	tokens := strings.Fields("我 要 二十 五 块 呃 钱")
	decisions := make([]data.Decision, len(tokens))
	for i := range decisions {
		decisions[i].Chinese = true
	}
	decisions[5].Why = data.FilledPauses
	if got, want := JoinTokens(tokens, decisions, Rewriting{Numbers: NumberDigits}), "我要25块钱。"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestParseNumberMode(t *testing.T) {
	for s, want := range map[string]NumberMode{"words": NumberWords, "digits": NumberDigits} {
		if got, err := ParseNumberMode(s); err != nil || got != want {
			t.Errorf("%q is %d, %v", s, got, err)
		}
	}
	if _, err := ParseNumberMode("roman"); err == nil {
		t.Error("an unknown mode passes")
	}
}
