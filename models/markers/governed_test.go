package markers

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// texts returns a text of words and marks, with blanks between, without its marks and with them.
func texts(s string) (bare, marked *Text) {
	bare, marked = new(Text), new(Text)
	for _, w := range strings.Fields(s) {
		if mark, ok := map[string]data.Mark{",": data.CommaMark, ".": data.PeriodMark, "?": data.QuestionMark}[w]; ok {
			marked.Written[len(marked.Written)-1].After = mark
			continue
		}
		bare.Words, marked.Words = append(bare.Words, w), append(marked.Words, w)
		marked.Written = append(marked.Written, data.Written{})
	}
	return bare, marked
}

// What the word before takes is no marker.
func TestGoverned(t *testing.T) {
	for text, want := range map[string][2]bool{ // bare, with punctuation
		"i am letting you know .":    {true, true},
		"let , you know , him go .":  {true, false}, // without its marks it is not told
		"what do you know ?":         {false, true},
		"what do , you know , we ?":  {false, false},
		"i do you know .":            {false, false},
		"it is more than you know .": {false, true},
		"it is what , you know .":    {false, false},
		"more than you know it is .": {false, false},
		"you know it .":              {false, false},
		"let me know .":              {false, false},
	} {
		bare, marked := texts(text)
		var got [2]bool
		for _, x := range (phrases{"you know": ofMarker, "me": ofMarker}).spans(bare, nil) {
			got[0], got[1] = got[0] || bare.governed(x), got[1] || marked.governed(x)
		}
		if got != want {
			t.Errorf("%q: bare and with punctuation %v, want %v", text, got, want)
		}
	}
}

// "So" that joins clauses is no marker, nor is the verb "see".
func TestLinks(t *testing.T) {
	for text, want := range map[string]bool{
		"you came in so we could help .":     true,
		"about five months or so .":          true,
		"you came in , so we could help .":   false,
		"so we could help .":                 false,
		"i was , so , on the way .":          false,
		"the problem is like so or right .":  true,
		"go back and see , okay , this is .": true,
		"and , see , this is what i mean .":  false,
	} {
		bare, x := texts(text)
		at := slices.IndexFunc(x.Words, func(w string) bool { return w == "so" || w == "see" })
		if got := x.links(Span{From: at, To: at + 1}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		if bare.links(Span{From: at, To: at + 1}) {
			t.Errorf("%q, bare: nothing tells", text)
		}
	}
}

// A tag is what a sentence of some length ends with after a comma, as a question after which its speaker goes on.
func TestTag(t *testing.T) {
	of := func(closes bool, after data.Mark, words ...string) *Text {
		out := &Text{Words: words, Written: make([]data.Written, len(words)), Closes: closes}
		n := len(words)
		out.Written[n-2].After, out.Written[n-1].After = data.CommaMark, after
		return out
	}
	for _, c := range []struct {
		text *Text
		want int // occurrences
	}{
		{of(false, data.QuestionMark, "they", "will", "assume", "that", "right"), 1},
		{of(true, data.QuestionMark, "they", "will", "assume", "that", "right"), 0},
		{of(false, data.PeriodMark, "they", "will", "assume", "that", "right"), 0},
		{of(false, data.QuestionMark, "i", "know", "right"), 0},
		{&Text{Words: []string{"they", "will", "assume", "that", "right"}}, 0},
	} {
		if got := (phrases{"right": ofTag}).spans(c.text, nil); len(got) != c.want {
			t.Errorf("%v: %v, want %d", c.text, got, c.want)
		}
	}
}

// "Well" that says how something is done is no marker.
func TestManner(t *testing.T) {
	tags := map[string]string{"i": "PRP", "it": "PRP", "went": "VBD", "said": "VBD", "slept": "VBD", "did": "VBD", "plays": "VBZ", "was": "VBD", "as": "RB", "decided": "VBD", "known": "VBN"}
	for text, want := range map[string][2]bool{ // bare, with punctuation
		"it went well .":                        {true, true},
		"it went well , you know .":             {true, true},
		"i did it as well , you know .":         {false, true},
		"i slept well , i mean .":               {true, true},
		"it plays well , you know , for it .":   {false, true},
		"i said well you know it was .":         {false, false},
		"i decided well you know it was .":      {false, false},
		"it was , well , you know , odd .":      {false, false},
		"it did well , i mean , really well up": {false, false}, // which a repair may be
		"well , you know , it was .":            {false, false},
		"it was well , you know , odd .":        {false, false},
		"well known it was .":                   {true, true},
		"it was well known .":                   {true, true},
		"well , known it was .":                 {true, false}, // without its marks it is not told
	} {
		bare, marked := texts(text)
		for _, w := range bare.Words {
			bare.Tags = append(bare.Tags, m3n.Symbol(tags[w]))
		}
		marked.Tags = bare.Tags
		at := slices.Index(bare.Words, "well")
		if got := [2]bool{bare.manner(at), marked.manner(at)}; got != want {
			t.Errorf("%q: bare and with punctuation %v, want %v", text, got, want)
		}
		// Then it is found by itself, and what stands behind it, too.
		if found := (phrases{"well": ofMarker, "well you know": ofMarker, "you know": ofMarker}).spans(marked, nil); marked.manner(at) && (found[0].To != at+1 || !marked.links(found[0])) {
			t.Errorf("%q: found %v", text, found)
		}
	}
}

// "I mean" with an object that is all that follows is a verb.
func TestMeans(t *testing.T) {
	for text, want := range map[string][2]bool{ // bare, with punctuation
		"i mean it .":                     {true, true},
		"no , i mean it , really .":       {false, true},
		"i mean that . it matters .":      {false, true},
		"i mean , it .":                   {true, false}, // without its marks it is not told
		"i mean it , it was good .":       {false, false},
		"i mean this , as i said , works": {false, false},
		"i mean it was good .":            {false, false},
		"i mean you .":                    {true, true},
		"you know it .":                   {false, false},
	} {
		bare, marked := texts(text)
		p := phrases{"i mean": ofMarker, "you know": ofMarker}
		if got := [2]bool{bare.means(p.spans(bare, nil)[0]), marked.means(p.spans(marked, nil)[0])}; got != want {
			t.Errorf("%q: bare and with punctuation %v, want %v", text, got, want)
		}
	}
}
