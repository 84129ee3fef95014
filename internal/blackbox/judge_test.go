package blackbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
)

// TestJudge judges removals with keys, closes the page, and goes on.
func TestJudge(t *testing.T) {
	p := &tab{T: t, ctx: browser(t), downloads: t.TempDir()}
	dir := t.TempDir()
	text, file := filepath.Join(dir, "market.txt"), filepath.Join(dir, "judge.html")
	if err := os.WriteFile(text, []byte("Ann: Uh, we went to the market.\nBo: Um, did you see my brother there?\nAnn: Uh, no.\nBo: Um, why not?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(filepath.Join(scripts.Build(t, filepath.Join(root, "research"), "./cmd/tidytalk-lab"), "tidytalk-lab"), "judge", "-o", file, text)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	url := "file://" + filepath.ToSlash(file)
	if err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if to := e.Request.URL; to != url && !strings.HasPrefix(to, "blob:") {
				p.odd = append(p.odd, "a request to "+to)
			}
		case *runtime.EventExceptionThrown:
			p.odd = append(p.odd, exception(e.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			p.odd = append(p.odd, "the console has something")
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(p, network.Enable, network.EnableParams{})
	open := func() { p.run(chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS("#context mark"))) }
	open()
	p.has("#where", "1 of 4 · market · filler")
	p.has("#context mark", "Uh,")
	p.run(chromedp.KeyEvent("r"), chromedp.KeyEvent("s"), chromedp.KeyEvent("w"))
	p.has("#where", "4 of 4")
	p.run(chromedp.KeyEvent("u"), chromedp.KeyEvent("e"), chromedp.KeyEvent("answers r"), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("w"))
	p.has("#done", "3 judged")
	open()
	p.has("#where", "4 of 4")
	p.has("#done", "3 judged")
	p.run(chromedp.KeyEvent(kb.ArrowLeft))
	p.has("#where", "3 of 4")
	p.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("r"))
	p.has("#where", "The end.")
	const want = "market\t5\t8\tgo\tright filler\nmarket\t36\t39\tfree\tstyle-only\nmarket\t75\t78\tstay\twrong: answers r\nmarket\t87\t90\tgo\tright filler\n"
	got := eval[string](p, `(() => { let text; const make = URL.createObjectURL; URL.createObjectURL = (b) => { text = b; return make.call(URL, b); };
		document.getElementById("save").click(); return text.text(); })()`)
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, what := range p.odd {
		t.Error(what)
	}
}
