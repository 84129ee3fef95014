package data_test

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/datatest"
)

func TestRule(t *testing.T) {
	word := func(text, kind, edit, mark, end string) string {
		return row(text, "NN", kind, edit, mark, end, "-", "-")
	}
	next := word("b", "-", "0", "-", "-")
	for _, c := range []struct {
		rows            string
		readers, papers data.Punct // of the first token
	}{
		{word("a", "-", "0", ".", "/"), data.Period, data.Period},
		{word("a", "-", "0", "!", "-/"), data.Period, data.Period},
		{word("a", "-", "0", "?", "/"), data.QMark, data.QMark},
		{word("a", "-", "0", ":", "/") + next, data.Comma, data.Comma},
		{word("a", "-", "0", "-", "/"), data.NoPunct, data.NoPunct},
		{word("a", "-", "0", ",", "-") + next, data.Comma, data.NoPunct},
		{word("a", "-", "0", "?", "-") + next, data.QMark, data.NoPunct},
		{word("uh", "F", "0", ".", "/"), data.NoPunct, data.Period},
		{word("a", "-", "1", ",", "-/"), data.NoPunct, data.Comma},
		{word("wh-", "-", "0", ".", "/"), data.NoPunct, data.NoPunct},
		{word("a", "-", "0", "-", "-") + word("wh-", "-", "0", ".", "/"), data.NoPunct, data.Period},
		{word("a", "-", "0", ",", "-") + word("wh-", "-", "0", "-", "-") + word("th-", "-", "0", "-", "-/"), data.NoPunct, data.NoPunct},
		{word("a", "-", "0", ",", "/") + word("wh-", "-", "0", ".", "/"), data.Comma, data.Comma},
		{word("a", "-", "0", "-", "-") + word("wh-", "-", "0", "-", "-") + word("b", "-", "0", ".", "/"), data.NoPunct, data.NoPunct},
	} {
		sides, err := data.ReadTSV(strings.NewReader(c.rows), "x")
		if err != nil {
			t.Fatal(err)
		}
		for rule, want := range []data.Punct{data.ReadersRule: c.readers, data.PapersRule: c.papers} {
			if got := data.Rule(rule).PunctOf(sides[0].Tokens, 0); got != want {
				t.Errorf("%q by the rule of the %v: %v, want %v", c.rows, data.Rule(rule), got, want)
			}
		}
	}
}

func TestParseRule(t *testing.T) {
	for r := range data.Rule(data.NumRules) {
		if got, err := data.ParseRule(r.String()); got != r || err != nil {
			t.Errorf("%v is read as %v, %v", r, got, err)
		}
	}
	if _, err := data.ParseRule("writers"); err == nil {
		t.Error("there is a rule of the writers")
	}
}

// TestTable1 counts the punctuation of the development data by the rule of the papers: EMNLP
// 2014, Table 1, has 1.8K commas, 6.5K full stops and 372 questions.
func TestTable1(t *testing.T) {
	sides, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var got [data.NumPuncts]int
	for _, s := range sides {
		for i := range s.Tokens {
			got[data.PapersRule.PunctOf(s.Tokens, i)]++
		}
	}
	got[data.NoPunct] = 0
	if want := [data.NumPuncts]int{data.Comma: 1832, data.Period: 6419, data.QMark: 372}; got != want {
		t.Errorf("%d commas, full stops and questions, want %d", got[data.Comma:], want[data.Comma:])
	}
}
