package talk

import (
	"os/exec"
	"testing"
)

func TestExamples(t *testing.T) {
	for _, c := range []struct {
		program, want string
		args          []string
	}{
		{"./evaluator", "16 plus 1 plus 1 is 18.\n", []string{"16 plus 1 plus 1 is 18."}},
		{"./producer", "1.775 OOOEFFO [\"monday no wait\"]\n", []string{"meet", "me", "on", "monday", "no", "wait", "tuesday"}},
	} {
		out, err := exec.CommandContext(t.Context(), "go", append([]string{"run", c.program}, c.args...)...).CombinedOutput()
		if err != nil || string(out) != c.want {
			t.Errorf("%s: %v\n%s", c.program, err, out)
		}
	}
}
