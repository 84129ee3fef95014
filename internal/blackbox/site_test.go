package blackbox

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
)

// madeSite returns a folder with the page without a server, with the models of the program.
func madeSite(t *testing.T) string {
	t.Helper()
	b, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	models, err := b.Repacked()
	if err != nil {
		t.Fatal(err)
	}
	file, folder := filepath.Join(t.TempDir(), "models.tt"), t.TempDir()
	if err := os.WriteFile(file, models, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder string
		args   []string
	}{
		{"../..", []string{"run", "./internal/release", "-site", file, "-o", folder}},
		{"../../serve/web/build", []string{"run", ".", "-site", folder}},
	} {
		command := exec.Command("go", c.args...)
		command.Dir = c.folder
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", c.args, err, out)
		}
	}
	return folder
}

// TestSite: the page that any host of files gives cleans, corrects and saves with no network, also when it is opened
// again, and its files are served with a policy that lets nothing out.
func TestSite(t *testing.T) {
	ctx := browser(t)
	server := httptest.NewServer(http.FileServer(http.Dir(madeSite(t))))
	defer server.Close()
	url := server.URL + "/"
	p := &tab{T: t, ctx: ctx}
	p.open(url, 1200, 800)
	p.until(`navigator.serviceWorker.controller !== null`) // all is kept
	server.Close()

	src := string(fixture(t, "text/formats/testdata/interview.srt"))
	p.do(helpers)
	p.drop(map[string][]byte{"interview.srt": []byte(src)})
	p.until(`document.querySelector('.w') !== null`)
	before := p.save("interview-clean.srt")
	expect(p, "saved without corrections", before, cleaned(t, "interview.srt", src))
	expect(p, "learning", eval[bool](p, `document.querySelector('.learn').hidden`), true)

	p.do(`word('boston').click()`)
	p.until(`!word('boston').matches('.gone')`)
	want := strings.Replace(before, "So we took the train\r\n", "So we took the train\r\nboston\r\n", 1)
	expect(p, "with the word", p.save("interview-clean.srt"), want)

	p.reload()
	p.until(`document.querySelectorAll('.w.said').length === 1`)
	expect(p, "opened again", p.save("interview-clean.srt"), want)
	for _, part := range []string{"default-src 'none'", "connect-src 'self'"} {
		expect(p, part, eval[bool](p, `fetch('index.html').then((r) => r.headers.get('Content-Security-Policy').includes("`+part+`"))`), true)
	}
}
