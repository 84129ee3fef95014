package data_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestUnknownTags(t *testing.T) {
	text := row("a", "DT", "-", "0", "-", "-", "-", "-") + row("b", "_", "-", "0", "-", "-", "-", "-") + row("c", "^PRP^BES", "-", "0", "-", "-", "-", "-") +
		row("d", "NOUN", "-", "0", "-", "-", "-", "-") + strings.ReplaceAll(row("e", "JJ|RB", "-", "0", "-", "-", "-", "-")+row("f", "JJ|ADV|X", "-", "0", "-", "-", "-", "-"), "\tA\t", "\tB\t") +
		strings.ReplaceAll(row("g", "nn", "-", "0", "-", "-", "-", "-"), "\tA\t", "\tC\t")
	sides, err := data.ReadTSV(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	want := []data.UnknownTag{{Side: 0, Token: 3, Row: 4}, {Side: 1, Token: 1, Row: 6}, {Side: 2, Token: 0, Row: 7}}
	if got := data.UnknownTags(sides); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, tag := range data.Tags() {
		if tag != strings.ToUpper(tag) || strings.ContainsAny(tag, "|^_ ") {
			t.Errorf("the tag %q cannot be told from what is around it", tag)
		}
	}
}
