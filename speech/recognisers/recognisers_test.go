package recognisers

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what comes out as what is wanted")

// shown writes updates as the files of what is wanted have them: + words that stand, with times and speakers, and a dot
// where an utterance ends; ~ what may change.
type shown struct {
	out   strings.Builder
	tail  string
	stood strings.Builder
}

func (s *shown) take(u Update) error {
	if len(u.Words) > 0 || u.End {
		s.out.WriteString("+")
		for _, w := range u.Words {
			fmt.Fprintf(&s.out, " %s", w.Text)
			fmt.Fprintf(&s.stood, "%s ", w.Text)
			if w.Time.Known {
				fmt.Fprintf(&s.out, "@%.3g-%.3g", w.Time.Start, w.Time.End)
			}
			if w.Speaker != "" {
				fmt.Fprintf(&s.out, "(%s)", w.Speaker)
			}
		}
		if u.End {
			s.out.WriteString(" .")
			s.stood.WriteString(". ")
		}
		s.out.WriteString("\n")
		s.tail = ""
	}
	if tail := Text(u.Tail); tail != s.tail {
		fmt.Fprintf(&s.out, "~ %s\n", tail)
		s.tail = tail
	}
	return nil
}

// read reads a text in pieces of a size.
func read(name string, text []byte, size int) (*shown, *Reader, error) {
	var s shown
	r, err := NewReader(name, s.take)
	if err != nil {
		return nil, nil, err
	}
	for len(text) > 0 {
		n := min(size, len(text))
		if _, err := r.Write(text[:n]); err != nil {
			return &s, r, errors.Join(err, r.Close())
		}
		text = text[n:]
	}
	return &s, r, r.Close()
}

// TestFixtures reads what recognisers send, after their documentation, in whatever pieces, with and without the name.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, file := range files {
		base := strings.TrimSuffix(filepath.Base(file), ".txt")
		name := base
		for _, k := range kinds {
			if base == k.Name || strings.HasPrefix(base, k.Name+"-") {
				name = k.Name
			}
		}
		seen[name] = true
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole, _, err := read(name, text, len(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		wanted := strings.TrimSuffix(file, ".txt") + ".want"
		if *update {
			if err := os.WriteFile(wanted, []byte(whole.out.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(wanted)
		if err != nil {
			t.Fatal(err)
		}
		steps := strings.HasPrefix(base, "whisper") // whose text may change with each piece that comes
		if got := whole.out.String(); got != string(want) && !steps {
			t.Errorf("%s:\n%swant\n%s", file, got, want)
		}
		for _, size := range []int{1, 7, 1000} {
			for _, by := range []string{name, Auto} {
				got, r, err := read(by, text, size)
				if err != nil || got.stood.String() != whole.stood.String() || r.Kind() != name {
					t.Errorf("%s as %s (%s), pieces of %d: %v\n%s\n%s", file, by, r.Kind(), size, err, got.stood.String(), whole.stood.String())
				}
				if !steps && got.out.String() != string(want) {
					t.Errorf("%s as %s, pieces of %d:\n%swant\n%s", file, by, size, got.out.String(), want)
				}
			}
		}
	}
	for _, k := range kinds {
		if !seen[k.Name] {
			t.Errorf("there is nothing that %s sends", k.Name)
		}
	}
}

// TestErrors says where something is wrong, and what. What stood before counts, and so does what could still change.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want, stood string }{
		{"vosk", "{\"text\": \"one\"}\n{\"partial\": \"two\"}\n\nLOG (x)\n", "line 4: this is no message of a recogniser, which is a JSON object: LOG (x)", "one . two . "},
		{"vosk", `{"hello": 1}`, `line 1: this is no message of Vosk, which has ["partial" "text"]`, ""},
		{"vosk", "{\"text\":\n1}", `line 1: this is not what Vosk sends: "text" is no string but a number`, ""},
		{"vosk", "\n{\"text\": \"one\"\n", "line 2: the text ends within a message that begins here", ""},
		{"vosk", "{\"text\": one}", "line 1: this is no JSON: invalid character 'o' looking for beginning of value", ""},
		{"deepgram", `{"type":"Error","description":"no audio"}`, "line 1: Deepgram has failed: no audio", ""},
		{"google", `{"results":[{"alternatives":[{"transcript":"a","words":[{"word":"a","startTime":"soon"}]}]}]}`, `line 1: "soon" is no time`, ""},
		{"soniox", `{"tokens":[],"error_code":503,"error_message":"restart"}`, "line 1: Soniox has failed: restart", ""},
		{Auto, `{"hello": 1}`, "line 1: this is no message of a recogniser that is known: say which it is, one of", ""},
		{Auto, "hello\n", "line 1: this is no message of a recogniser, which is a JSON object: hello", ""},
		{Auto, "hello", "line 1: this is no message of a recogniser, which is a JSON object: hello", ""},
		{"jsonl", `{"text":"` + strings.Repeat("x", mostMessage), "line 1: a message is longer than 4 MiB", ""},
	} {
		s, _, err := read(c.name, []byte(c.text), 1<<20)
		var of *Error
		if !errors.As(err, &of) || !strings.HasPrefix(err.Error(), c.want) || s.stood.String() != c.stood {
			t.Errorf("%s %.40q: %v, stood %q, want %s, %q", c.name, c.text, err, s.stood.String(), c.want, c.stood)
		}
	}
	if _, err := NewReader("whisper", nil); err == nil || !strings.Contains(err.Error(), "auto") {
		t.Error(err)
	}
	failed := errors.New("no more")
	r, err := NewReader("vosk", func(Update) error { return failed })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write([]byte(`{"text":"a"}`)); !errors.Is(err, failed) {
		t.Error(err)
	}
}

// TestMessages takes messages of a WebSocket, of which one says that all is done.
func TestMessages(t *testing.T) {
	var s shown
	r, err := NewReader("sherpa-onnx", s.take)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{`{"text":"so","segment":0}`, `{"text":"so y`, `es","segment":0,"is_final":true}`, "Done!"} {
		if err := r.Message([]byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil || s.stood.String() != "so yes . " {
		t.Errorf("%v, %q", err, s.stood.String())
	}
	if err := r.Message([]byte("no JSON")); err == nil || err.Error() != "line 4: this is no message of a recogniser, which is a JSON object: no JSON" {
		t.Error(err)
	}
}

// FuzzReader: whatever comes, what stands does not depend on where it is cut, and nothing panics.
func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	names := Names()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for i := range names {
			f.Add(text, uint8(i), uint8(13))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, kind, size uint8) {
		name := names[int(kind)%len(names)]
		whole, _, err := read(name, text, len(text)+1)
		parts, _, err2 := read(name, text, int(size)+1)
		if fmt.Sprint(err) != fmt.Sprint(err2) || whole.stood.String() != parts.stood.String() {
			t.Errorf("%s: %v, %v\n%q\n%q", name, err, err2, whole.stood.String(), parts.stood.String())
		}
	})
}

// TestDocs: the table of docs/live.md has all recognisers.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if row := fmt.Sprintf("\n| `live:%s` | %s: ", k.Name, k.Title); !strings.Contains(string(page), row) {
			t.Errorf("docs/live.md has no row %q", row)
		}
		if k.About == "" {
			t.Errorf("nobody says what is read of %s", k.Name)
		}
	}
}
