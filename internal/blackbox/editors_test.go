package blackbox

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// TestVSCode has Node test the extension with the command, and an editor stand-in.
func TestVSCode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: there is no Node: 'apt-get install nodejs'")
	}
	t.Setenv("TIDYTALK_PROGRAM", filepath.Join(scripts.Build(t, root, "./cmd/tidytalk"), "tidytalk"))
	c := exec.Command("node", "--test", "test/")
	c.Dir = filepath.Join(root, "editors", "vscode")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "# fail 0") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log("NOT RUN: the extension in Visual Studio Code itself: it runs with a stand-in for the editor")
}

// The settings of the extension are options of the command, with their values.
func TestVSCodeSettings(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "editors", "vscode", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	type setting struct {
		Default any
		Enum    []string
		Items   struct{ Enum []string }
	}
	var manifest struct {
		Version     string
		Contributes struct {
			Configuration struct{ Properties map[string]setting }
		}
	}
	if err := json.Unmarshal(b, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != tidytalk.Version {
		t.Errorf("package.json is of version %s, the program of %s", manifest.Version, tidytalk.Version)
	}
	for name, s := range manifest.Contributes.Configuration.Properties {
		name = strings.TrimPrefix(name, "tidytalk.")
		if name == "path" {
			continue
		}
		o := cleaning.At(cleaning.CleanRequest, name)
		if o == nil {
			t.Errorf("%s is no option of a request", name)
			continue
		}
		got := append(slices.Clone(s.Enum), s.Items.Enum...)
		for _, v := range got {
			if v != "" && !slices.Contains(o.Values, v) {
				t.Errorf("%s: %q is none of %q", name, v, o.Values)
			}
		}
		for _, v := range o.Values {
			// none is the older name of keep.
			if v != "none" && !slices.Contains(got, v) {
				t.Errorf("%s has no %q", name, v)
			}
		}
		if d, ok := s.Default.(string); ok && d != "" && d != o.Default {
			t.Errorf("%s is %q by default, for the command %v", name, d, o.Default)
		}
	}
}

// TestLibreOffice has a headless LibreOffice clean documents, and take or leave what is tracked.
func TestLibreOffice(t *testing.T) {
	python := os.Getenv("TIDYTALK_UNO_PYTHON") // one that has the module uno
	if python == "" {
		python = "/usr/bin/python3"
	}
	if err := exec.Command(python, "-c", "import uno").Run(); err != nil {
		t.Skipf("SKIPPED: %s has no module uno: 'apt-get install libreoffice-writer-nogui python3-uno', and name the Python in TIDYTALK_UNO_PYTHON", python)
	}
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("SKIPPED: there is no LibreOffice: 'apt-get install libreoffice-writer-nogui'")
	}
	program := filepath.Join(scripts.Build(t, root, "./cmd/tidytalk"), "tidytalk")
	t.Setenv("TIDYTALK_PROGRAM", program)
	dir := t.TempDir()
	// The extension is installed into folders of the test: root may install for all alone.
	apart := []string{"-env:UserInstallation=file://" + dir + "/profile", "-env:UNO_SHARED_PACKAGES=file://" + dir + "/shared", "-env:UNO_SHARED_PACKAGES_CACHE=file://" + dir + "/shared"}
	pack := exec.Command("go", "run", "./internal/release", "-oxt", "-o", dir)
	pack.Dir = root
	if out, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	add := append([]string{"add", "--shared", filepath.Join(dir, "tidytalk-"+tidytalk.Version+".oxt")}, apart...)
	for left := 2; ; left-- { // it throws now and then where the machine is busy
		out, err := exec.Command("unopkg", add...).CombinedOutput()
		if err == nil {
			break
		}
		if left == 0 {
			t.Fatalf("unopkg %q: %v\n%s", add, err, out)
		}
	}
	said := []string{"Um, so, uh, I want 😀 a flight to Boston, I mean to Denver.", "Uh, you know, cafe\u0301 is, um, 👩\u200d🚀 fine.\nIt was uh four hours.", "Uh.", "No."}
	given, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		Made, First, Once, Again         int
		Changes                          []string
		Recording                        bool
		Before, Rejected, Accepted, Bold string
	}
	var got struct {
		All, Bold, Note, Selection result
		Error, Triggered           string
		Installed                  bool
	}
	macros := filepath.Join(root, "editors", "libreoffice")
	if err := json.Unmarshal([]byte(output(t, string(given), python, append([]string{"testdata/office.py", macros, "soffice"}, apart...)...)), &got); err != nil {
		t.Fatal(err)
	}
	paragraphs := func(of ...string) string { return strings.Join(of, "\n\n") }
	cleaned := func(level string, of ...string) string {
		return strings.Join(strings.Fields(output(t, paragraphs(of...), program, "clean", "--from", "text", "--level", level)), " ")
	}
	same := func(what, got, want string) {
		t.Helper()
		if got = strings.Join(strings.Fields(got), " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	want := cleaned("standard", said...)
	for name, r := range map[string]result{"all": got.All, "bold": got.Bold, "note": got.Note} {
		if r.Rejected != r.Before {
			t.Errorf("%s: rejected, it is %q, and was %q", name, r.Rejected, r.Before)
		}
		if r.Recording || r.Made == 0 || !slices.Contains(r.Changes, "Delete") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	same("all", got.All.Accepted, want)
	same("bold", got.Bold.Accepted, want)
	same("formatting", got.Bold.Bold, cleaned("standard", said[1]))
	// A note stays, and the words around it.
	if !strings.Contains(got.Note.Accepted, "uh1, I want") {
		t.Errorf("%q", got.Note.Accepted)
	}
	same("selection", got.Selection.Accepted, cleaned("standard", said[0])+" "+strings.Join(said[1:], " "))
	if s := got.Selection; s.First == 0 || s.Once != s.First || s.Again <= s.First {
		t.Errorf("%+v", s)
	}
	if !strings.Contains(got.Error, `unknown level "heavy"`) {
		t.Errorf("%q", got.Error)
	}
	if !got.Installed {
		t.Error("the extension is installed, and does not answer")
	}
	same("the menu", got.Triggered, cleaned("light", said...))
}
