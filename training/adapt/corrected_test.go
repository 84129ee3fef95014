package adapt

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/decisions"
)

func TestReadCorrected(t *testing.T) {
	const src = "\ufeff" + `{"document":"two words.srt","speaker":"Ann","words":[{"text":"So,","goes":"discourse-markers"},{"text":"uh","goes":"yes"},{"text":"I","goes":"yes","start":1,"end":1.25},{"text":"[laughs]"},{"text":"don't."}]}

{"document":"two words.srt","speaker":"B","by":"person","tokens":[{"text":"and","goes":"repairs,conjunctions"},{"text":"no","mark":",","set":"?"}]}
{"document":"two words.srt","by":"models","tokens":[{"text":"right","aside":true,"ends":"no"}]}
{"document":"2005","speaker":"A","by":"models","tokens":[{"text":"uh","goes":"filled-pauses"}]}
{"document":"2005","speaker":"A","by":"nobody","tokens":[{"text":"fine","mark":"."}]}
`
	list, err := decisions.Read(strings.NewReader(src), "x.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sides, err := Sides(list)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := data.WriteTSV(&b, sides); err != nil {
		t.Fatal(err)
	}
	name := sides[0].Name
	want := strings.ReplaceAll(strings.ReplaceAll(`NAME A   So _ D 0 , - - -
NAME A   uh _ F 0 - - - -
NAME A   I _ - 1 - - 1.000 1.250
NAME A   do _ - 0 - - - -
NAME A   n't _ - 0 . / - -
NAME B   and _ C 1 - - - -
NAME B   no _ - 0 ? / - -
NAME C   right _ A 0 - - - -
2005 A   uh _ _ _ - / - -
2005 A   fine _ _ _ . / - -
`, "NAME", name), " ", "\t")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if again, err := data.ReadTSV(&b, "x.tsv"); err != nil || len(again) != 4 {
		t.Errorf("%d sides, %v", len(again), err)
	}
}

func TestManySpeakers(t *testing.T) {
	var many []decisions.Sentence
	for i := range 63 {
		many = append(many, decisions.Sentence{Document: "a", Speaker: "speaker " + strconv.Itoa(i), Tokens: []string{"a"}, POS: []string{""}, Labels: []string{"O"}, Kinds: []string{""}, Marks: []string{"NONE"}})
	}
	if _, err := Sides(many); err == nil || !strings.Contains(err.Error(), "more than 62 speakers") {
		t.Error(err)
	}
}

// drawSides draws sides with all that a token TSV holds.
func drawSides(r *rand.Rand) []data.Side {
	var out []data.Side
	words := []string{"so", "I", "do", "n't", "uh", "som-", "naïve", `a"b`, "<b>", "x\\", "&"}
	for _, x := range []struct {
		name    string
		speaker byte
	}{{"2005", 'A'}, {"2005", 'B'}, {"ES2003a", 'A'}, {"3001", 'Z'}, {"ES2003a", 'C'}}[:r.IntN(6)] {
		s := data.Side{Speaker: x.speaker, Unlabelled: r.IntN(4) == 0}
		s.Conv, s.Name, _ = data.ConversationOf(x.name)
		for range 1 + r.IntN(20) {
			t := data.Token{Text: words[r.IntN(len(words))], POS: []string{"", "NN"}[r.IntN(2)], Boundary: data.Boundary(r.IntN(3)), Utt: []string{"", "1.1", "2.1"}[r.IntN(3)], Act: []string{"", "sd"}[r.IntN(2)]}
			if r.IntN(2) == 0 {
				t.Punct = ",.?!;:"[r.IntN(6)]
			}
			if !s.Unlabelled {
				t.Edit, t.Kind = r.IntN(3) == 0, data.Kind(r.IntN(data.NumKinds))
			}
			if t.Timed = r.IntN(2) == 0; t.Timed {
				t.Start = float64(r.IntN(1e6)) / 1000
				t.End = decisions.Seconds(t.Start + float64(r.IntN(3))/8).Rounded()
			}
			s.Tokens = append(s.Tokens, t)
		}
		out = append(out, s)
	}
	return out
}

// correctedOf returns sides as corrections, a sentence a line.
func correctedOf(sides []data.Side) []decisions.Sentence {
	var out []decisions.Sentence
	for i := range sides {
		s := &sides[i]
		for from := 0; from < len(s.Tokens); {
			c := decisions.Sentence{Document: cmp.Or(s.Name, strconv.Itoa(s.Conv)), Speaker: string(rune(s.Speaker))}
			if s.Unlabelled {
				c.By = decisions.ByNobody
			}
			for end := false; from < len(s.Tokens) && !end; from++ {
				t := &s.Tokens[from]
				end = t.Boundary != data.NoBoundary
				mark, ends := "", [...]string{decisions.EndsNo, decisions.EndsYes, decisions.EndsIncomplete}[t.Boundary]
				if t.Punct != 0 {
					mark = string(rune(t.Punct))
				}
				if n := len(c.Tokens); t.Timed {
					start, stop := decisions.Seconds(t.Start), decisions.Seconds(t.End)
					c.Words = append(c.Words, decisions.Word{Text: t.Text, Start: &start, End: &stop, Tokens: [2]int{n, n + 1}})
				}
				c.Tokens, c.POS, c.Punct, c.Ends = append(c.Tokens, t.Text), append(c.POS, t.POS), append(c.Punct, mark), append(c.Ends, ends)
				c.Labels, c.Kinds = append(c.Labels, t.Label().String()), append(c.Kinds, decisions.KindName(t.Kind))
				c.Utterances, c.Acts = append(c.Utterances, t.Utt), append(c.Acts, t.Act)
			}
			out = append(out, c)
		}
	}
	return out
}

func write(w io.Writer, list []decisions.Sentence) error {
	for i := range list {
		if err := decisions.Write(w, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// What clean writes is a corpus: punctuation marks are those of the words or, where they have none, those
// that were set, and the document is that of the file.
func TestCleanedCorpus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "talk.jsonl")
	err := os.WriteFile(path, []byte(`{"line":1,"turn":2,"speaker":"A","words":[{"text":"Uh,","from":0,"to":3,"start":1,"end":1.5,"tokens":[0,1]},{"text":"don't.","from":4,"to":10,"tokens":[1,3]}],"tokens":["Uh","do","n't"],"pos":["UH","VBP","RB"],"labels":["F","O","O"],"kinds":["F","",""],"marks":["NONE","NONE","PERIOD"],"removed":[true,false,false],"posteriors":{"E":[0,0,0],"F":[1,0,0],"O":[0,1,1]}}
{"line":1,"language":"de","words":[{"text":"nein","from":0,"to":4,"tokens":[0,1]}],"tokens":["nein"],"pos":[""],"labels":["O"],"kinds":[""],"marks":["NONE"],"removed":[false]}
{"line":2,"speaker":"A","words":[{"text":"well","from":11,"to":15,"tokens":[0,1]},{"text":"no","from":16,"to":18,"tokens":[1,2]}],"tokens":["well","no"],"pos":["UH","RB"],"labels":["F","O"],"kinds":["",""],"marks":["NONE","QMARK"],"removed":[true,false]}
`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	sides, err := ReadCorpus(path)
	if err != nil || len(sides) != 1 || sides[0].Name != "talk.jsonl" {
		t.Fatalf("%+v, %v", sides, err)
	}
	want := []data.Token{
		{Text: "Uh", POS: "UH", Kind: data.FilledPause, Punct: ',', Timed: true, Start: 1, End: 1.5, Utt: "2.1", Act: "_"},
		{Text: "do", POS: "VBP", Utt: "2.1", Act: "_"},
		{Text: "n't", POS: "RB", Punct: '.', Boundary: data.Complete, Utt: "2.1", Act: "_"},
		{Text: "well", POS: "UH", Kind: data.DiscourseMarker},
		{Text: "no", POS: "RB", Punct: '?', Boundary: data.Complete},
	}
	if !reflect.DeepEqual(sides[0].Tokens, want) {
		t.Errorf("got %+v, want %+v", sides[0].Tokens, want)
	}
}

// Sides are the same after they were corrections in a file.
func TestCorrectedRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		sides := drawSides(rand.New(rand.NewPCG(seed, 1)))
		var b bytes.Buffer
		if err := write(&b, correctedOf(sides)); err != nil {
			t.Fatal(err)
		}
		list, err := decisions.Read(bytes.NewReader(b.Bytes()), "x.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Sides(list)
		if err != nil || !reflect.DeepEqual(got, sides) {
			t.Fatalf("seed %d: %v\ngot  %+v\nwant %+v\n%s", seed, err, got, sides, b.String())
		}
		if again := correctedOf(got); !reflect.DeepEqual(again, correctedOf(sides)) {
			t.Errorf("seed %d: other lines", seed)
		}
	}
}

func TestReadCorpus(t *testing.T) {
	dir := t.TempDir()
	sides := drawSides(rand.New(rand.NewPCG(2, 1)))
	var tsv, lines, packed bytes.Buffer
	if err := errors.Join(data.WriteTSV(&tsv, sides), write(&lines, correctedOf(sides))); err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&packed)
	_, err := z.Write(lines.Bytes())
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"a.tsv": tsv.Bytes(), "b.jsonl": lines.Bytes(), "c.jsonl.gz": packed.Bytes(), "bad.jsonl": []byte("{}")} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.tsv", "b.jsonl", "c.jsonl.gz", "c.jsonl"} {
		if got, err := ReadCorpus(filepath.Join(dir, name)); err != nil || !reflect.DeepEqual(got, sides) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadCorpus(filepath.Join(dir, "bad.jsonl")); err == nil || !strings.Contains(err.Error(), "bad.jsonl:1: ") {
		t.Error(err)
	}
}

// Whatever is read can be written, and is the same then, as lines and as sides.
func FuzzSides(f *testing.F) {
	f.Add([]byte(`{"document":"a b","speaker":"Ann","words":[{"text":"So,","goes":"yes"},{"text":"don't--go."}]}`))
	f.Add([]byte(`{"document":"1","by":"models","tokens":[{"text":"uh","goes":"repairs,filled-pauses","start":1,"end":2,"set":"","ends":"no","utterance":"1.1"}]}`))
	f.Add([]byte(`{"document":"a","turn":3,"words":[{"text":"Well,","start":1,"end":0,"tokens":[0,1]},{"text":"no","start":-1,"end":0,"tokens":[1,2]}],"tokens":["Well","no"],"labels":["F","E"],"kinds":["",""]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		list, err := decisions.Read(bytes.NewReader(src), "x.jsonl")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := write(&b, list); err != nil {
			t.Fatal(err)
		}
		again, err := decisions.Read(bytes.NewReader(b.Bytes()), "x.jsonl")
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		sides, err := Sides(list)
		other, err2 := Sides(again)
		if (err == nil) != (err2 == nil) || !reflect.DeepEqual(sides, other) {
			t.Fatalf("%v, %v: %+v, %+v", err, err2, sides, other)
		}
		for i := range sides {
			for j := range sides[i].Tokens {
				sides[i].Tokens[j].Timed, sides[i].Tokens[j].Start, sides[i].Tokens[j].End = false, 0, 0
			}
		}
		if err := data.WriteTSV(&b, sides); err != nil {
			t.Fatal(err)
		}
	})
}
