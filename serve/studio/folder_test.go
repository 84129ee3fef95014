package studio

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/serve/corrections"
)

// Transcripts are kept with what is changed of them: logs of several browsers become one, and what stands beside the transcript is
// what clean --corrections takes.
func TestProjects(t *testing.T) {
	folder := t.TempDir()
	c := newClient(t, Options{Projects: folder})
	const content = "0123456789abcdef0123456789abcdef"
	at := "/studio/projects/" + content
	body := func(source string, ops ...int) string {
		var log []string
		for _, clock := range ops {
			log = append(log, fmt.Sprintf(`{"clock":%d,"site":"a","set":[]}`, clock))
		}
		file, _ := json.Marshal(corrections.FileOf("../my: talk.txt", talk))
		return fmt.Sprintf(`{"project":{"tidytalk":"corrections","version":1,"file":%s,"edit":{"level":"full","corrections":[{"word":%d,"fate":"goes"}]},"operations":[%s]},"source":%s}`,
			file, len(ops), strings.Join(log, ","), source)
	}
	source := `"` + base64.StdEncoding.EncodeToString([]byte(talk)) + `"`
	for _, x := range []struct {
		method, path, body string
		code               int
		says               string
	}{
		{"GET", "/studio/projects", "", 200, "[]"},
		{"GET", at, "", 404, "no such transcript"},
		{"PUT", at, body("null", 1), 404, "no such transcript"},
		{"PUT", "/studio/projects/x", body(source, 1), 400, "names no transcript"},
		{"PUT", at, body(`"AAAA"`, 1), 400, "is another file"},
		{"PUT", at, `{"project":{}}`, 400, "no corrections"},
		{"PUT", at, strings.ReplaceAll(body(source, 1), `"site":"a"`, `"site":""`), 400, "no clock and site"},
		{"PUT", at, body(source, 1, 3), 200, `{"operations":[{"clock":1,"site":"a","set":[]},{"clock":3,"site":"a","set":[]}]}`},
		{"PUT", at, body("null", 2, 3, 4), 200, `{"clock":1,"site":"a","set":[]},{"clock":2,"site":"a","set":[]},{"clock":3,"site":"a","set":[]},{"clock":4`},
		{"GET", at, "", 200, `{"clock":4,"site":"a","set":[]}]`},
		{"GET", at + "/source", "", 200, talk},
		{"GET", "/studio/projects", "", 200, `"name":"my_ talk.txt"`},
	} {
		if code, answer, _ := c.ask(x.method, x.path, x.body); code != x.code || !strings.Contains(answer, x.says) {
			t.Errorf("%s %s: %d %s, not %d %s", x.method, x.path, code, answer, x.code, x.says)
		}
	}
	kept := filepath.Join(folder, "my_ talk.txt."+content)
	src, err := os.ReadFile(filepath.Join(kept, "my_ talk.txt"))
	if err != nil || string(src) != talk {
		t.Errorf("%q %v", src, err)
	}
	p, err := corrections.ReadFile(filepath.Join(kept, "corrections.json"))
	if err != nil || p.Check(talk, "x") != nil || p.Edit.Level != "full" || p.Edit.Corrections[0].Word != 3 {
		t.Errorf("%+v %v", p, err)
	}

	// Several at once lose nothing.
	var all sync.WaitGroup
	for i := range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			c.ask("PUT", at, body("null", 100+i))
		}()
	}
	all.Wait()
	if _, answer, _ := c.ask("GET", at, ""); strings.Count(answer, "clock") != 24 {
		t.Errorf("%s", answer)
	}
	c.must("DELETE", at, "", &struct{}{})
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
	if code, answer, _ := newClient(t, Options{}).ask("GET", at, ""); code != 404 || !strings.Contains(answer, "--projects FOLDER") {
		t.Errorf("%d %s", code, answer)
	}
}

func TestSafeName(t *testing.T) {
	for name, want := range map[string]string{
		"talk.txt": "talk.txt", "a/b\\c.srt": "c.srt", "..": "transcript.txt", "": "transcript.txt", "corrections.json": "transcript.txt", "a\x00:b": "a__b",
		strings.Repeat("ü", 100) + ".txt": strings.Repeat("ü", 58) + ".txt",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
