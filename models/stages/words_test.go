package stages

import (
	"reflect"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// sure is the decision about a token that no model sees.
func sure(y data.Label) data.Decision {
	d := data.Decision{Label: y, Confidence: 1}
	d.Posteriors[y] = 1
	return d
}

func TestOnTokens(t *testing.T) {
	uh := data.Decision{Label: data.F, Kind: data.FilledPause, Why: data.FilledPauses, Tag: "UH", Confidence: 0.7, Waited: 3}
	we := data.Decision{Punct: data.Comma, End: true, Tag: "PRP", Cased: "We", Posteriors: [data.NumLabels]float64{0.2, 0.3, 0.5}}
	E, O := sure(data.E), sure(data.O)
	for _, c := range []struct {
		name   string
		tokens []string
		words  []data.Decision // in order
		want   []data.Decision
	}{
		{"nothing", nil, nil, nil},
		{"words alone", []string{"uh", "we"}, []data.Decision{uh, we}, []data.Decision{uh, we}},
		{"partial words", []string{"som-", "uh", "W-", "we", "th-"}, []data.Decision{uh, we}, []data.Decision{E, uh, E, we, E}},
		{"punctuation", []string{",", "uh", "--", "we", "..."}, []data.Decision{uh, we}, []data.Decision{O, uh, O, we, O}},
		{"both", []string{"-", "b-", "uh", "", "we"}, []data.Decision{uh, we}, []data.Decision{O, E, uh, O, we}},
		{"no words", []string{"?", "i-"}, nil, []data.Decision{O, E}},
	} {
		s := &data.Sentence{Conv: 7, Speaker: 'B'}
		for _, w := range c.tokens {
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		words, at := Words(s)
		if len(at) != len(c.words) || len(words.Tokens) != len(c.words) || words.Conv != 7 || words.Speaker != 'B' || words.Ends != nil {
			t.Errorf("%s: words %+v at %v", c.name, words, at)
			continue
		}
		if got := OnTokens(s, at, c.words); !(len(got) == 0 && len(c.want) == 0) && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// What is predicted of sentence boundaries, and of labels, stays with its words.
func TestWordsOfPiece(t *testing.T) {
	s := &data.Sentence{
		Tokens: []data.Token{{Text: "We"}, {Text: "l-"}, {Text: "LEFT", Timed: true, Start: 1, End: 2}, {Text: "."}, {Text: "3rd"}},
		Ends:   []float32{0.1, 0.2, 0.3, 0.4, 0.5},
		Puncts: []data.Punct{data.NoPunct, data.Comma, data.Period, data.QMark, data.Period},
		Heard:  [][data.NumLabels]float32{{0.1}, {0.2}, {0.3}, {0.4}, {0.5}},
	}
	words, at := Words(s)
	want := data.Sentence{
		Tokens: []data.Token{{Text: "we"}, {Text: "left", Timed: true, Start: 1, End: 2}, {Text: "3rd"}},
		Ends:   []float32{0.1, 0.3, 0.5},
		Puncts: []data.Punct{data.NoPunct, data.Period, data.Period},
		Heard:  [][data.NumLabels]float32{{0.1}, {0.3}, {0.5}},
	}
	if !reflect.DeepEqual(words, want) || !reflect.DeepEqual(at, []int{0, 2, 4}) {
		t.Errorf("%+v at %v, want %+v", words, at, want)
	}
	if s.Tokens[0].Text != "We" {
		t.Error("the sentence has changed")
	}
}
