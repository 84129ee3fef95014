package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/training/adapt"
)

var gain = flag.Bool("gain", false, "measure what is wrong in the sentences that adapt --suggest chooses")

// TestSuggestGain counts the words that are wrong in sentences of meetings which were
// chosen, and in others, of which the choice is blind.
func TestSuggestGain(t *testing.T) {
	if !*gain {
		t.Skip("SKIPPED: it takes a minute: -gain measures it")
	}
	const most = 8000
	for _, corpus := range [][]string{{"ami", "disfluency.train.tsv.gz"}, {"ami", "disfluency.dev.tsv.gz"}, {"swbd", "dev.tsv"}} {
		for _, form := range []string{"typed", "unpunctuated"} {
			sides, err := data.ReadTSVFile(datatest.Path(t, corpus...))
			if err != nil {
				t.Fatal(err)
			}
			if form == "unpunctuated" {
				unpunctuate(sides)
			}
			s, wrong := judged(t, sides, most)
			count := func(name string, chosen []int) {
				words, n, with := 0, 0, 0
				for _, i := range chosen {
					words, n = words+len(s.candidates[i].Words), n+wrong[i]
					if wrong[i] > 0 {
						with++
					}
				}
				t.Logf("%s, %s: %-12s %5d sentences, %6d words: %5d wrong, %.2f a sentence, %.2f of 100 words; in %d sentences", corpus[0], form, name, len(chosen), words, n, float64(n)/float64(len(chosen)), 100*float64(n)/float64(words), with)
			}
			count("all", rand.New(rand.NewPCG(1, 1)).Perm(len(s.candidates)))
			for _, n := range []int{100, 500, 2000} {
				var chosen []int
				for _, x := range adapt.Suggest(s.candidates, n) {
					chosen = append(chosen, x.Candidate)
				}
				count(fmt.Sprint("chosen ", n), chosen)
				count(fmt.Sprint("random ", n), rand.New(rand.NewPCG(2, uint64(n))).Perm(len(s.candidates))[:n])
			}
		}
	}
}

func unpunctuate(sides []data.Side) {
	for i := range sides {
		for k := range sides[i].Tokens {
			x := &sides[i].Tokens[k]
			x.Text, x.Punct = strings.ToLower(x.Text), 0
		}
	}
}

// judged returns up to so many sentences of conversations, and how many words are wrong in
// each: they are removed and should be kept, or the other way.
func judged(t *testing.T, sides []data.Side, most int) (s suggestions, wrong []int) {
	t.Helper()
	cleaner, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{Explain: true, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for len(sides) > 0 && len(s.candidates) < most {
		n := 1
		for n < len(sides) && sides[n].Conv == sides[0].Conv {
			n++
		}
		own := sides[:n]
		sides = sides[n:]
		d := named{own[0].Name, adapt.Document(own[0].Name, own)}
		if err := s.add(t.Context(), cleaner, d); err != nil {
			t.Fatal(err)
		}
		at := make(map[string]int) // the next token of a speaker
		tokens := make(map[string][]data.Token)
		for i := range own {
			tokens[string(rune(own[i].Speaker))] = own[i].Tokens
		}
		for i := len(wrong); i < len(s.candidates); i++ {
			wrong = append(wrong, 0)
			speaker := d.Turns[s.places[i].Turn].Speaker
			for k, word := range s.candidates[i].Words {
				of := tokens[speaker]
				from := at[speaker]
				for from < len(of) && of[from].Text != word {
					from++
				}
				if from == len(of) || from > at[speaker]+200 {
					continue // it is cut otherwise
				}
				at[speaker] = from + 1
				x := &of[from]
				removed := x.Partial() || x.Label() != data.O && x.Kind != data.Conjunction
				if removed != (s.candidates[i].Decisions[k].Why&data.DefaultRemoved != 0) {
					wrong[i]++
				}
			}
		}
	}
	s.candidates, s.places = s.candidates[:min(most, len(s.candidates))], s.places[:min(most, len(s.places))]
	return s, wrong
}

// What is chosen is read again as it was said, with its times, and says where it is from.
func TestSuggestions(t *testing.T) {
	cleaner, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{Explain: true, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	var s suggestions
	for name, src := range map[string]string{"a.srt": "1\n00:00:01,000 --> 00:00:04,000\nAnn: So, uh, well--well [it] was it was\n\n2\n00:00:04,000 --> 00:00:06,000\nfine, like. Yes, I, I know [laughs].\n\n3\n00:00:06,500 --> 00:00:08,000\nBob: That's, that's it, or, I mean, that is all.\n"} {
		f, err := formats.Read(src, name, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{name, "b.srt"} {
			if err := s.add(t.Context(), cleaner, named{as, f.Document}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var chosen []adapt.Suggested
	for i := range s.candidates {
		chosen = append(chosen, adapt.Suggested{Candidate: i})
	}
	var b strings.Builder
	if err := s.write(&b, chosen); err != nil {
		t.Fatal(err)
	}
	f, err := formats.Read(b.String(), "chosen.jsonl", "")
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	d := f.Document
	if len(d.Turns) != len(chosen) || len(d.Turns) != 6 {
		t.Fatalf("%d turns of %d sentences:\n%s", len(d.Turns), len(chosen), b.String())
	}
	for i := range d.Turns {
		from := s.docs[s.places[i].doc]
		taken, ok := f.TakenFrom(d.Lines[d.Turns[i].FirstLine].Utterance)
		if want := from.Turns[s.places[i].Turn].Speaker; !ok || taken.Document != from.name || taken.Speaker != want || d.Turns[i].Speaker != from.name+": "+want {
			t.Errorf("sentence %d: %+v, %q", i, taken, d.Turns[i].Speaker)
		}
		var words []string
		for w := d.Turns[i].Words.Start; w < d.Turns[i].Words.End; w++ {
			for k := d.Words[w].Tokens.Start; k < d.Words[w].Tokens.End; k++ {
				words = append(words, d.Tokens[k].Text)
			}
		}
		if got, want := strings.Join(words, " "), strings.Join(s.candidates[i].Words, " "); got != want {
			t.Errorf("sentence %d: %q, want %q", i, got, want)
		}
		line := d.Lines[d.Turns[i].FirstLine].Time
		if was := from.Lines[from.LineOf(s.places[i].Words.Start)].Time; !line.Known || line.Start-taken.Later != was.Start || (taken.Later > 0) != (i > 2) {
			t.Errorf("sentence %d: from %v, later %v, was %v", i, line.Start, taken.Later, was.Start)
		}
	}
}
