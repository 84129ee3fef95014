package decisions

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// fullRecord has every member.
const fullRecord = `{"document":"a.srt","index":2,"by":"models","line":3,"turn":1,"speaker":"Ann","start":0.5,"end":2.125,"language":"de","words":[{"text":"Uh,","from":0,"to":3,"start":0.5,"end":1,"confidence":0.98,"tokens":[0,1]},{"text":"<no>.","from":4,"to":9,"tokens":[1,2]}],"operations":[{"op":"delete","from":0,"to":4,"words":[0,1],"reasons":["repairs","filled-pauses"]},{"op":"case","from":4,"to":5,"text":"N"},{"op":"retype","from":4,"to":9,"text":"now","words":[1,2]},{"op":"keep","from":4,"to":9,"words":[1,2]}],"tokens":["Uh","no"],"pos":["UH","RB"],"labels":["F","O"],"kinds":["F",""],"marks":["NONE","PERIOD"],"removed":[true,false],"posteriors":{"E":[0,0.1],"F":[1,0.00001],"O":[0,0.89999]},"confidence":[0.9,1],"by_hand":[false,true],"retyped":["","know"],"punct":[",","."],"ends":["no","incomplete"],"utterances":["1.1","1.2"],"acts":["sd","%"]}` + "\n"

// What is read is written as it was, and all members are in fullRecord.
func TestRoundTrip(t *testing.T) {
	const empty = `{"line":1,"tokens":[],"pos":[],"labels":[],"kinds":[],"marks":[],"removed":[],"posteriors":{"E":[],"F":[],"O":[]}}` + "\n"
	list, err := Read(strings.NewReader("\ufeff"+fullRecord+"\n"+empty), "x")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range list {
		if err := Write(&b, &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if b.String() != fullRecord+empty {
		t.Errorf("got\n%s\nwant\n%s", b.String(), fullRecord+empty)
	}
	for s, i := reflect.ValueOf(list[0]), 0; i < s.NumField(); i++ {
		if s.Field(i).IsZero() {
			t.Errorf("%s is not in fullRecord", s.Type().Field(i).Name)
		}
	}
}

// Lists that are left out are those of fluent words.
func TestDefaults(t *testing.T) {
	list, err := Read(strings.NewReader(`{"by":"person","tokens":["a","b"],"labels":["O","O"]}`), "x")
	want := Sentence{Tokens: []string{"a", "b"}, POS: []string{"", ""}, Labels: []string{"O", "O"}, Kinds: []string{"", ""}, Marks: []string{"NONE", "NONE"}, Removed: []bool{false, false}}
	if err != nil || !reflect.DeepEqual(list, []Sentence{want}) {
		t.Errorf("%+v, %v", list, err)
	}
	var b bytes.Buffer
	if err := Write(&b, &Sentence{Tokens: []string{"a", "b"}}); err != nil {
		t.Fatal(err)
	}
	if again, err := Read(&b, "x"); err != nil || !reflect.DeepEqual(again, list) {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestReadErrors(t *testing.T) {
	const one = `"tokens":["a"],"labels":["O"]`
	for line, want := range map[string]string{
		`{"labels":[]} {}`:                                                 "something follows",
		`{"labels":{}}`:                                                    "no sentence with decisions: ",
		`{"labels":[],"tokenz":[]}`:                                        `unknown field "tokenz"`,
		"{\"labels\":[],\"speaker\":\"\xff\"}":                             "invalid UTF-8",
		`{` + one + `,"by":"me"}`:                                          "use person, models or nobody",
		`{` + one + `,"line":-1}`:                                          "negative",
		`{"tokens":["a","b"],"labels":["O"]}`:                              `"labels" has 1 elements: there are 2 tokens`,
		`{` + one + `,"punct":[]}`:                                         `"punct" has 0 elements`,
		`{` + one + `,"posteriors":{"E":[1]}}`:                             `"posteriors" has 1, 0 and 0 elements`,
		`{"tokens":["a",""],"labels":["O","O"]}`:                           `token 2, "": it is empty`,
		`{"tokens":["a\tb"],"labels":["O"]}`:                               "a tab",
		`{"tokens":["a"],"labels":["X"]}`:                                  `the label is "X"`,
		`{` + one + `,"kinds":["-"]}`:                                      `the kind is "-"`,
		`{"by":"nobody","tokens":["a"],"labels":["E"]}`:                    "nobody has annotated",
		`{` + one + `,"marks":["."]}`:                                      "use NONE, COMMA",
		`{` + one + `,"punct":["-"]}`:                                      `"punct" is "-"`,
		`{` + one + `,"ends":["maybe"]}`:                                   "use yes, incomplete or no",
		`{` + one + `,"acts":["a\n"]}`:                                     "an utterance or act",
		`{` + one + `,"confidence":[2]}`:                                   "2 is no probability",
		`{` + one + `,"start":1e300}`:                                      "no number of seconds",
		`{` + one + `,"words":[{"text":"a","tokens":[0,2]}]}`:              `word 1, "a", has the tokens from 0 to 2: there are 1`,
		`{` + one + `,"words":[{"text":"a","from":2,"to":1}]}`:             "is from 2 to 1",
		`{` + one + `,"words":[{"text":"a","start":2,"tokens":[0,1]}]}`:    `"start" and "end" go together`,
		`{` + one + `,"operations":[{"op":"drop"}]}`:                       "use keep or delete, punctuate",
		`{` + one + `,"operations":[{"op":"keep","from":1}]}`:              "from 1 to 0",
		`{` + one + `,"operations":[{"op":"keep","words":[2,1]}]}`:         "the words from 2 to 1",
		`{` + one + `,"operations":[{"op":"delete","reasons":["noise"]}]}`: `the reason is "noise"`,
	} {
		_, err := Read(strings.NewReader(fullRecord+line+"\n"), "x.jsonl")
		if !errors.Is(err, data.ErrFormat) || !strings.HasPrefix(err.Error(), "x.jsonl:2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Decide takes all that the record has of decisions, and nothing that is not there.
func TestDecide(t *testing.T) {
	list := []data.Decision{
		{Label: data.E, Kind: data.FilledPause, Punct: data.Comma, Tag: "UH", Confidence: 0.25, Posteriors: [data.NumLabels]float64{0.125, 0.25, 0.625}},
		{Punct: data.QMark, ByHand: &data.ByHand{Text: "yeast"}},
	}
	s := Sentence{Tokens: []string{"uh", "yes"}, Removed: []bool{true, false}}
	s.Decide(list, true)
	want := Sentence{
		Tokens: s.Tokens, Removed: s.Removed, POS: []string{"UH", ""}, Labels: []string{"E", "O"}, Kinds: []string{"F", ""}, Marks: []string{"NONE", "QMARK"},
		Posteriors: &Posteriors{E: []Probability{0.625, 0}, F: []Probability{0.25, 0}, O: []Probability{0.125, 0}},
		Confidence: []Probability{0.25, 0}, ByHand: []bool{false, true}, Retyped: []string{"", "yeast"},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, want %+v", s, want)
	}
	if label, kind := s.Annotation(0); label != data.E || kind != data.FilledPause {
		t.Errorf("label %v, kind %v", label, kind)
	}
	s.Decide(list[:1], false)
	if s.Confidence != nil || s.ByHand != nil {
		t.Errorf("%+v", s)
	}
}

// The names in rows of pipelines are those of JSON lines, and each list but that of words
// holds of tokens.
func TestMembers(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[Sentence](), reflect.TypeFor[Word](), reflect.TypeFor[Operation](), reflect.TypeFor[Posteriors]()} {
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || f.Tag.Get("beam") != name {
				t.Errorf("%s.%s is %q and %q", of.Name(), f.Name, name, f.Tag.Get("beam"))
			}
			if of.Name() == "Sentence" && OfTokens(name, true) != (f.Type.Kind() == reflect.Slice && name != "words" || slices.Contains([]string{"line", "turn", "posteriors"}, name)) {
				t.Errorf("%s holds of tokens: %v", name, OfTokens(name, true))
			}
		}
	}
}

// docs/formats.md describes every member.
func TestDocumented(t *testing.T) {
	b, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(b), "\n## JSON lines (`clean --to jsonl`)\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(fullRecord), &members); err != nil {
		t.Fatal(err)
	}
	for name := range members {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("%s is not described", name)
		}
	}
}

// Whatever is read can be written, and is the same then.
func FuzzRead(f *testing.F) {
	f.Add([]byte(fullRecord))
	f.Add([]byte(`{"labels":["E"],"tokens":["a"],"words":[{"text":"a","start":0.0004,"end":-0,"tokens":[0,1]}],"posteriors":{"E":[0.999999],"F":[1e-9],"O":[0]}}`))
	f.Add([]byte(`{"document":"a b","speaker":"Ann","words":[{"text":"So,","goes":"yes"},{"text":"don't--go."}]}`))
	f.Add([]byte(`{"document":"1","by":"models","tokens":[{"text":"uh","goes":"repairs,filled-pauses","start":1,"end":2,"set":"","ends":"no","utterance":"1.1"}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		list, err := Read(bytes.NewReader(src), "x.jsonl")
		if err != nil {
			return
		}
		var b bytes.Buffer
		for i := range list {
			if err := Write(&b, &list[i]); err != nil {
				t.Fatal(err)
			}
		}
		again, err := Read(bytes.NewReader(b.Bytes()), "x.jsonl")
		if err != nil || !reflect.DeepEqual(again, list) {
			t.Fatalf("%v in\n%s\ngot  %+v\nwant %+v", err, b.String(), again, list)
		}
	})
}
