package blackbox

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Helpers in the page: words by their text, and what is seen of them.
const helpers = `
window.word = (text, n = 0) => [...document.querySelectorAll('.w')].filter((w) => w.textContent === text)[n];
window.plain = () => [...document.querySelectorAll('.w')].filter((w) => !w.matches('.gone')).map((w) => { const c = w.cloneNode(true); c.querySelectorAll('del').forEach((d) => d.remove()); return c.textContent; }).filter(Boolean).join(' ');
window.gone = () => [...document.querySelectorAll('.gone')].map((w) => w.textContent).join(' ');
window.press = (text, within = document) => [...within.querySelectorAll('button')].find((b) => b.textContent.startsWith(text)).click();
`

// openFixture opens the page with a file dropped into it, and waits for its words.
func openFixture(t *testing.T, name string, content []byte) *tab {
	t.Helper()
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{name: content})
	p.until(`document.querySelector('.w') !== null`)
	p.settled()
	return p
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func cleaned(t *testing.T, name, src string) string {
	t.Helper()
	b, err := models()
	if err != nil {
		t.Fatal(err)
	}
	c, err := tidytalk.New(b, tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := formats.Read(src, name, "")
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Clean(t.Context(), f.Document)
	if err != nil {
		t.Fatal(err)
	}
	return f.Rewrite(d.Plan(transcript.Rewriting{}))
}

func expect[T comparable](p *tab, what string, got, want T) {
	p.Helper()
	if got != want {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestPageCorrect: what the page saves is what the command writes, and where one word is
// corrected, that word alone is other.
func TestPageCorrect(t *testing.T) {
	src := string(fixture(t, "text/formats/testdata/interview.srt"))
	p := openFixture(t, "interview.srt", []byte(src))
	before := p.save("interview-clean.srt")
	expect(p, "saved without corrections", before, cleaned(t, "interview.srt", src))

	p.do(`word('boston').click()`)
	p.until(`!word('boston').matches('.gone')`)
	after := p.save("interview-clean.srt")
	want := strings.Replace(before, "So we took the train\r\n", "So we took the train\r\nboston\r\n", 1)
	if after == before || after != want {
		t.Errorf("with the word:\n%s\nwant\n%s", after, want)
	}

	p.do(`press('Undo')`)
	p.until(`word('boston').matches('.gone')`)
	expect(p, "saved after undo", p.save("interview-clean.srt"), before)
	p.do(`press('Redo')`)
	p.until(`!word('boston').matches('.gone')`)
	expect(p, "saved after redo", p.save("interview-clean.srt"), after)
}

// drag selects words with the pointer, from one to another.
func (p *tab) drag(from, to string) {
	p.Helper()
	at := func(word, edge string) []float64 {
		return eval[[]float64](p, fmt.Sprintf(`(() => { const b = word(%q).getBoundingClientRect(); return [b.%s, b.top + b.height / 2]; })()`, word, edge))
	}
	a, b := at(from, "left"), at(to, "right")
	p.run(chromedp.DragAndDropXY(a[0]+1, a[1], b[0]-1, b[1]))
}

// TestPageEdit: words are removed that were selected; a punctuation mark and a capital are other.
func TestPageEdit(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We met in the old town. It was, uh, a cold day.\n"))
	expect(p, "at first", eval[string](p, "plain()"), "We met in the old town. It was a cold day.")

	p.do(`word('the').click()`) // where the cursor is, a selection starts, too
	p.drag("the", "old")
	p.until(`!document.querySelector('.chosen').hidden`)
	p.do(`press('Remove', document.querySelector('.chosen'))`)
	p.settled()
	expect(p, "after removing", eval[string](p, "plain()"), "We met in town. It was a cold day.")

	p.do(`word('day.').click()`)
	p.press("e")
	p.until(`document.querySelector('.editor') !== null`)
	p.do(`press('!', document.querySelector('.editor'))`)
	p.settled()
	p.do(`word('town.').click()`)
	p.press("e")
	p.until(`document.querySelector('.editor') !== null`)
	p.do(`press('Town', document.querySelector('.editor'))`)
	p.settled()
	expect(p, "saved", p.save("talk-clean.txt"), "Ann: We met in Town. It was a cold day!\n")

	// What was corrected outlives the page.
	p.reload()
	p.until(`document.querySelectorAll('.w.said').length === 4`)
	expect(p, "taken up", p.save("talk-clean.txt"), "Ann: We met in Town. It was a cold day!\n")
}

// TestPageKeys: a text is checked from the keyboard alone.
func TestPageKeys(t *testing.T) {
	p := openFixture(t, "talk.txt", fixture(t, "testdata/transcripts/support-router.txt"))
	p.do(`const s = [...document.querySelectorAll('.settings select')].find((x) => [...x.options].some((o) => o.value === 'full')); s.value = 'full'; s.dispatchEvent(new Event('change'))`)
	p.settled()
	all := 0
	if _, err := fmt.Sscanf(eval[string](p, `document.querySelector('.count').textContent`), "0 of %d uncertain places judged", &all); err != nil || all < 3 {
		t.Fatalf("%d places are uncertain (%v): too few to test with", all, err)
	}
	last := 100.0
	for i := range all {
		if i == 0 {
			p.press("n")
		}
		said := eval[string](p, `document.querySelector('.now').textContent`)
		right, wrong := 0.0, 0.0
		at := max(0, strings.LastIndex(said, ", "))
		if _, err := fmt.Sscanf(said[at:], ", %f %% sure", &right); err == nil {
			wrong = 100 - right
		} else if _, err := fmt.Sscanf(said[at:], ", should be removed with %f %%", &wrong); err != nil {
			t.Fatalf("place %d: %q", i, said)
		}
		if wrong > last {
			t.Errorf("place %d is less sure than the one before: %q", i, said)
		}
		last = wrong
		if !eval[bool](p, `document.activeElement.matches('.asked')`) {
			t.Errorf("place %d: the focus is not on it", i)
		}
		removed := strings.Contains(said, "” is removed")
		p.do(`window.place = document.activeElement`)
		p.press([]string{"a", "r"}[i%2])
		if got := eval[bool](p, `place.matches('.gone')`); got != (removed == (i%2 == 0)) {
			t.Errorf("%q, judged %s: removed is %v", said, []string{"right", "wrong"}[i%2], got)
		}
	}
	if said := eval[string](p, `document.querySelector('.count').textContent`); !strings.HasPrefix(said, fmt.Sprintf("%d of %d ", all, all)) {
		t.Errorf("in the end: %q", said)
	}
	p.settled()

	// The rest of the keys.
	p.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	expect(p, "the cursor", eval[string](p, `document.activeElement.dataset.w`), "0")
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.run(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	p.press("x")
	expect(p, "removed by keys", eval[bool](p, `[2, 3].every((w) => document.querySelector('[data-w="' + w + '"]').matches('.gone'))`), true)
	p.press("?")
	p.until(`document.querySelector('dialog.help') !== null`)
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
}

// TestPageSlider: fewer words are removed the surer the models have to be; removed words fade.
func TestPageSlider(t *testing.T) {
	p := openFixture(t, "talk.txt", fixture(t, "testdata/interview.txt"))
	slide := func(to int) int {
		p.do(fmt.Sprintf(`const s = document.querySelector('.slider input'); s.value = %d; s.dispatchEvent(new Event('input'))`, to))
		now := eval[int](p, `document.querySelectorAll('.gone').length`)
		p.settled()
		expect(p, fmt.Sprintf("at %d, when the server has answered", to), eval[int](p, `document.querySelectorAll('.gone').length`), now)
		return now
	}
	least, most := slide(100), slide(1)
	if most <= least {
		t.Errorf("%d words go where the models have to be sure, %d where not", least, most)
	}
	for last, to := most, 10; to <= 100; to += 30 {
		now := slide(to)
		if now > last {
			t.Errorf("at %d more go (%d) than before (%d)", to, now, last)
		}
		last = now
	}
	if fades := eval[string](p, `getComputedStyle(document.querySelector('.w')).transitionProperty`); !strings.Contains(fades, "opacity") {
		t.Errorf("transitions are %q", fades)
	}
	// Kinds are switched off and on.
	p.do(`document.querySelector('[data-kind=filled-pauses]').click()`)
	p.settled()
	expect(p, "removed filled pauses", eval[int](p, `document.querySelectorAll('.gone.k1').length`), 0)
	p.press("2")
	p.settled()
	if eval[int](p, `document.querySelectorAll('.gone.k1').length`) == 0 {
		t.Error("filled pauses do not go again")
	}
	// Clean: removed words are not seen.
	p.do(`document.querySelector('input[value=clean]').click()`)
	p.until(`[...document.querySelectorAll('.gone')].every((w) => getComputedStyle(w).display === 'none')`)
}

// TestPageLong: of a turn of 100,000 words only what is seen is in the page, at its place;
// search finds what is far away.
func TestPageLong(t *testing.T) {
	const words = 100_000
	// What is in another language is left as it is: nothing is decoded.
	list := strings.Fields(strings.Repeat("wir haben gestern das alte Haus gesehen und danach sind wir in die Stadt gefahren. ", words/14+1))[:words]
	list[77_777] = "Zuckerwatte"
	p := openFixture(t, "lang.txt", []byte("Anna: "+strings.Join(list, " ")+"\n"))
	expect(p, "words", eval[string](p, `document.querySelector('.total').textContent.split(' words')[0]`), "100,000")
	look := func(where string) {
		p.Helper()
		type row struct {
			Top    float64 `json:"top"`
			Bottom float64 `json:"bottom"`
			Text   string  `json:"text"`
			First  int     `json:"first"`
			End    int     `json:"end"`
		}
		rows := eval[[]row](p, `[...document.querySelectorAll('.row')].map((r) => ({ top: r.getBoundingClientRect().top, bottom: r.getBoundingClientRect().bottom,
			text: [...r.querySelectorAll('.w')].map((w) => w.textContent).join(' '), first: +r.querySelector('.w').dataset.w, end: +[...r.querySelectorAll('.w')].at(-1).dataset.w + 1 }))`)
		covered := 0.0
		for i, r := range rows {
			if want := strings.Join(list[r.First:r.End], " "); r.Text != want {
				t.Errorf("%s: words %d to %d are %q", where, r.First, r.End, r.Text)
			}
			covered += max(0, min(r.Bottom, 790)-max(r.Top, 120))
			if i == 0 || rows[i-1].End != r.First {
				continue // a row that is kept for its focus stands apart
			}
			if gap := r.Top - rows[i-1].Bottom; gap < -1 || gap > 1 {
				t.Errorf("%s: between the rows before and behind word %d are %v pixels", where, r.First, gap)
			}
		}
		if covered < 600 {
			t.Errorf("%s: rows cover %v pixels of what is seen", where, covered)
		}
		if nodes := eval[int](p, `document.querySelectorAll('*').length`); nodes > 4000 {
			t.Errorf("%s: %d elements", where, nodes)
		}
	}
	look("start")
	frames := eval[[]float64](p, `new Promise((done) => {
		const s = document.querySelector('main')
		const times = []
		let last = performance.now()
		const frame = (now) => {
			times.push(now - last)
			last = now
			s.scrollTop += 60
			if (times.length < 300) requestAnimationFrame(frame)
			else done(times.sort((a, b) => a - b))
		}
		requestAnimationFrame(frame)
	})`)
	t.Logf("frames while it scrolls: median %.1f ms, 95 of 100 within %.1f ms, longest %.1f ms", frames[150], frames[285], frames[299])
	look("scrolled")
	for _, part := range []float64{0.5, 0.501, 0.25, 0.999} {
		p.do(fmt.Sprintf(`const s = document.querySelector('main'); s.scrollTop = s.scrollHeight * %v`, part))
		p.until(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`)
		look(fmt.Sprint(part))
	}
	p.do(`const f = document.querySelector('[type=search]'); f.value = 'zuckerwatte'; f.dispatchEvent(new Event('input'))`)
	p.until(`document.querySelector('.hit.here') !== null`)
	expect(p, "found", eval[string](p, `document.querySelector('.hit.here').dataset.w`), "77777")
	if at := eval[float64](p, `document.querySelector('.hit.here').getBoundingClientRect().top`); at < 80 || at > 760 {
		t.Errorf("what was found is at %v", at)
	}
	look("found")
	p.do(`document.querySelector('.hit.here').click()`)
	p.run(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.press(kb.ArrowRight)
	look("end")
}

// tone is a sound of some seconds.
func tone(seconds int) []byte {
	const rate = 8000
	samples := make([]byte, seconds*rate)
	for i := range samples {
		samples[i] = byte(128 + 30*(i/20%2))
	}
	b := []byte("RIFF")
	b = binary.LittleEndian.AppendUint32(b, uint32(36+len(samples)))
	b = append(b, "WAVEfmt "...)
	for _, x := range []any{uint32(16), uint16(1), uint16(1), uint32(rate), uint32(rate), uint16(1), uint16(8)} {
		b, _ = binary.Append(b, binary.LittleEndian, x)
	}
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(samples)))
	return append(b, samples...)
}

// TestPageSound: a recording that is dropped beside its transcript plays; the word that is
// said is lit; removed words are skipped.
func TestPageSound(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{
		"talk.srt": []byte("1\n00:00:01,000 --> 00:00:03,000\nwe took the train\n\n2\n00:00:03,000 --> 00:00:05,000\nuh um uh um uh\n\n3\n00:00:05,000 --> 00:00:08,000\nto the old town\n"),
		"talk.wav": tone(10),
	})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden`)
	p.until(`document.querySelector('video').readyState >= 2`)
	p.settled()
	expect(p, "removed", eval[string](p, "gone()"), "uh um uh um uh")
	if about := eval[string](p, `document.querySelector('.about').textContent`); !strings.Contains(about, "guess") {
		t.Errorf("it is not said that times are a guess: %q", about)
	}
	// Every word that is ever lit is noted.
	p.do(`window.lit = []; new MutationObserver(() => { const w = document.querySelector('.lit')?.textContent; if (w && lit.at(-1) !== w) lit.push(w); }).observe(document.querySelector('.feed'), { subtree: true, attributes: true })`)
	p.do(`word('train').click()`) // it plays from here
	p.until(`document.querySelector('video').currentTime > 5.5`)
	p.press(" ")
	p.until(`document.querySelector('video').paused`)
	lit := eval[[]string](p, "lit")
	if len(lit) < 2 || !strings.HasPrefix(strings.ToLower(lit[0]), "train") || slices.ContainsFunc(lit, func(w string) bool { return w == "uh" || w == "um" }) {
		t.Errorf("lit were %q", lit)
	}
	p.do(`const s = document.querySelector('.seek'); s.value = 1.1; s.dispatchEvent(new Event('input'))`)
	p.until(`document.querySelector('.lit')?.dataset.w === '0'`)
	// Without skipping, removed words are heard, too.
	p.do(`document.querySelector('.player [type=checkbox]').click()`)
	p.do(`const s = document.querySelector('.seek'); s.value = 3.1; s.dispatchEvent(new Event('input'))`)
	p.until(`document.querySelector('.lit')?.textContent === 'uh'`)
}

// TestPageSpeakers: RTTM that is dropped with a transcript, or onto one that is open, says who speaks; what was
// corrected holds, and the recording plays on. What is wrong with it is said.
func TestPageSpeakers(t *testing.T) {
	const (
		src  = "1\n00:00:01,000 --> 00:00:03,000\nWe, we took the train.\n\n2\n00:00:03,000 --> 00:00:05,000\nUh, to the old town?\n"
		told = "SPEAKER talk 1 1 2 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 3 2 <NA> <NA> bob <NA> <NA>\n"
	)
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	said := func(want string) {
		t.Helper()
		p.until(fmt.Sprintf(`[...document.querySelectorAll('.alert')].some((a) => a.innerText.includes(%q))`, want))
		p.do(`document.querySelectorAll('.alert button').forEach((b) => b.click())`)
	}
	speakers := func() string {
		t.Helper()
		p.settled()
		return eval[string](p, `[...document.querySelectorAll('.row b')].map((s) => s.textContent).join(' ')`)
	}
	p.drop(map[string][]byte{"talk.rttm": []byte(told)})
	said("talk.rttm says who speaks when: drop its transcript, too.")
	p.drop(map[string][]byte{"talk.srt": []byte(src), "talk.rttm": []byte("hello\n")})
	said("talk.rttm:1: this is no RTTM")
	p.drop(map[string][]byte{"talk.txt": []byte("We took the train.\n"), "talk.rttm": []byte(told)})
	said("talk.txt:1: this has no times")
	expect(p, "open transcripts", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 0)

	// With the transcript, and with its recording.
	p.drop(map[string][]byte{"talk.srt": []byte(src), "talk.rttm": []byte(told), "talk.wav": tone(6)})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden`)
	expect(p, "speakers", speakers(), "ann bob")
	expect(p, "what is shown", eval[string](p, "plain()"), "We took the train. To the old town?")
	expect(p, "saved", p.save("talk-clean.srt"), cleaned(t, "talk.srt", src))
	p.do(`document.querySelector('[role=tab]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))`)
	p.until(`document.querySelector('[role=tab]') === null`)

	// Later.
	p.drop(map[string][]byte{"talk.srt": []byte(src), "talk.wav": tone(6)})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden`)
	expect(p, "speakers before", speakers(), "")
	p.do(`word('old').click()`)
	p.press("x")
	p.settled()
	p.drop(map[string][]byte{"found.rttm": []byte(strings.ReplaceAll(told, "SPEAKER", "SPEKAER"))})
	said("found.rttm:1: this is no RTTM")
	expect(p, "speakers after what is no RTTM", speakers(), "")
	p.drop(map[string][]byte{"found.rttm": []byte(told)})
	p.until(`document.querySelector('.row b') !== null`)
	expect(p, "speakers after it", speakers(), "ann bob")
	if notes := eval[string](p, `document.querySelector('.notes').innerText`); !strings.Contains(notes, "found.rttm says who speaks in talk.srt: 2 speakers; your corrections hold.") {
		t.Errorf("the note is %q", notes)
	}
	expect(p, "open transcripts", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 1)
	expect(p, "with the correction", eval[string](p, "plain()"), "We took the train. To the town?")
	expect(p, "the recording is there", eval[bool](p, `!document.querySelector('.player').hidden && document.querySelector('video').src.startsWith('blob:')`), true)
	p.do(`press('Undo')`)
	p.until(`!word('old').matches('.gone')`)

	// Other speakers take their place; a transcript that names its own keeps them.
	p.drop(map[string][]byte{"found.rttm": []byte(strings.ReplaceAll(told, "bob", "zoe"))})
	p.until(`[...document.querySelectorAll('.row b')].some((s) => s.textContent.startsWith('zoe'))`)
	p.drop(map[string][]byte{"own.srt": []byte(strings.Replace(src, "We, we", "Ann: We, we", 1))})
	p.until(`document.querySelectorAll('[role=tab]').length === 2`)
	p.drop(map[string][]byte{"found.rttm": []byte(told)})
	said("own.srt:3: this names speakers itself")
	expect(p, "open transcripts", eval[int](p, `document.querySelectorAll('[role=tab]').length`), 2)
}

// TestPageLearn: corrections are learned from, and what changes by it is shown.
func TestPageLearn(t *testing.T) {
	p := openFixture(t, "interview.txt", fixture(t, "testdata/interview.txt"))
	p.do(`const s = [...document.querySelectorAll('.settings select')].find((x) => [...x.options].some((o) => o.value === 'full')); s.value = 'full'; s.dispatchEvent(new Event('change'))`)
	p.settled()
	p.press("r", "r", "r")
	p.until(`document.querySelectorAll('.said').length > 0`)
	p.settled()
	p.do(`press('Learn from')`)
	p.until(`document.querySelector('.job table') !== null`)
	said := eval[string](p, `document.querySelector('.job').innerText`)
	if !strings.Contains(said, "corrections more are needed") || strings.Contains(said, "Use from now on") {
		t.Errorf("a few corrections are learned from: %s", said)
	}
	p.do(`press('Close', document.querySelector('.job'))`)

	var src strings.Builder
	places := strings.Fields("Boston Denver Dallas London Paris Rome Vienna Athens Cairo Lisbon Oslo")
	for i := range 30 {
		place, other := places[i%11], places[(i+i/11+1)%11]
		fmt.Fprintf(&src, "Bob: Well, I want a flight to %s, uh, I mean to %s.\nAnn: You know, we, we saw it in %s, like, yesterday. Well, it is, it was fine in %s.\n", place, other, other, place)
	}
	p.drop(map[string][]byte{"wells.txt": []byte(src.String())})
	p.until(`document.title.startsWith('wells')`)
	p.settled()
	p.do(`const f = document.querySelector('.search input'); f.value = 'well'; f.dispatchEvent(new Event('input')); press('All', document.querySelector('.search'))`)
	p.until(`document.querySelectorAll('.places li').length === 60`)
	p.do(`press('Keep them', document.querySelector('.everywhere'))`)
	p.until(`document.querySelectorAll('.said').length > 0`)
	p.settled()
	p.do(`press('Learn from')`)
	p.until(`document.querySelector('.job progress') !== null`)
	p.until(`document.querySelector('.job table') !== null`)
	if said := eval[string](p, `document.querySelector('.job').innerText`); !strings.Contains(said, "- well") || !strings.Contains(said, "kept out") {
		t.Errorf("what was learned: %s", said)
	}
	p.do(`press('Use from now on')`)
	p.until(`document.querySelector('.job').textContent.includes('in use')`)
	p.settled()
	p.do(`press('Back to what')`)
	p.until(`document.querySelector('.job').textContent === ''`)
}

// TestPageErrors: what cannot be read is said, with what to do.
func TestPageErrors(t *testing.T) {
	p := openPage(t, serve(t), 360, 740)
	p.drop(map[string][]byte{"broken.json": []byte(`{"results": [`)})
	p.until(`document.querySelector('.alert') !== null`)
	if said := eval[string](p, `document.querySelector('.alert').innerText`); !strings.Contains(said, "broken.json") {
		t.Errorf("the error is %q", said)
	}
	expect(p, "width at 360 pixels", eval[int](p, `document.documentElement.scrollWidth`), 360)
}

// TestPageTraceByKeys: the trace of a sentence is opened by a key, and the focus comes back.
func TestPageTraceByKeys(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: we want uh we want to go.\nBen: Fine.\n"))
	p.do(`word('go.').click()`)
	p.press("t")
	p.until(`document.querySelector('dialog.tracing .hyp.winner') !== null`)
	expect(p, "the sentence", eval[string](p, `document.querySelector('.tracing .sentence').textContent`), "we want uh we want to go.")
	p.do(`const f = document.querySelector('.trace-why input'); f.value = 'we want we want to go'; document.querySelector('.trace-why button').click()`)
	p.until(`document.querySelector('.trace-answer').textContent.length > 20`)
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	expect(p, "the focus", eval[string](p, `document.activeElement.textContent`), "go.")
}

// TestPageNames: names that are given are how the text is written, corrections hold, and the next file has them, too.
func TestPageNames(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: so uh i asked wes kao about um bongo and zyzzyva\n"))
	p.do(`document.querySelector('.names').open = true; document.querySelector('#names').value = 'Wes Kao\nUm Bongo\nZyZZyVA'; press('Spell them so');`)
	p.until(`plain().includes('ZyZZyVA')`)
	p.settled()
	if got := eval[string](p, `plain()`); !strings.Contains(got, "Wes Kao about Um Bongo") {
		t.Errorf("it is written %q", got)
	}
	if got := p.save("talk-clean.txt"); !strings.Contains(got, "Wes Kao about Um Bongo") {
		t.Errorf("saved is %q", got)
	}
	p.drop(map[string][]byte{"next.txt": []byte("Bob: we met wes kao and zyzzyva\n")})
	p.until(`plain().includes('ZyZZyVA') && !plain().includes('Bongo')`)
	expect(p, "the names", eval[string](p, `document.querySelector('#names').value`), "Wes Kao\nUm Bongo\nZyZZyVA")
}
