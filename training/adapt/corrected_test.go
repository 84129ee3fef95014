package adapt

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestReadCorrected(t *testing.T) {
	const src = "\ufeff" + `{"document":"two words.srt","speaker":"Ann","words":[{"text":"So,","goes":"discourse-markers"},{"text":"uh","goes":"yes"},{"text":"I","goes":"yes","start":1,"end":1.25},{"text":"[laughs]"},{"text":"don't."}]}

{"document":"two words.srt","speaker":"B","by":"person","tokens":[{"text":"and","goes":"repairs,conjunctions"},{"text":"no","mark":",","set":"?"}]}
{"document":"two words.srt","by":"models","tokens":[{"text":"right","aside":true,"ends":"no"}]}
{"document":"2005","speaker":"A","by":"models","tokens":[{"text":"uh","goes":"filled-pauses"}]}
{"document":"2005","speaker":"A","by":"nobody","tokens":[{"text":"fine","mark":"."}]}
`
	list, err := ReadCorrected(strings.NewReader(src), "x.jsonl")
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

func TestReadCorrectedErrors(t *testing.T) {
	for name, x := range map[string]struct{ line, want string }{
		"no JSON":      {`so uh`, "no line of corrections"},
		"unknown":      {`{"document":"a","tokenz":[]}`, `unknown field "tokenz"`},
		"two":          {`{"document":"a","tokens":[{"text":"a"}]} {}`, "something follows"},
		"no document":  {`{"tokens":[{"text":"a"}]}`, `no "document"`},
		"by":           {`{"document":"a","by":"me","tokens":[{"text":"a"}]}`, "use person, models or nobody"},
		"both":         {`{"document":"a","tokens":[{"text":"a"}],"words":[{"text":"a"}]}`, "give one of them"},
		"neither":      {`{"document":"a"}`, `neither "tokens" nor "words"`},
		"no text":      {`{"document":"a","tokens":[{"text":"a"},{}]}`, `token 2, "": there is no "text"`},
		"blank":        {`{"document":"a","words":[{"text":"a b"}]}`, "give each word by itself"},
		"notes":        {`{"document":"a","words":[{"text":"[laughs]"}]}`, "no word that is said"},
		"tab":          {`{"document":"a","tokens":[{"text":"a\tb"}]}`, "a tab"},
		"mark":         {`{"document":"a","tokens":[{"text":"a","mark":"-"}]}`, `"mark" is "-"`},
		"set":          {`{"document":"a","tokens":[{"text":"a","set":".."}]}`, `"set" is ".."`},
		"goes":         {`{"document":"a","tokens":[{"text":"a","goes":"fillers"}]}`, "use yes, or a list of repairs, filled-pauses"},
		"loops":        {`{"document":"a","tokens":[{"text":"a","goes":"loops"}]}`, "use yes, or a list"},
		"two kinds":    {`{"document":"a","tokens":[{"text":"a","goes":"filled-pauses,conjunctions"}]}`, "filler of one kind"},
		"ends":         {`{"document":"a","tokens":[{"text":"a","ends":"maybe"}]}`, "use yes, incomplete or no"},
		"nobody":       {`{"document":"a","by":"nobody","tokens":[{"text":"a","goes":"yes"}]}`, "nobody has annotated"},
		"one time":     {`{"document":"a","tokens":[{"text":"a","start":1}]}`, `"start" and "end" go together`},
		"backwards":    {`{"document":"a","tokens":[{"text":"a","start":2,"end":1}]}`, "times are seconds"},
		"utterance":    {`{"document":"a","utterance":"1\t2","tokens":[{"text":"a"}]}`, "an utterance or act"},
		"UTF-8":        {"{\"document\":\"\xff\"}", "invalid UTF-8"},
		"wrong member": {`{"document":"a","tokens":["a"]}`, "no line of corrections"},
	} {
		_, err := ReadCorrected(strings.NewReader(`{"document":"a","tokens":[{"text":"a"}]}`+"\n"+x.line+"\n"), "x.jsonl")
		if !errors.Is(err, data.ErrFormat) || !strings.HasPrefix(err.Error(), "x.jsonl:2: ") || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var many []Corrected
	for i := range 63 {
		many = append(many, Corrected{Document: "a", Speaker: "speaker " + strconv.Itoa(i), Tokens: []CorrectedToken{{Text: "a"}}})
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
				t.Punct = marksAfter[r.IntN(len(marksAfter))]
			}
			if !s.Unlabelled {
				t.Edit, t.Kind = r.IntN(3) == 0, data.Kind(r.IntN(data.NumKinds))
			}
			if t.Timed = r.IntN(2) == 0; t.Timed {
				t.Start = float64(r.IntN(1e6)) / 1000
				t.End = milliseconds(t.Start + float64(r.IntN(3))/8)
			}
			s.Tokens = append(s.Tokens, t)
		}
		out = append(out, s)
	}
	return out
}

// Sides are the same after they were corrections in a file.
func TestCorrectedRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		sides := drawSides(rand.New(rand.NewPCG(seed, 1)))
		var b bytes.Buffer
		if err := WriteCorrected(&b, CorrectedOf(sides)); err != nil {
			t.Fatal(err)
		}
		list, err := ReadCorrected(bytes.NewReader(b.Bytes()), "x.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Sides(list)
		if err != nil || !reflect.DeepEqual(got, sides) {
			t.Fatalf("seed %d: %v\ngot  %+v\nwant %+v\n%s", seed, err, got, sides, b.String())
		}
		if again := CorrectedOf(got); !reflect.DeepEqual(again, CorrectedOf(sides)) {
			t.Errorf("seed %d: other lines", seed)
		}
	}
}

func TestReadCorpus(t *testing.T) {
	dir := t.TempDir()
	sides := drawSides(rand.New(rand.NewPCG(2, 1)))
	var tsv, lines, packed bytes.Buffer
	if err := errors.Join(data.WriteTSV(&tsv, sides), WriteCorrected(&lines, CorrectedOf(sides))); err != nil {
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
func FuzzReadCorrected(f *testing.F) {
	f.Add([]byte(`{"document":"a b","speaker":"Ann","words":[{"text":"So,","goes":"yes"},{"text":"don't--go."}]}`))
	f.Add([]byte(`{"document":"1","by":"models","tokens":[{"text":"uh","goes":"repairs,filled-pauses","start":1,"end":2,"set":"","ends":"no","utterance":"1.1"}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		list, err := ReadCorrected(bytes.NewReader(src), "x.jsonl")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteCorrected(&b, list); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCorrected(bytes.NewReader(b.Bytes()), "x.jsonl")
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

// What goes without a kind gets one: "+" behind a word says that it goes.
func TestUnnamed(t *testing.T) {
	for text, want := range map[string]string{
		"uh+ yes":               "F-",
		"so+ uh+ we went":       "DF--",
		"You+ know+ it is":      "DD--",
		"i+ mean+ it is":        "EE--",
		"i+ went+ uh+ we went":  "eeF--",
		"so+ so it was":         "e---",
		"like+ you+ like you":   "ee--",
		"it was like+ i+ we do": "--ee--",
		"well yes+":             "-e",
		"Uhh+ yes":              "F-",
	} {
		c := Corrected{Document: "a"}
		for w := range strings.FieldsSeq(text) {
			x := CorrectedToken{Text: strings.TrimSuffix(w, "+")}
			if x.Text != w {
				x.Goes = "yes"
			}
			c.Tokens = append(c.Tokens, x)
		}
		sides, err := Sides([]Corrected{c})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, x := range sides[0].Tokens {
			if x.Edit {
				got += "e"
			} else {
				got += x.Kind.String()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
