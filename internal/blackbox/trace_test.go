package blackbox

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openTrace writes the page of a trace, and opens it. It is one file, and asks for nothing.
func openTrace(t *testing.T, args ...string) *tab {
	t.Helper()
	p := openWritten(t, root, "./cmd/tidytalk", ".trace-waterfall", append([]string{"trace", "--to", "html"}, args...)...)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.seen != 1 {
			t.Errorf("%d requests, for one file", p.seen)
		}
	})
	return p
}

// has checks that what a selector finds has some text.
func (p *tab) has(of, what string) {
	p.Helper()
	found := fmt.Sprintf("[...document.querySelectorAll(%q)].map((e) => e.innerText).join('\\n')", of)
	p.until(found + " !== undefined")
	for range 500 {
		if strings.Contains(eval[string](p, found), what) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.Errorf("%s lacks %q:\n%s", of, what, eval[string](p, found))
}

// hypothesis returns where a hypothesis is.
func (p *tab) hypothesis(id int) (x, y float64) {
	p.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`((r) => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('[data-id="%d"]').getBoundingClientRect())`, id))
	return at[0], at[1]
}

// click clicks the first element that a selector finds, or the button with a text.
func (p *tab) click(what string) {
	p.Helper()
	p.do(fmt.Sprintf("(document.querySelector('.trace ' + %q) ?? 0).click()", what))
}

// button clicks the button whose text begins so.
func (p *tab) button(text string) {
	p.Helper()
	p.do(fmt.Sprintf("[...document.querySelectorAll('.trace button')].find((b) => b.textContent.startsWith(%q)).click()", text))
}

// ask types a wanted text, and asks for it.
func (p *tab) ask(text string) {
	p.Helper()
	p.do(fmt.Sprintf("document.querySelector('.trace-text').value = %q; document.querySelector('.trace-why button').click()", text))
}

// The page of a trace opens from a file, and answers: what people point at, the sums of
// scores, two hypotheses beside each other, other weights, and why not another text.
func TestTracePage(t *testing.T) {
	p := openTrace(t, "--margin", "Inf", "--want", "we want uh we want to go", "we want uh we want to go")
	// What was wanted is beside the winner, with what weights would do.
	p.has(".trace-answer", "stayed to the end")
	p.has(".trace-changes", "m3n-fluent")
	p.has(".trace-difference h3", "0 against")
	// The terms of a waterfall add up to its sum.
	if off := eval[float64](p, `(() => {
		const n = (e) => Number(e.textContent.replace('−', '-'))
		const one = document.querySelector('.trace-one')
		const sum = [...one.querySelectorAll('tbody tr')].reduce((s, r) => s + n(r.cells[3]), 0)
		return Math.abs(sum - n(one.querySelector('tfoot tr').cells[3]))
	})()`); off > 1e-4 {
		t.Errorf("the terms are %v off the score", off)
	}
	// Pointing, clicking, and clicking another one with shift.
	p.do("document.querySelector('.trace-pane').scrollIntoView()")
	x, y := p.hypothesis(1)
	p.run(chromedp.MouseEvent("mouseMoved", x, y))
	p.has(".trace-tip", "round 1")
	p.run(chromedp.MouseClickXY(x, y))
	p.has(".trace-panel h3", "Hypothesis 1")
	x, y = p.hypothesis(2)
	p.run(chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)))
	p.has(".trace-difference h3", "1 against 2")
	// Keys: to the winner, to what it was made of, and along.
	p.run(chromedp.MouseEvent("mouseMoved", 1, 1))
	p.do("document.querySelector('.trace-pane').focus()")
	p.press(kb.Enter, "p", kb.Enter)
	p.has(".trace-panel h3", "Hypothesis 0")
	p.has(".trace-voice", "0, the first")
	p.press(kb.ArrowRight, kb.ArrowDown, "c")
	p.has(".trace-difference h3", "0 against")
	p.press(kb.Escape)
	before := eval[string](p, "document.querySelector('.trace-pane svg').style.transform")
	p.press(kb.ArrowRight, "+")
	if after := eval[string](p, "document.querySelector('.trace-pane svg').style.transform"); after == before {
		t.Errorf("keys do not move it: %s", after)
	}
	// Producers.
	hidden := "[...document.querySelectorAll('.hyp')].filter((e) => getComputedStyle(e).display === 'none').length"
	p.button("R repetition")
	if n := eval[int](p, hidden); n == 0 {
		t.Error("nothing is hidden without a producer")
	}
	p.button("R repetition")
	if n := eval[int](p, hidden); n != 0 {
		t.Errorf("%d are hidden still", n)
	}
	// Other weights: the hypotheses are scored again, and nobody says that more was done.
	p.do(`document.querySelector('.trace-weights').open = true
		const e = document.querySelector('[aria-label="edit-words, as a number"]')
		e.value = -30
		e.dispatchEvent(new Event('input'))`)
	p.has(".trace-state", "search is not made again")
	p.has(".trace-state", "0 would be best")
	p.button("As they were")
	p.has(".trace-state", "the winner is best still")
	// Why not another text, and what one weight would do.
	p.ask("we want we want cake")
	p.has(".trace-answer", "other words")
	p.ask("We want, we want to go.")
	p.has(".trace-answer", "no producer proposed it")
	p.ask("we want uh we want to go")
	p.click(".trace-changes button")
	p.has(".trace-state", "0 would be best")
	p.do("document.querySelector('details.trace-table').open = true")
	p.has("details.trace-table tbody", "the winner")
	// On a telephone it is no wider than that.
	p.run(chromedp.EmulateViewport(360, 700))
	if n := eval[int](p, "document.documentElement.scrollWidth"); n > 360 {
		t.Errorf("it is %d wide", n)
	}
	if n := eval[int](p, "[...document.querySelectorAll('.trace button')].filter((b) => b.offsetParent && b.offsetHeight < 24).length"); n > 0 {
		t.Errorf("%d buttons are too small", n)
	}
	if shot := os.Getenv("TRACE_SHOT"); shot != "" {
		png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(shot, png, 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// A page of several sentences shows one at a time.
func TestTracePageSentences(t *testing.T) {
	p := openTrace(t, "So we want, uh, we want to go. That is all, you know. I i was there.")
	shown := "[...document.querySelectorAll('section.trace')].filter((e) => !e.hidden).map((e) => e.id).join()"
	if got := eval[string](p, shown); got != "trace-1" {
		t.Errorf("%s are shown first", got)
	}
	p.do("const s = document.querySelector('.trace-chooser select'); s.selectedIndex = 2; s.dispatchEvent(new Event('change'))")
	if got := eval[string](p, shown); got != "trace-3" {
		t.Errorf("%s are shown, of which the third is chosen", got)
	}
	p.has("#trace-3 .trace-panel h3", "Hypothesis")
}

// Thousands of hypotheses are few elements: about one each.
func TestTracePageLarge(t *testing.T) {
	p := openTrace(t, "--sentence", "1", "--beam", "110", "--rounds", "8", "--margin", "Inf",
		"So the the man went to to the the store, and and he bought a a book and and then we we drove to to the the city where where it it was very very dark and and they they said that that he he was in. That is all. We were there.")
	hypotheses := eval[int](p, "document.querySelectorAll('.hyp').length")
	all := eval[int](p, "document.querySelectorAll('.trace-pane svg *').length")
	if hypotheses < 2000 || all > 2*hypotheses {
		t.Errorf("%d elements for %d hypotheses", all, hypotheses)
	}
	frames := eval[[]float64](p, `new Promise((done) => {
		const pane = document.querySelector('.trace-pane')
		pane.setPointerCapture = () => {}
		const send = (type, x, y) => pane.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true }))
		document.querySelector('[aria-label=Larger]').click()
		send('pointerdown', 500, 400)
		const times = []
		let last = performance.now()
		const frame = (now) => {
			times.push(now - last)
			last = now
			send('pointermove', 500 + 200 * Math.sin(times.length / 10), 400 + 100 * Math.cos(times.length / 10))
			if (times.length < 120) requestAnimationFrame(frame)
			else done(times.sort((a, b) => a - b))
		}
		requestAnimationFrame(frame)
	})`)
	t.Logf("%d hypotheses, %d elements; frames while it is moved: median %.1f ms, 95 of 100 within %.1f ms, longest %.1f ms", hypotheses, all, frames[60], frames[114], frames[119])
}

// In the page of serve the sentence is decoded again: with other weights, and when people
// ask why it did not become something else.
func TestPageTrace(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("So we want, uh, we want to go. That is all, you know. I was there.\n"))
	p.do(`word('want').click()`)
	p.press(kb.Escape, "t")
	p.has(".tracing .trace-panel h3", "Hypothesis")
	p.has(".tracing .sentence", "we want")
	p.do(`const e = document.querySelector('.tracing [aria-label="edit-words, as a number"]')
		e.closest('details').open = true
		e.value = -90
		e.dispatchEvent(new Event('input'))`)
	p.has(".tracing .trace-state", "It becomes: so we want uh we want to go")
	p.do("document.querySelector('.tracing .trace-weights > button').click()")
	p.has(".tracing .trace-state", "It becomes: we want to go")
	p.do("document.querySelector('.tracing .trace-text').value = 'So we want we want to go'; document.querySelector('.tracing .trace-why button').click()")
	p.has(".tracing .trace-answer", "Wanted: so we want we want to go")
	// The page that stands alone, as it is given to the browser.
	p.do("const make = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((text) => { window.saved = text }); return make.call(URL, b) }")
	p.button("HTML")
	p.until("window.saved !== undefined")
	if page := eval[string](p, "window.saved"); !strings.Contains(page, `"clean":"so we want we want to go"`) || !strings.HasPrefix(page, "<!DOCTYPE html>") {
		t.Errorf("what is saved is no page of the trace, but %d bytes", len(page))
	}
	p.do("document.querySelector('.tracing .trace-text').value = 'So we want cake'; document.querySelector('.tracing .trace-why button').click()")
	p.until(`!/It becomes|Decoding/.test(document.querySelector('.tracing .trace-state').textContent)`) // but why not
}
