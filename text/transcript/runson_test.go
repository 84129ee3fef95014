package transcript

import "testing"

func TestRunsOn(t *testing.T) {
	for text, want := range map[string]bool{
		"We have to measure the. The quality is low.": true,
		"It is in the. In the phone.":                 true,
		"We took the, um. The data.":                  true,
		"We took the. Um, the data.":                  true,
		"So that’s. That's why.":                      true,
		"For one project I. I wanted it.":             true,
		"I. I wanted it.":                             true,
		"They said and... And then we left.":          true,
		"We like it. It works.":                       false,
		"We took the. A user wants it.":               false, // nothing is said again
		"Is this for the? The user wants it.":         false,
		"So do I. I like it.":                         false,
		"Neither did he. He left.":                    false,
		"They are taller than we. We know.":           false,
		"It was my wife and I. I think so.":           false,
		"He doesn't know what we don't. We do.":       false,
		"It was under Elizabeth I. I forgot.":         false,
		"Give me an A. A good grade helps.":           false,
		"He said so, and":                             false,
	} {
		d, err := ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for w := range d.Words {
			got = got || d.RunsOn(w)
		}
		if got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
