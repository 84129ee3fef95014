package blackbox

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var screenshots = flag.Bool("screenshots", false, "make the pictures of docs/studio.md anew")

// TestScreenshots makes the pictures of the documentation, where it is asked to.
func TestScreenshots(t *testing.T) {
	if !*screenshots {
		t.Skip("SKIPPED: make pictures with go test -run TestScreenshots -screenshots")
	}
	p := openPage(t, serve(t), 1000, 620)
	p.do(helpers)
	shoot := func(name string) {
		p.until(`new Promise((r) => setTimeout(() => r(true), 700))`) // what fades has faded
		picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if len(picture) > 150<<10 {
			t.Errorf("%s has %d bytes: too much for the documentation", name, len(picture))
		}
		if err := os.WriteFile(filepath.Join("..", "..", "docs", "studio-"+name+".png"), picture, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.drop(map[string][]byte{"interview-baker.txt": fixture(t, "testdata/transcripts/interview-baker.txt")})
	p.until(`document.querySelector('.w') !== null`)
	p.settled()
	shoot("reading")
	p.press("n")
	shoot("checking")
	p.press("t")
	p.until(`document.querySelector('dialog.tracing .hyp.winner') !== null`)
	shoot("trace")
	p.do(`document.querySelector('dialog').close()`)
	for range 9 {
		p.press("r")
	}
	p.do(`press('Learn from')`)
	p.until(`document.querySelector('.job table') !== null`)
	p.do(`document.querySelector('.notes').replaceChildren(); document.querySelector('.learn').scrollIntoView()`)
	shoot("learning")
}
