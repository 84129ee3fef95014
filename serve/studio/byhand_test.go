package studio

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/corrections"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// What is wrong is left out and named, in the answer to an edit, and the rest holds, there and in what is saved.
func TestRefused(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", talk)
	const body = `{"corrections":[{"word":3,"mark":"foo bar"},{"word":99},{"word":1,"fate":"x"},{"word":2,"form":"other"},{"word":2,"kind":"x"},{"word":4,"text":""},{"word":10,"text":"Dover","mark":"!"}]}`
	var e struct {
		Core, Trail map[int]string
		Refused     []corrections.Refused
	}
	c.must("POST", "/studio/documents/"+d.ID+"/edit", body, &e)
	if e.Core[10] != "Dover" || e.Trail[10] != "!" {
		t.Errorf("%+v", e)
	}
	for i, says := range []string{"no punctuation", "no word 99", "fate", "case", "unknown kind", "type its letters"} {
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
