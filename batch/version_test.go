package batch

import (
	"os"
	"strings"
	"testing"
)

// Records say by which version a file was cleaned: that of the command, since what cleans is
// the same.
func TestVersion(t *testing.T) {
	b, err := os.ReadFile("../cmd/tidytalk/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "\nconst version = \""+version+"\"\n") {
		t.Errorf("the command is not version %s", version)
	}
}
