package blackbox

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageHour is a person's hour in some fifty keystrokes, without a pointer: to listen, check, correct, retype, rename, replace,
// comment, search, save as Word with revisions, and to find all of it when the page is opened again.
func TestPageHour(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{"talk.srt": []byte(spoken), "talk.wav": tone(8)})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden`)
	p.settled()
	control := func(key string) {
		t.Helper()
		p.run(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	}
	write := func(text string) {
		t.Helper()
		for _, r := range text {
			p.run(chromedp.KeyEvent(string(r)))
		}
	}
	tab := func(times int) {
		t.Helper()
		for range times {
			p.run(chromedp.KeyEvent(kb.Tab))
		}
	}
	enter := func() { t.Helper(); p.run(chromedp.KeyEvent(kb.Enter)) }
	shut := func() { t.Helper(); p.until(`document.querySelector('dialog') === null`) }
	at := func(w int) { // the cursor goes to a word
		t.Helper()
		control(kb.Home)
		for range w {
			p.press(kb.ArrowRight)
		}
		expect(p, "the cursor", eval[string](p, `document.activeElement.dataset.w`), fmt.Sprint(w))
	}
	paused := `document.querySelector('video').paused`

	// Listen.
	at(0)
	p.press("h")
	p.until("!" + paused)
	p.press(" ")
	p.until(paused)
	p.press(".", ",", "l", " ")

	// Correct: bring back, take out, undo, redo.
	at(2)
	p.press("b")
	p.until(`word('uh,')?.matches('.gone') === false`)
	control("z")
	p.until(`word('uh,').matches('.gone')`)
	control("y")
	p.until(`!word('uh,').matches('.gone')`)
	control("z")
	p.until(`word('uh,').matches('.gone')`)

	// Retype.
	at(11)
	p.press("e")
	p.until(`document.activeElement.matches('.typing input')`)
	write("very cold")
	enter()
	shut()
	p.until(`document.querySelector('.typed') !== null`)

	// Rename, and give a cue another time.
	p.press("y")
	p.until(`document.activeElement.matches('.editor input')`)
	write("Dr. Lee")
	enter()
	shut()
	p.until(`[...document.querySelectorAll('.row b')].some((b) => b.textContent === 'Dr. Lee')`)

	// Replace everywhere.
	control("h")
	p.until(`document.querySelector('.everywhere') !== null`)
	write("boston")
	p.until(`document.querySelectorAll('.places li').length === 2`)
	tab(1)
	write("Boston")
	enter()
	shut()
	p.settled()

	// Comment on two words.
	at(16)
	p.run(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	p.press("c")
	p.until(`document.activeElement.matches('.commenting textarea')`)
	write("by which line?")
	control(kb.Enter)
	shut()
	p.until(`document.querySelector('.comments li') !== null`)

	// Kinds, how it looks, why, help.
	p.press("5")
	p.until(`document.querySelector('.settings [data-kind=conjunctions]').checked`)
	p.press("5", "v", "v", "v", "t")
	p.until(`document.querySelector('dialog.tracing') !== null`)
	p.press(kb.Escape)
	shut()
	p.press("?")
	p.until(`document.querySelector('dialog.help') !== null`)
	p.press(kb.Escape)
	shut()

	// Search.
	p.press("/")
	p.until(`document.activeElement.matches('.search input')`)
	write("flew")
	enter()
	p.until(`document.querySelector('.hit.here')?.textContent === 'flew'`)

	// Save, as it came and as Word with revisions.
	const want = "1\n00:00:01,000 --> 00:00:03,000\nAnn: So we went to Boston.\n\n2\n00:00:03,000 --> 00:00:05,000\nDr. Lee: It was very cold in Boston.\n\n3\n00:00:05,000 --> 00:00:07,000\nAnn: And we flew home. Did you?\n"
	if got := p.save("talk-clean.srt"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("saved:\n%s\nwant:\n%s", got, want)
	}
	tab(5) // previous, next, all, copy, save
	expect(p, "the focus", eval[string](p, `document.activeElement.textContent`), "Save")
	enter()
	p.until(`document.activeElement.matches('.menu button')`)
	for eval[bool](p, `!document.activeElement.textContent.startsWith('Word, with')`) {
		p.press(kb.ArrowDown)
	}
	enter()
	if b := p.file("talk-clean.docx"); !strings.HasPrefix(string(b), "PK") {
		t.Errorf("%.20q is no Word document", b)
	}

	// Tomorrow.
	p.reload()
	p.until(`document.querySelector('.comments li') !== null && document.querySelector('.typed') !== null`)
	if got := p.save("talk-clean.srt"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("tomorrow:\n%s\nwant:\n%s", got, want)
	}
	control("z")
	p.until(`document.querySelector('.comments li') === null`)
}
