package cleaning

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/speech/recognisers"
)

// talk returns a talk of some options, and what is told of it: the final texts, and the last provisional one.
func talk(t *testing.T, options url.Values) (x *Talk, final, open *string) {
	t.Helper()
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	options.Set("mode", "baseline")
	options.Set("provisional", "true")
	q, err := NewQuery(options, StreamRequest)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse(q, StreamRequest, tidytalk.Options{}, true)
	if err != nil {
		t.Fatal(err)
	}
	cleaner, err := tidytalk.New(b, f.CleanerOptions())
	if err != nil {
		t.Fatal(err)
	}
	final, open = new(string), new(string)
	x, err = f.NewTalk(t.Context(), cleaner, "talk", func(e tidytalk.LiveEvent) error {
		if e.Final {
			*final, *open = *final+e.Text, ""
		} else {
			*open = e.Text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return x, final, open
}

// TestTalkTail: the words that may change stand apart from the text, and are forgotten when text comes.
func TestTalkTail(t *testing.T) {
	for _, text := range []string{"so uh i want", "so uh i want "} {
		x, final, open := talk(t, url.Values{})
		for _, step := range []func() error{
			func() error { return x.Put([]byte(text)) },
			func() error { x.Tail("a flight"); return x.Tell() },
		} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.HasPrefix(*open, "So I want a flight") {
			t.Errorf("%q: %q", text, *open)
		}
		if err := x.Put([]byte(" it")); err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil || *final != "So I want it." && *final != "So I want  it." {
			t.Errorf("%q: %q, %v", text, *final, err)
		}
	}
}

// TestTalkOfRecogniser writes a line for each utterance, with the speaker, and cleans it as it would be as a file.
func TestTalkOfRecogniser(t *testing.T) {
	for _, c := range []struct{ messages, want string }{
		{`{"text":"so uh","final":true}{"text":"yes","final":true,"last":true}{"text":"no","final":false}`, "So yes.\nNo.\n"},
		{`{"text":"so uh yes","final":true,"speaker":"Ann"}{"text":"well no","final":true,"speaker":"Ben"}`, "Ann: So yes.\nBen: No."},
		{`{"text":"so uh yes","final":true,"speaker":"Ann","last":true}{"text":"","final":true,"last":true}{"text":"go on","final":true,"speaker":"Ann","last":true}`, "Ann: So yes.\nAnn: Go on.\n"},
		{`{"text":"","final":true,"last":true}{"text":"   ","final":true}`, ""},
	} {
		x, final, _ := talk(t, url.Values{"from": {"live:jsonl"}, "level": {"full"}})
		for _, m := range strings.SplitAfter(c.messages, "}") {
			if err := x.Message([]byte(m)); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.Close(); err != nil || strings.TrimRight(*final, " ") != c.want {
			t.Errorf("%s: %q, %v, want %q", c.messages, *final, err, c.want)
		}
	}
	x, final, _ := talk(t, url.Values{"from": {"live:vosk"}})
	err := x.Put([]byte("{\"text\":\"so uh yes\"}\n{\"partial\":\"go on\"}\nodd\n"))
	var message *recognisers.Error
	if !errors.As(err, &message) || message.Line != 3 {
		t.Errorf("%v", err)
	}
	if err := x.Close(); !errors.As(err, &message) || *final != "So yes.\nGo on.\n" {
		t.Errorf("%q, %v", *final, err)
	}
}
