package training

import (
	"slices"
	"testing"
)

func TestHoldOut(t *testing.T) {
	type item struct{ conv, n int }
	var items []item
	for i := range 40 {
		items = append(items, item{conv: 2000 + i/2%10, n: i}) // each conversation comes twice
	}
	conv := func(i *item) int { return i.conv }
	for text, want := range map[string][]int{"0": nil, "2": {2001, 2003, 2005, 2007, 2009}, "5": {2004, 2009}, "11": nil, "0.1": {2009}, "0.3": {2003, 2006, 2009}, "0.9": {2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009}} {
		h, err := parseHoldOut(text)
		if err != nil {
			t.Fatal(err)
		}
		rest, held := Split(h, items, conv)
		if len(rest)+len(held) != len(items) {
			t.Errorf("%s: %d and %d of %d", text, len(rest), len(held), len(items))
		}
		var convs []int
		for _, i := range held {
			if slices.ContainsFunc(rest, func(r item) bool { return r.conv == i.conv }) {
				t.Errorf("%s: conversation %d is on both sides", text, i.conv)
			}
			if !slices.Contains(convs, i.conv) {
				convs = append(convs, i.conv)
			}
		}
		if !slices.Equal(convs, want) {
			t.Errorf("%s: held out %v, want %v", text, convs, want)
		}
		// What has no conversation is dealt one by one.
		rest, held = Split(h, make([]item, 100), conv)
		if n := map[string]int{"0": 0, "2": 50, "5": 20, "11": 9, "0.1": 10, "0.3": 30, "0.9": 90}[text]; len(held) != n || len(rest) != 100-n {
			t.Errorf("%s: %d of 100 without a conversation are held out, want %d", text, len(held), n)
		}
	}
	for _, text := range []string{"1", "-3", "1.5", "-0.1", "NaN", "", "no such file", "."} {
		if _, err := parseHoldOut(text); err == nil {
			t.Errorf("--hold-out %q is taken", text)
		}
	}
	for n, want := range map[int]string{2: "2nd", 3: "3rd", 5: "5th", 11: "11th", 12: "12th", 21: "21st", 112: "112th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
