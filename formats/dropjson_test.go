package formats

import "testing"

// TestDropJSON takes fillers out of the answers of recognisers, with the elements,
// results and marks that go with them.
func TestDropJSON(t *testing.T) {
	for _, c := range []struct {
		name      string
		format    Format
		src, want string
		keepEmpty bool
	}{
		{"a result of several", Vosk, "{\"text\": \"um\"}\n{\"text\": \"yes um\"}\n{\"text\": \"uh\"}\n", "{\"text\": \"yes\"}\n", false},
		{"the only result", Vosk, "{\"text\": \"um\"}\n", "{\"text\": \"\"}\n", false},
		{"results, kept", Vosk, "{\"text\": \"um\"}\n{\"text\": \"yes\"}\n", "{\"text\": \"\"}\n{\"text\": \"yes\"}\n", true},
		{"an element of a list", Vosk, `[{"result":[{"word":"um"}],"text":"um"}, {"result":[{"word":"yes"},{"word":"um"}],"text":"yes um"}]`,
			`[{"result":[{"word":"yes"}],"text":"yes"}]`, false},
		{"what was partial", Vosk, `{"partial":"um"} {"partial":"um yes"} {"text":"um yes uh"}`, `{"partial":""} {"partial":"yes"} {"text":"yes"}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "drop.json", c.format)
			d := dropFillers(f)
			d.KeepEmpty = c.keepEmpty
			got := f.Rewrite(d)
			if got != c.want {
				t.Errorf("%s\n  becomes %s\n      not %s", c.src, got, c.want)
			}
			if _, err := Read(got, "dropped.json", c.format); err != nil {
				t.Error(err)
			}
		})
	}
}
