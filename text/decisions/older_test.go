package decisions

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestOlder(t *testing.T) {
	list, err := Read(strings.NewReader(`{"document":"a.srt","speaker":"Ann","by":"models","utterance":"1.1","words":[{"text":"So,","goes":"discourse-markers"},{"text":"uh","goes":"yes"},{"text":"I","goes":"repairs,filled-pauses","start":1,"end":1.25},{"text":"[laughs]"},{"text":"don't.","utterance":"2.1"}]}
{"document":"a.srt","tokens":[{"text":"right","pos":"UH","aside":true,"ends":"no"},{"text":"no","mark":",","set":"?","ends":"incomplete"}]}`), "x")
	if err != nil {
		t.Fatal(err)
	}
	start, end := Seconds(1), Seconds(1.25)
	want := []Sentence{{
		Document: "a.srt", By: ByModels, Speaker: "Ann",
		Words: []Word{{Text: "So", To: 2, Tokens: [2]int{0, 1}}, {Text: "uh", From: 3, To: 5, Tokens: [2]int{1, 2}}, {Text: "I", From: 6, To: 7, Start: &start, End: &end, Tokens: [2]int{2, 3}},
			{Text: "do", From: 8, To: 10, Tokens: [2]int{3, 4}}, {Text: "n't", From: 11, To: 14, Tokens: [2]int{4, 5}}},
		Tokens: []string{"So", "uh", "I", "do", "n't"}, POS: make([]string, 5), Labels: []string{"F", "F", "E", "O", "O"}, Kinds: []string{"D", "F", "F", "", ""},
		Marks: []string{"NONE", "NONE", "NONE", "NONE", "NONE"}, Removed: []bool{true, true, true, false, false}, Punct: []string{",", "", "", "", "."},
		Ends: []string{"no", "no", "no", "no", "yes"}, Utterances: []string{"1.1", "1.1", "1.1", "2.1", "2.1"}, Acts: make([]string, 5),
	}, {
		Document: "a.srt",
		Tokens:   []string{"right", "no"}, POS: []string{"UH", ""}, Labels: []string{"O", "O"}, Kinds: []string{"A", ""}, Marks: []string{"NONE", "NONE"},
		Removed: make([]bool, 2), Punct: []string{"", "?"}, Ends: []string{"no", "incomplete"}, Utterances: make([]string, 2), Acts: make([]string, 2),
	}}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("got\n%+v\nwant\n%+v", list, want)
	}
}

func TestOlderErrors(t *testing.T) {
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
		_, err := Read(strings.NewReader(`{"document":"a","tokens":[{"text":"a"}]}`+"\n"+x.line+"\n"), "x.jsonl")
		if !errors.Is(err, data.ErrFormat) || !strings.HasPrefix(err.Error(), "x.jsonl:2: ") || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is removed without a kind gets one: "+" behind a word says that it is removed.
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
		var tokens []string
		var removed []bool
		for w := range strings.FieldsSeq(text) {
			tokens, removed = append(tokens, strings.TrimSuffix(w, "+")), append(removed, strings.HasSuffix(w, "+"))
		}
		got := ""
		for i, kind := range Unnamed(tokens, removed) {
			if removed[i] && kind == data.NoKind {
				got += "e"
			} else {
				got += kind.String()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
