package blackbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// timed is a transcript with times of words, of which "um" goes, from 4 to 6 seconds.
const timed = "talk 1 1.0 1.5 we\ntalk 1 3.0 0.9 took\ntalk 1 4.2 1.6 um\ntalk 1 6.2 0.8 the\ntalk 1 7.5 0.5 train\n"

// downloaded waits for a file among the downloads.
func (p *tab) downloaded(name string) string {
	p.Helper()
	for range 200 {
		if b, err := os.ReadFile(filepath.Join(p.downloads, name)); err == nil && len(b) > 0 {
			return string(b)
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatalf("%s was not saved", name)
	return ""
}

// TestExportCuts: a list of cuts is saved, and played over; what goes from the text only is in neither, and is so after a reload.
func TestExportCuts(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers + heard)
	p.drop(map[string][]byte{"talk.ctm": []byte(timed), "talk.wav": tone(10)})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden && media().readyState >= 1`)
	p.settled()
	open := func() {
		p.Helper()
		p.do(`press('Save')`)
		p.until(`document.querySelector('.menu:popover-open button') !== null`)
		p.do(`press('Export cuts', document.querySelector('.menu'))`)
		p.until(`document.querySelector('dialog.cuts') !== null`)
	}
	list := func() string {
		p.Helper()
		_ = os.Remove(filepath.Join(p.downloads, "talk-cuts.csv"))
		open()
		p.do(`press('Save the list', document.querySelector('dialog.cuts'))`)
		p.until(`document.querySelector('dialog.cuts') === null`)
		return p.downloaded("talk-cuts.csv")
	}
	if got := list(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "filled-pauses,um") {
		t.Errorf("the list is %s", got)
	}
	open()
	p.do(`window.times = []; const look = () => { if (!media().paused && !media().seeking) times.push(media().currentTime); requestAnimationFrame(look); }; look();
		press('Play over', document.querySelector('dialog.cuts'))`)
	p.until(`times.at(-1) > 7`)
	p.do(`media().pause()`)
	inside := 0
	for _, at := range eval[[]float64](p, `times`) {
		if at > 4.5 && at < 5.6 {
			inside++
		}
	}
	if inside > 3 {
		t.Errorf("%d times within the cut", inside)
	}

	p.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.press(kb.ArrowRight, kb.ArrowRight, "m")
	p.until(`document.querySelector('.gone.heard') !== null`)
	p.settled()
	if got := list(); strings.Count(got, "\n") != 1 {
		t.Errorf("what goes from the text only is cut: %s", got)
	}
	p.reload()
	p.until(`document.querySelector('.gone.heard') !== null`)
	p.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.press(kb.ArrowRight, kb.ArrowRight, "m")
	p.until(`document.querySelector('.gone.heard') === null`)
	expect(p, "is still removed", eval[string](p, `gone()`), "um")
}
