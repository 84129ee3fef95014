package blackbox

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestPhone: on a phone half of the height is text, whatever is shown beside it, and places are checked from a bar below it.
func TestPhone(t *testing.T) {
	p := openPage(t, serve(t), 390, 844)
	p.do(helpers)
	p.drop(map[string][]byte{"talk.txt": fixture(t, "testdata/transcripts/support-router.txt")})
	p.until(`document.querySelector('.w') !== null`)
	p.settled()
	p.do(`const s = [...document.querySelectorAll('.settings select')].find((x) => [...x.options].some((o) => o.value === 'full')); s.value = 'full'; s.dispatchEvent(new Event('change'))`)
	p.settled()
	// What is seen of the text, and of what: nothing lies over it.
	fits := func(when string, unfolded bool) {
		t.Helper()
		p.until(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`)
		seen := eval[int](p, `(() => { let n = 0; for (let y = 0; y < 844; y++) if (document.elementFromPoint(195, y)?.closest('main')) n++; return n; })()`)
		if seen < 422 {
			t.Errorf("%s %d of 844 pixels are text", when, seen)
		}
		expect(p, "the width "+when, eval[int](p, `document.documentElement.scrollWidth`), 390)
		if unfolded {
			return
		}
		expect(p, "buttons in view "+when, eval[int](p, `[...document.querySelectorAll('.check .buttons:not(.sound) button')].filter((b) => { const r = b.getBoundingClientRect(); return r.left >= 0 && r.right <= 390 && r.height >= 24 && document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) === b; }).length`), 4)
	}
	fits("at first", false)
	p.do(`press('Next', document.querySelector('.check'))`)
	fits("in checking", false)
	place := eval[string](p, `document.querySelector('.now').textContent`)
	expect(p, "the place is in view", eval[bool](p, `(() => { const r = document.querySelector('.asked').getBoundingClientRect(); return !!document.elementFromPoint(r.left + 2, r.top + r.height / 2)?.closest('.asked'); })()`), true)
	p.do(`press('Wrong', document.querySelector('.check'))`)
	p.settled()
	if now := eval[string](p, `document.querySelector('.now').textContent`); now == place {
		t.Errorf("after a judgement it asks about %q again", now)
	}
	p.do(`press('Panels')`)
	fits("with all panels", true)
	expect(p, "settings are there", eval[bool](p, `document.querySelector('.settings').offsetHeight > 0`), true)
	p.do(`press('Panels'); document.querySelector('.notes').replaceChildren()`)
	p.drop(map[string][]byte{"talk.wav": tone(10)})
	p.until(`document.querySelector('.wave').dataset.drawn === '100'`)
	p.do(`document.querySelector('.notes').replaceChildren()`)
	fits("with a recording", false)
}

// TestColours: with colours of one's own only what is removed is struck out, and what is lit or found is told apart.
func TestColours(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We met, uh, in the old town.\n"))
	look := func(features ...*emulation.MediaFeature) string {
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		p.until(`new Promise((r) => setTimeout(() => r(true), 400))`) // what fades has faded
		return eval[string](p, `['met,', 'uh,', 'town.'].map((w) => getComputedStyle(word(w)).textDecorationLine).join()`)
	}
	p.do(`const f = document.querySelector('[type=search]'); f.value = 'town'; f.dispatchEvent(new Event('input'))`)
	p.until(`document.querySelector('.hit') !== null`)
	expect(p, "struck out", look(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}), "none,line-through,none")
	expect(p, "what is found has its own colour", eval[bool](p, `getComputedStyle(word('town.')).backgroundColor !== getComputedStyle(word('met,')).backgroundColor`), true)
	look(&emulation.MediaFeature{Name: "prefers-contrast", Value: "more"})
	expect(p, "no grey where contrast is asked for", eval[bool](p, `getComputedStyle(document.querySelector('.count')).color === getComputedStyle(document.body).color`), true)
}
