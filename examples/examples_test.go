package talk

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// withWords writes the default bundle with a list of words as a part, as 'tidytalk bundle set
// --part' does, and returns its name.
func withWords(t *testing.T, words string) string {
	t.Helper()
	b, err := engine.Load(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	file, err := b.Knowing(bundle.Sources()).With(map[string][]byte{"kept-words": []byte(words)})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "my.tt")
	if err := os.WriteFile(name, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExamples(t *testing.T) {
	mine, empty, wrong := withWords(t, "The\nbora\n"), withWords(t, ""), withWords(t, "The\nBora Bora\n")
	for _, c := range []struct {
		program, want string
		args          []string
		fails         bool
	}{
		{"./evaluator", "I listen to the the\n", []string{mine, "i listen to the the"}, false},
		{"./evaluator", "I listen to the\n", []string{empty, "i listen to the the"}, false},
		{"./evaluator", `evaluator kept-words: part kept-words: line 2: one word a line, not "Bora Bora\n"`, []string{wrong, "so"}, true},
		{"./producer", "1.759 OOOEFFO [\"monday no wait\"]\n", []string{"meet", "me", "on", "monday", "no", "wait", "tuesday"}, false},
	} {
		out, err := exec.CommandContext(t.Context(), "go", append([]string{"run", c.program}, c.args...)...).CombinedOutput()
		if c.fails != (err != nil) || !c.fails && string(out) != c.want || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v\n%s", c.program, err, out)
		}
	}
}
