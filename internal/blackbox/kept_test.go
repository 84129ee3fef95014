package blackbox

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

// reload opens the page anew, as F5 does, and waits until it is there.
func (p *tab) reload() {
	p.Helper()
	p.run(chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("header")))
	p.do(helpers)
}

// another opens the page once more, in another window of the same browser.
func (p *tab) another(url string) *tab {
	p.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.Cleanup(cancel)
	q := &tab{T: p.T, ctx: ctx, downloads: p.downloads}
	q.watch(func(string) bool { return true })
	q.run(chromedp.EmulateViewport(1200, 800), chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS("header")))
	q.do(helpers)
	return q
}

const talk = "Ann: So, um, we took the, the train, you know, to the old town.\nBob: It was, uh, a cold day, um, and, and we, we saw no one.\n"

// TestPageKept: what was done holds when the page is left at once, and is there when it is opened again: text, corrections,
// settings and the way back. A step that follows is one more, not the only one.
func TestPageKept(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte(talk))
	before := eval[string](p, "plain()")
	p.do(`for (const w of [...document.querySelectorAll('.gone')].slice(0, 5)) w.click()`)
	p.do(`document.querySelector('.settings [data-kind=conjunctions]').click()`)
	p.settled()
	want := eval[string](p, "plain()")
	p.reload()
	p.until(`document.querySelectorAll('.w').length > 20 && document.querySelectorAll('.w.said').length === 5`)
	p.settled()
	after := eval[string](p, "plain()")
	if after == before || after != want {
		t.Errorf("after opening the page again: %s\nwant %s", after, want)
	}
	expect(p, "a kind is removed still", eval[bool](p, `document.querySelector('.settings [data-kind=conjunctions]').checked`), true)
	expect(p, "tabs", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 1)

	p.do(`word('town.').click()`)
	p.press("x")
	p.reload()
	p.until(`document.querySelectorAll('.w.said').length === 6`)
	for range 6 {
		p.do(`press('Undo', document.querySelector('.tools'))`)
	}
	p.until(`document.querySelectorAll('.w.said').length === 0`)
	p.do(`press('Redo', document.querySelector('.tools'))`)
	p.until(`document.querySelectorAll('.w.said').length === 1`)
	p.reload()
	p.until(`document.querySelectorAll('.w.said').length === 1`)

	// All of it can be left out, and be had again.
	p.until(`document.querySelector('.notes').innerText.includes('1 correction')`)
	p.do(`press('Without them', document.querySelector('.notes'))`)
	p.until(`document.querySelectorAll('.w.said').length === 0`)
	p.do(`press('Undo', document.querySelector('.tools'))`)
	p.until(`document.querySelectorAll('.w.said').length === 1`)

	// The same text is one transcript, however it is called.
	p.drop(map[string][]byte{"other.txt": []byte(talk)})
	p.until(`document.querySelector('.notes').innerText.includes('open already')`)
	expect(p, "tabs", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 1)

	// What is closed can be opened again, and is forgotten when that is wanted.
	p.do(`document.querySelector('[role=tab]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))`)
	p.reload() // at once
	p.until(`document.querySelector('.recent button')?.textContent === 'talk.txt'`)
	expect(p, "tabs", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 0)
	p.do(`document.querySelector('.recent button').click()`)
	p.until(`document.querySelectorAll('.w.said').length === 1`)
	p.do(`document.querySelector('[role=tab]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))`)
	p.until(`document.querySelector('.recent button') !== null`)
	p.do(`press('Forget', document.querySelector('.recent'))`)
	p.until(`document.querySelector('.recent') === null`)
	p.drop(map[string][]byte{"talk.txt": []byte(talk)})
	p.until(`document.querySelector('.w') !== null`)
	p.settled()
	expect(p, "what was forgotten", eval[string](p, "plain()"), before)

	// Pasted text is kept as files are.
	p.do(`const data = new DataTransfer(); data.setData('text/plain', 'Um, this was pasted.'); document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))`)
	p.until(`word('pasted.') !== undefined`)
	p.reload()
	p.until(`document.querySelectorAll('[role=tab]').length === 2`)
}

// TestPageKeptBefore: what a page of before has kept is taken up.
func TestPageKeptBefore(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.do(`crypto.subtle.digest('SHA-256', new TextEncoder().encode('It was, uh, cold.\n')).then((d) => {
		const name = [...new Uint8Array(d).subarray(0, 16)].map((b) => b.toString(16).padStart(2, '0')).join('');
		const settings = { remove: 47, level: 1, confidence: null, punct: 'restore', case: 'restore', numbers: 'words', paragraphs: 0 };
		localStorage.setItem('tidytalk:' + name, JSON.stringify({ name: 'a.txt', at: 1, settings, corrections: [[3, { fate: 'goes', kind: 'repairs' }]] })); window.ready = true; })`)
	p.until(`window.ready === true`)
	p.drop(map[string][]byte{"a.txt": []byte("It was, uh, cold.\n")})
	p.until(`word('cold.')?.matches('.gone') === true`)
	p.reload()
	p.until(`word('cold.')?.matches('.gone') === true`)
	expect(p, "what is left of it", eval[int](p, `Object.keys(localStorage).filter((k) => k.startsWith('tidytalk:')).length`), 0)
}

// TestPageBadMark: what is no mark is refused where it is typed, and saving goes on.
func TestPageBadMark(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("It was, uh, a cold day.\n"))
	p.do(`word('day.').click()`)
	p.press("e")
	p.until(`document.querySelector('.editor') !== null`)
	p.do(`const box = document.querySelector('.marks input'); box.value = 'foo bar'; box.form.requestSubmit()`)
	expect(p, "it is refused", eval[bool](p, `document.querySelector('.marks input').validationMessage.includes('no punctuation mark')`), true)
	p.do(`const box = document.querySelector('.marks input'); box.value = '!'; box.dispatchEvent(new Event('input')); box.form.requestSubmit()`)
	p.until(`document.querySelector('.editor') === null`)
	expect(p, "saved", p.save("talk-clean.txt"), "It was a cold day!\n")
}

// TestPageWindows: two windows on one transcript show the same, and say where they contradict each other.
func TestPageWindows(t *testing.T) {
	url := serve(t)
	p := openPage(t, url, 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{"talk.txt": []byte(talk)})
	p.until(`document.querySelector('.w') !== null`)
	q := p.another(url)
	q.until(`document.querySelector('.w') !== null`)
	p.do(`word('town.').click()`)
	p.press("x")
	q.until(`word('town.')?.matches('.gone') ?? false`)
	q.do(`[...document.querySelectorAll('.gone')].find((w) => w.textContent === 'uh,').click()`)
	p.until(`document.querySelectorAll('.w.said').length === 2`)
	p.do(`document.querySelector('.settings [data-kind=conjunctions]').click()`)
	q.until(`document.querySelector('.settings [data-kind=conjunctions]').checked`)
	p.settled()
	q.settled()
	expect(p, "the text in both", eval[string](q, "plain()"), eval[string](p, "plain()"))
}

// TestPageRandom: 1,000 random steps in two windows, which are loaded anew at random, while the server is killed and started
// again: no step is lost, and both windows come to the same.
func TestPageRandom(t *testing.T) {
	steps := 1000
	if testing.Short() {
		steps = 100
	}
	address := "127.0.0.1:0"
	var server *httptest.Server
	start := func() {
		t.Helper()
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		address = l.Addr().String()
		server = &httptest.Server{Listener: l, Config: &http.Server{Handler: pageServer(t, "")}}
		server.Start()
	}
	start()
	t.Cleanup(func() { server.Close() })
	url := "http://" + address + "/"
	p := openPage(t, url, 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{"talk.txt": []byte(talk)})
	p.until(`document.querySelector('.w') !== null`)
	windows := []*tab{p, p.another(url)}
	ready := func(w *tab) {
		t.Helper()
		w.until(`document.querySelectorAll('.w').length > 20`)
	}
	ready(windows[1])
	said := func(w *tab) string {
		t.Helper()
		return eval[string](w, `[...document.querySelectorAll('.w')].map((w) => (w.matches('.gone') ? '-' : '') + (w.matches('.said') ? '!' : '') + w.textContent).join(' ')`)
	}
	// A third window takes down each step that the others tell.
	observer := p.another(url)
	ready(observer)
	observer.do(`window.heard = new Set(); new BroadcastChannel('tidytalk').onmessage = ({ data }) => data.op && heard.add(data.op.clock + '.' + data.op.site)`)
	rng := rand.New(rand.NewPCG(1, 2))
	for range steps {
		w := windows[rng.IntN(2)]
		switch n := rng.IntN(1000); {
		case n < 20:
			w.reload()
			ready(w)
		case n < 25:
			server.CloseClientConnections()
			server.Close()
			start()
		case n < 200:
			w.do(`press('Undo', document.querySelector('.tools'))`)
		case n < 260:
			w.do(`press('Redo', document.querySelector('.tools'))`)
		default:
			w.do(fmt.Sprintf(`const all = document.querySelectorAll('.w'); all[%d %% all.length].focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: %q, bubbles: true }))`,
				rng.IntN(1000), []string{"x", "b"}[rng.IntN(2)]))
		}
	}
	all := append(windows, observer)
	for _, w := range all {
		w.settled()
	}
	lost := eval[int](observer, `new Promise((resolve) => { indexedDB.open('tidytalk').onsuccess = (e) => {
		e.target.result.transaction('ops').objectStore('ops').getAll().onsuccess = (r) => {
			const kept = new Set(r.target.result.map((op) => op.clock + '.' + op.site));
			resolve(heard.size < 50 ? -1 : [...heard].filter((id) => !kept.has(id)).length);
		} } })`)
	expect(p, "steps that are lost (-1: hardly any were made)", lost, 0)
	want := said(p)
	// comes waits until a window shows something: it is written as the server says, when that has answered.
	comes := func(w *tab, what string) {
		t.Helper()
		got := said(w)
		for range 500 {
			if got == want {
				return
			}
			time.Sleep(20 * time.Millisecond)
			got = said(w)
		}
		t.Errorf("%s: %s, want %s", what, got, want)
	}
	for _, w := range all {
		comes(w, "another window")
		w.reload()
		ready(w)
		comes(w, "opened again")
	}
}

// TestPageFirst: the text is seen when it is read, long before it is cleaned; what is done to it in the meantime holds.
func TestPageFirst(t *testing.T) {
	var src strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&src, "Ann: So, uh, we went to to hall %d on foot.\n", i)
	}
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.do(`window.dropped = performance.now()`)
	p.drop(map[string][]byte{"long.txt": []byte(src.String())})
	p.until(`document.querySelector('.w') !== null`)
	p.do(`window.early = document.querySelector('.busy div') !== null; window.came = performance.now()`)
	expect(p, "it is being cleaned when the text is seen", eval[bool](p, `early && document.querySelector('.check').textContent.includes('being cleaned')`), true)
	p.do(`word('hall').click()`)
	p.press("x")
	p.until(`document.querySelector('.busy div') === null`)
	t.Logf("100,000 words were seen after %.1f s, and clean %.1f s later", eval[float64](p, `(came - dropped) / 1000`), eval[float64](p, `(performance.now() - came) / 1000`))
	p.settled()
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	t.Logf("the heap of the page has %.0f MB", eval[float64](p, `performance.memory.usedJSHeapSize / 1e6`))
	expect(p, "what was removed in the meantime", eval[bool](p, `word('hall').matches('.gone.said')`), true)
	expect(p, "what models remove", eval[bool](p, `word('uh,').matches('.gone')`), true)
}
