package corrections

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

const whole = `{"tidytalk":"corrections","version":1,"file":{"name":"talk.srt","sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","bytes":5},` +
	`"edit":{"remove":["repairs"],"level":"full","confidence":0.5,"punct":"keep","case":"restore","numbers":"digits","paragraphs":80,` +
	`"corrections":[{"word":3,"fate":"goes","kind":"repairs","mark":",","form":"","text":"going to"}],"speakers":{"A":"Ann"},` +
	`"turns":[{"word":5,"opens":true,"speaker":"Bob"}],"times":[{"word":0,"start":1.5,"end":2}],"comments":[{"from":1,"end":3,"text":"check","highlight":"yellow"}]},` +
	`"operations":[{"id":"a1", "at":7}]}`

func TestProject(t *testing.T) {
	p, err := Read(strings.NewReader(whole), "p.json")
	if err != nil {
		t.Fatal(err)
	}
	e := &p.Edit
	if *e.Corrections[0].Text != "going to" || e.Speakers["A"] != "Ann" || !*e.Turns[0].Opens || *e.Turns[0].Speaker != "Bob" || e.Times[0].End != 2 || e.Comments[0].Highlight != "yellow" || string(p.Operations) != `[{"id":"a1", "at":7}]` {
		t.Errorf("%+v", p)
	}
	if err := p.Check("hello", "talk.srt"); err != nil {
		t.Error(err)
	}
	for src, says := range map[string]string{"hello!": "6 bytes, not 5", "hullo": "SHA-256"} {
		if err := p.Check(src, "other.srt"); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "other.srt is another file") {
			t.Errorf("%s: %v", src, err)
		}
	}
}

func TestProjectRefuses(t *testing.T) {
	for src, says := range map[string]string{
		"":                           "not the JSON",
		"[]":                         "not the JSON",
		`{"word":1}`:                 "another file",
		`{"tidytalk":"settings"}`:    "another file",
		whole + "{}":                 "not the JSON",
		whole[:len(whole)-9]:         "not the JSON",
		`{"tidytalk":"corrections"}`: "version 0",
		strings.Replace(whole, `"version":1`, `"version":2`, 1): "use a later one",
		strings.Replace(whole, `"turns"`, `"tunes"`, 1):         `unknown field "tunes"`,
		strings.Replace(whole, `2cf24`, `2cf2`, 1):              "no SHA-256",
		strings.Replace(whole, `"bytes":5`, `"bytes":-5`, 1):    "-5 bytes",
	} {
		_, err := Read(strings.NewReader(src), "p.json")
		if !errors.Is(err, ErrProject) || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), "p.json: ") {
			t.Errorf("%.60s: %v, which does not say %q", src, err, says)
		}
	}
}

// What is read can be written, and is the same then.
func FuzzRead(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"tidytalk":"corrections","version":1,"file":{"name":"","sha256":"` + strings.Repeat("A0", 32) + `","bytes":0},"edit":{}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := Read(bytes.NewReader(src), "p.json")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		first := b.String()
		again, err := Read(&b, "p.json")
		if err != nil || !reflect.DeepEqual(again.Edit, p.Edit) || again.File != p.File {
			t.Fatalf("%v\n%s", err, first)
		}
		if err := again.Write(&b); err != nil || b.String() != first {
			t.Fatalf("%v\n%s\n%s", err, first, b.String())
		}
		_, _ = p.Edit.Asked()
	})
}
