package blackbox

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	hebrew  = "אנחנו נסענו אתמול ברכבת לעיר הגדולה וראינו שם את כל החברים שלנו ואחר כך חזרנו הביתה"
	finnish = "me kävimme eilen vanhassa talossa ja sen jälkeen ajoimme junalla kaupunkiin ja söimme siellä yhdessä pitkän illallisen hyvien ystävien kanssa."
)

// TestFromTheRight: what is written from the right is on the right, with the name of its speaker, and arrows go where they point.
func TestFromTheRight(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We went, uh, home.\nDana: "+hebrew+"\nדנה: Okay, thanks.\n"))
	expect(p, "directions", eval[string](p, `[...document.querySelectorAll('.row p')].map((e) => getComputedStyle(e).direction).join()`), "ltr,rtl,ltr")
	side := func(of string) float64 {
		return eval[float64](p, `(() => { const b = `+of+`.getBoundingClientRect(), r = document.querySelector('.row p').getBoundingClientRect(); return (b.left + b.width / 2 - r.left) / r.width; })()`)
	}
	if at := side(`document.querySelectorAll('.row b')[1]`); at < 0.8 {
		t.Errorf("the name of who speaks Hebrew is at %v of the width", at)
	}
	if at := side(`word('אנחנו')`); at < 0.7 {
		t.Errorf("its first word is at %v of the width", at)
	}
	if at := side(`document.querySelectorAll('.row b')[2]`); at > 0.2 {
		t.Errorf("the name of who speaks English is at %v of the width", at)
	}
	first := eval[int](p, `+word('אנחנו').dataset.w`)
	p.do(`word('אנחנו').click()`)
	p.press(kb.ArrowLeft)
	expect(p, "the word on the left", eval[int](p, `+document.activeElement.dataset.w`), first+1)
	p.press(kb.ArrowRight)
	expect(p, "the word on the right of it", eval[int](p, `+document.activeElement.dataset.w`), first)
	p.run(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(chromedp.ModifierShift)))
	expect(p, "selected", eval[string](p, `[...document.querySelectorAll('.selected')].map((w) => w.textContent).join(' ')`), "אנחנו נסענו")
}

// TestNotCleaned: what was not cleaned says so at its place, and is in its language; that nothing is uncertain is not said of it.
func TestNotCleaned(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We went, uh, home.\nAino: "+finnish+"\nAnn: Fine.\n"))
	expect(p, "marks", eval[int](p, `document.querySelectorAll('.aside.left').length`), 1)
	expect(p, "what the mark says", eval[string](p, `(() => { const m = document.querySelector('.aside.left'); return [m.nextSibling.textContent, m.getAttribute('role'), m.title, m.getAttribute('aria-label') === m.title, m.textContent].join('; '); })()`),
		"me; note; 20 words not cleaned: this is Finnish, which the models here do not know.; true; ")
	expect(p, "languages", eval[string](p, `['We', 'me', 'kanssa.', 'Fine.'].map((w) => word(w).closest('[lang]').lang).join()`), "en,fi,fi,en")
	if said := eval[string](p, `document.querySelector('.count').textContent`); !strings.Contains(said, "20 words in Finnish were not cleaned") {
		t.Errorf("of a text in two languages it says %q", said)
	}

	p.drop(map[string][]byte{"aino.txt": []byte("Aino: " + finnish + "\n")})
	p.until(`document.querySelectorAll('[role=tab]').length === 2`)
	p.settled()
	if said := eval[string](p, `document.querySelector('.count').textContent`); !strings.HasPrefix(said, "Nothing was cleaned: all of this is in Finnish") {
		t.Errorf("of a text in Finnish it says %q", said)
	}
}

// TestCleanedInAnother: what was cleaned in another language is in it for screen readers, and says nothing of being left.
func TestCleanedInAnother(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We went, uh, home.\nBernd: Ich bin ähm gestern mit dem Zug gefahren.\nAnn: Fine.\n"))
	expect(p, "languages", eval[string](p, `['We', 'gestern', 'Fine.'].map((w) => word(w).closest('[lang]').lang).join()`), "en,de,en")
	expect(p, "marks", eval[int](p, `document.querySelectorAll('.aside.left').length`), 0)
}
