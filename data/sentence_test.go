package data

import (
	"reflect"
	"testing"
)

// A part of a sentence has what is known of its words.
func TestPart(t *testing.T) {
	s := Sentence{
		Conv: 2, Speaker: 'B', Talk: Talk{Words: 3},
		Tokens:  []Token{{Text: "a"}, {Text: "b"}, {Text: "c"}},
		Ends:    []float32{0.1, 0.2, 0.3},
		Puncts:  []Punct{NoPunct, Comma, Period},
		Written: []Written{{}, {After: CommaMark}, {After: PeriodMark}},
		Heard:   [][NumLabels]float32{{1}, {0, 1}, {0, 0, 1}},
	}
	want := Sentence{
		Conv: 2, Speaker: 'B', Talk: Talk{Words: 3},
		Tokens: s.Tokens[1:3], Ends: s.Ends[1:3], Puncts: s.Puncts[1:3], Written: s.Written[1:3], Heard: s.Heard[1:3],
	}
	if got := s.Part(1, 3); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	bare := Sentence{Tokens: s.Tokens}
	if got, want := bare.Part(0, 2), (Sentence{Tokens: s.Tokens[:2]}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The number of a turn is the first part of an utterance's.
func TestTurn(t *testing.T) {
	for utt, want := range map[string]int32{"": 0, "12": 12, "12.3": 12, "7.utt2": 7, "x7": 0, "99999999999999": 99999999} {
		token := Token{Utt: utt}
		if got := token.Turn(); got != want {
			t.Errorf("%q: turn %d, want %d", utt, got, want)
		}
	}
}
