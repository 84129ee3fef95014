package blackbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestJudge judges removals with keys, opens the page anew, and goes on.
func TestJudge(t *testing.T) {
	text := filepath.Join(t.TempDir(), "market.txt")
	if err := os.WriteFile(text, []byte("Ann: Uh, we went to the market.\nBo: Um, did you see my brother there?\nAnn: Uh, no.\nBo: Um, why not?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := openWritten(t, filepath.Join(root, "research"), "./cmd/tidytalk-lab", "#context mark", "judge", text)
	p.has("#where", "1 of 4 · market · filler")
	p.has("#context mark", "Uh,")
	p.press("r", "s", "w")
	p.has("#where", "4 of 4")
	p.press("u", "e", "answers r", kb.Enter, "w")
	p.has("#done", "3 judged")
	// A browser hands on what a page keeps a moment later: a page that is open at once may not see it yet.
	p.run(chromedp.Sleep(2*time.Second), chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#context mark")))
	p.has("#where", "4 of 4")
	p.has("#done", "3 judged")
	p.press(kb.ArrowLeft)
	p.has("#where", "3 of 4")
	p.press(kb.ArrowRight, "r")
	p.has("#where", "The end.")
	const want = "market\t5\t8\tgo\tright filler\nmarket\t36\t39\tfree\tstyle-only\nmarket\t75\t78\tstay\twrong: answers r\nmarket\t87\t90\tgo\tright filler\n"
	got := eval[string](p, `(() => { let text; const make = URL.createObjectURL; URL.createObjectURL = (b) => { text = b; return make.call(URL, b); };
		document.getElementById("save").click(); return text.text(); })()`)
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
