package studio

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/corrections"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// What is wrong is left out and named, in the answer to an edit, and the rest holds, there and in what is saved.
func TestRefused(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", talk)
	const body = `{"corrections":[{"word":3,"mark":"foo bar"},{"word":99},{"word":1,"fate":"x"},{"word":2,"form":"other"},{"word":2,"kind":"x"},{"word":4,"text":""},{"word":5,"sound":"x"},{"word":10,"text":"Dover","mark":"!"}]}`
	var e struct {
		Core, Trail map[int]string
		Refused     []corrections.Refused
	}
	c.must("POST", "/studio/documents/"+d.ID+"/edit", body, &e)
	if e.Core[10] != "Dover" || e.Trail[10] != "!" {
		t.Errorf("%+v", e)
	}
	for i, says := range []string{"no punctuation", "no word 99", "fate", "case", "unknown kind", "type its letters", "sound of word 5"} {
		if i >= len(e.Refused) || e.Refused[i].What != corrections.OfWords || !strings.Contains(e.Refused[i].Why, says) {
			t.Fatalf("%+v, which does not say %q", e.Refused, says)
		}
	}
	code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save", body)
	if code != 200 || answer != "Bob: I want a flight to Dover!\nAnn: We went there. [laughter]\n" {
		t.Errorf("%d %q", code, answer)
	}
	c.must("POST", "/studio/documents/"+d.ID+"/edit", "{}", &e)
	if e.Refused == nil || len(e.Refused) > 0 {
		t.Errorf("%+v", e.Refused)
	}
}

// What a person has typed stands in the decisions, apart from what models say.
func TestRetypedDecisions(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", talk)
	text := "Dover"
	saved := c.save(d, "jsonl", editRequest{Corrections: []correction{{Word: 10, Text: &text}}})
	list, err := decisions.Read(strings.NewReader(saved), "saved")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range list {
		for i, text := range s.Retyped {
			if text == "Dover" && s.Tokens[i] == "Denver" && s.ByHand[i] {
				found++
			}
		}
		for _, o := range s.Operations {
			if o.Op == "retype" && *o.Text == "Dover" {
				found++
			}
		}
	}
	if found != 2 {
		t.Errorf("%s", saved)
	}
}

// Learning leaves out what is wrong, too.
func TestLearningRefused(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", talk)
	own, err := c.s.documents.get(d.ID)
	if err != nil {
		t.Fatal(err)
	}
	e := new(editRequest)
	if err := json.Unmarshal([]byte(`{"corrections":[{"word":99,"fate":"goes"},{"word":3,"fate":"goes"},{"word":-1,"fate":"stays"}]}`), e); err != nil {
		t.Fatal(err)
	}
	x, err := newCorrected(own, e)
	if err != nil || len(x.edit.Corrections) != 1 || len(x.kindless()) != 1 {
		t.Errorf("%+v %v", x, err)
	}
}

// Speakers, turns and times by hand are in the answer, in every form that is saved, and in the file's own.
func TestTurnsByHand(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.srt", subtitles)
	const body = `{"remove":[],"speakers":{"Bob":"Dr. Lee","Nobody":"X"},"turns":[{"word":8,"opens":true,"speaker":"Cy"},{"word":12,"opens":false},{"word":5,"opens":false}],` +
		`"times":[{"word":8,"start":3.5,"end":5.5},{"word":9,"start":1,"end":2}]}`
	var e struct {
		Speakers []string
		Turns    [][3]int
		Lines    [][4]*float64
		Refused  []corrections.Refused
	}
	c.must("POST", "/studio/documents/"+d.ID+"/edit", body, &e)
	if fmt.Sprint(e.Speakers, e.Turns) != "[Dr. Lee Cy] [[0 8 0] [8 19 1]]" || len(e.Lines) != 3 || *e.Lines[1][2] != 3.5 || *e.Lines[1][3] != 5.5 {
		t.Errorf("%+v", e)
	}
	var what []string
	for _, x := range e.Refused {
		what = append(what, fmt.Sprintf("%s %d %s", x.What, x.Word, x.Why))
	}
	if got := strings.Join(what, "\n"); got != "speakers 0 nobody is called \"Nobody\" here\nturns 5 no turn begins with word 5: let one begin there first\ntimes 9 no line begins with word 9" {
		t.Errorf("%s", got)
	}
	for to, want := range map[string]string{
		"":     "1\n00:00:01,000 --> 00:00:03,000\nDr. Lee: So, uh, I want a flight to Boston,\n\n2\n00:00:03,500 --> 00:00:05,500\nCy: I mean to Denver.\n\n3\n00:00:06,000 --> 00:00:09,000\nCy: You know, we paid twenty five dollars.\n\n",
		"text": "Dr. Lee: So, uh, I want a flight to Boston,\nCy: I mean to Denver. You know, we paid twenty five dollars.\n",
	} {
		code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save?to="+to, body)
		if code != 200 || answer != want {
			t.Errorf("%q: %d\n%s\nnot\n%s", to, code, answer, want)
		}
	}
	// Nothing is told where nothing is other, and nothing is half done.
	e.Turns = nil
	c.must("POST", "/studio/documents/"+d.ID+"/edit", `{"corrections":[{"word":1,"fate":"stays"}]}`, &e)
	if e.Turns != nil {
		t.Errorf("%+v", e.Turns)
	}
	own := c.open("a.json", `{"segments":[{"start":1,"end":2,"text":"so we went home"}]}`)
	code, answer, _ := c.ask("POST", "/studio/documents/"+own.ID+"/save", `{"turns":[{"word":2,"opens":true,"speaker":"Ann"}]}`)
	if code != 422 || !strings.Contains(answer, "save it as text, html, vtt or srt instead") {
		t.Errorf("%d %s", code, answer)
	}
}
