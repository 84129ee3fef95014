package blackbox

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cued is a transcript whose words have times by its cues, and one removal, from 3 to 5 seconds.
const cued = "1\n00:00:01,000 --> 00:00:03,000\nwe took the train\n\n2\n00:00:03,000 --> 00:00:05,000\nuh um uh um uh\n\n3\n00:00:05,000 --> 00:00:08,000\nto the old town\n"

// heard are helpers in the page: the recording, and what is drawn of it.
const heard = `
window.media = () => document.querySelector('video');
window.pixel = (second, up) => { // of the waveform of all, so many pixels above its middle, by its colours
	const c = document.querySelector('.wave canvas'), s = devicePixelRatio;
	const d = c.getContext('2d').getImageData(second / document.querySelector('.seek').max * c.width, ((c.clientHeight - 12) / 2 - up) * s, 1, 1).data;
	return d[3] === 0 ? '' : [...d].slice(0, 3).join();
};
window.drawn = (seconds) => seconds.map((s) => pixel(s, 10) === '' ? '.' : '#').join('');
`

// openSound opens the page with a transcript and a recording.
func openSound(t *testing.T, transcript, recording string, sound []byte) *tab {
	t.Helper()
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers + heard)
	p.drop(map[string][]byte{"talk.srt": []byte(transcript), recording: sound})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden && media().readyState >= 1`)
	p.settled()
	return p
}

// TestWaveform: recordings of all forms are drawn, loud where they are, with what is removed shaded; a click goes there.
func TestWaveform(t *testing.T) {
	for _, name := range []string{"tone.mp3", "tone.m4a", "fragments.mp4", "tone.ogg", "tone.webm", "live.webm", "tone.flac"} {
		t.Run(name, func(t *testing.T) {
			p := openSound(t, cued, name, fixture(t, "internal/blackbox/testdata/sound/"+name))
			p.until(`document.querySelector('.wave').dataset.drawn === '100'`)
			for range 5 {
				p.press("-")
			}
			p.until(`drawn([1, 3, 7, 10.5, 15, 21.5, 23.6]) === '.#.#.#.'`)
			expect(p, "shaded", eval[string](p, `[2, 3.5, 4.5, 6].map((s) => pixel(s, 28) === '' ? '.' : '#').join('')`), ".##.")
			at := eval[[]float64](p, `(() => { const b = document.querySelector('.wave canvas').getBoundingClientRect(); return [b.left + b.width * 21 / document.querySelector('.seek').max, b.top + 20]; })()`)
			p.run(chromedp.MouseClickXY(at[0], at[1]))
			if now := eval[float64](p, `media().currentTime`); now < 20.8 || now > 21.2 {
				t.Errorf("a click at second 21 goes to %v", now)
			}
		})
	}
}

// TestWaveformLong: an hour is drawn without a stop of the page, and with little memory; what cannot be is said.
func TestWaveformLong(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers + heard + `
		window.gaps = []; window.frames = 0;
		let last = performance.now();
		const frame = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(frame); };
		requestAnimationFrame(frame);
		// 16,000 samples of 16 bits a second, loud in each tenth of them.
		const second = new Int16Array(16000), loud = Int16Array.from(second, (_, i) => i % 40 < 20 ? 12000 : -12000);
		const head = new DataView(new ArrayBuffer(44)), bytes = 3600 * 32000;
		[...'RIFF----WAVEfmt ----'].forEach((c, i) => head.setUint8(i, c.charCodeAt(0)));
		[...'data'].forEach((c, i) => head.setUint8(36 + i, c.charCodeAt(0)));
		head.setUint32(4, 36 + bytes, true); head.setUint32(16, 16, true); head.setUint16(20, 1, true); head.setUint16(22, 1, true);
		head.setUint32(24, 16000, true); head.setUint32(28, 32000, true); head.setUint16(32, 2, true); head.setUint16(34, 16, true); head.setUint32(40, bytes, true);
		window.hour = new File([head.buffer, ...Array.from({ length: 3600 }, (_, i) => i % 10 ? second : loud)], 'talk.wav', { type: 'audio/wav' });
	`)
	p.drop(map[string][]byte{"talk.srt": []byte(cued)})
	p.until(`document.querySelector('.w') !== null`)
	p.settled()
	before := eval[float64](p, `performance.memory.usedJSHeapSize / 1e6`)
	give := `const t = new DataTransfer(); t.items.add(hour); document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer: t, bubbles: true, cancelable: true })); gaps.length = 0`
	p.do(give)
	p.until(`document.querySelector('.wave').dataset.drawn === '100'`)
	worst, most := eval[float64](p, `Math.max(...gaps)`), eval[float64](p, `performance.memory.usedJSHeapSize / 1e6`)-before
	t.Logf("an hour of WAV: the longest frame %.0f ms, the heap %.1f MB larger", worst, most)
	if worst > 1000 || most > 60 {
		t.Errorf("an hour takes %.0f ms of a frame, and %.1f MB", worst, most)
	}
	for range 5 {
		p.press("+")
	}
	p.do(`const s = document.querySelector('.seek'); s.value = 1802; s.dispatchEvent(new Event('input'))`)
	p.until(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`)
	if got := eval[string](p, `document.querySelector('.time').textContent`); got != "30:02 / 1:00:00" {
		t.Errorf("the clock says %q", got)
	}

	// An hour of MP3.
	p.do(`gaps.length = 0`)
	tone := fixture(t, "internal/blackbox/testdata/sound/tone.mp3")
	p.do(fmt.Sprintf(`const one = new Uint8Array(%s); window.hour = new File(Array(150).fill(one), 'talk.mp3', { type: 'audio/mpeg' }); `, strings.ReplaceAll(fmt.Sprint(tone), " ", ",")) + give)
	p.until(`document.querySelector('.wave canvas').getAttribute('aria-label') === 'Waveform of talk.mp3'`)
	t.Logf("an hour of MP3: the longest frame %.0f ms", eval[float64](p, `Math.max(...gaps)`))
	if worst := eval[float64](p, `Math.max(...gaps)`); worst > 1000 {
		t.Errorf("an hour of MP3 takes %.0f ms of a frame", worst)
	}
}

// TestPlayerGone: without a recording there is no player, and no sound of one that was there before.
func TestPlayerGone(t *testing.T) {
	p := openSound(t, cued, "talk.wav", tone(20))
	p.do(`window.played = 0; media().addEventListener('playing', () => played++); word('took').click()`)
	p.until(`played > 0`)
	none := func(when string) {
		t.Helper()
		expect(p, "the player "+when, eval[string](p, `[document.querySelector('.player').hidden, document.querySelector('.wave')?.hidden ?? true, media().paused, media().readyState, media().currentSrc && media().hasAttribute('src')].join()`), "true,true,true,0,false")
	}
	p.drop(map[string][]byte{"other.srt": []byte(strings.ReplaceAll(cued, "train", "ferry"))})
	p.until(`word('ferry') !== undefined`)
	p.settled()
	none("of a transcript without a recording")
	p.do(`played = 0; word('ferry').click()`)
	p.press("l", " ", "i", "n")
	p.until(`new Promise((r) => setTimeout(() => r(true), 400))`)
	expect(p, "what has played", eval[int](p, `played`), 0)
	none("after all keys")

	// The one with the recording has it again, until it is closed.
	p.do(`document.querySelector('[role=tab]').click()`)
	p.until(`!document.querySelector('.player').hidden && media().readyState >= 1`)
	p.do(`document.querySelector('[role=tab]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))`)
	p.until(`document.querySelectorAll('[role=tab]').length === 1`)
	none("of a closed transcript")

	// What is no recording is said, and leaves no player.
	p.drop(map[string][]byte{"other.mp3": []byte("this is no sound at all")})
	p.until(`document.querySelector('.alert') !== null`)
	if said := eval[string](p, `document.querySelector('.alert').innerText`); !strings.Contains(said, "cannot play other.mp3") {
		t.Errorf("the error is %q", said)
	}
	none("of what is no recording")
	expect(p, "alerts", eval[int](p, `document.querySelectorAll('.alert').length`), 1)
}

// TestTranscriber: the keys of those who transcribe: back, forward, speed, which is kept, and a pause that rewinds.
func TestTranscriber(t *testing.T) {
	p := openSound(t, cued, "talk.wav", tone(60))
	now := func() float64 { return eval[float64](p, `media().currentTime`) }
	near := func(what string, want float64) {
		t.Helper()
		if got := now(); got < want-0.3 || got > want+0.3 {
			t.Errorf("%s: at %v, want %v", what, got, want)
		}
	}
	p.do(`const s = document.querySelector('.seek'); s.value = 20; s.dispatchEvent(new Event('input'))`)
	p.press(",")
	near("back", 15)
	p.press(".", ".")
	near("forward twice", 25)
	p.press("<", "<")
	expect(p, "speed", eval[float64](p, `media().playbackRate`), 0.75)
	p.press(">")
	expect(p, "faster", eval[float64](p, `media().playbackRate`), 0.9)
	p.press("w") // rewind on pause
	p.press(" ")
	p.until(`media().currentTime > 26`)
	p.press(" ")
	p.until(`media().paused && !media().seeking`)
	if at := now(); at > 26 {
		t.Errorf("a pause leaves it at %v", at)
	}
	// While one writes, keys with names of their own do it.
	p.do(`document.querySelector('[type=search]').focus()`)
	before := now()
	p.press(kb.F9)
	near("forward from a field", before+5)
	p.press(kb.F8)
	p.until(`!media().paused`)
	p.press(kb.F8)
	p.until(`media().paused`)
	p.press(",")
	expect(p, "what was typed", eval[string](p, `document.querySelector('[type=search]').value`), ",")

	// All of it is as one left it.
	p.run(chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("header")))
	p.do(helpers + heard)
	p.drop(map[string][]byte{"more.srt": []byte(cued), "more.wav": tone(10)})
	p.until(`document.querySelector('.player') && !document.querySelector('.player').hidden && media().readyState >= 1`)
	expect(p, "kept", eval[string](p, `[media().playbackRate, ...[...document.querySelectorAll('.player [type=checkbox]')].map((b) => b.checked)].join()`), "0.9,true,true,true")
}

// TestCutHeard: a removal is heard cut, from two seconds before it until two behind it, and as it was.
func TestCutHeard(t *testing.T) {
	p := openSound(t, cued, "talk.wav", tone(20))
	p.do(`window.times = []; media().addEventListener('pause', () => times.push(-1));
		const look = () => { if (!media().paused && !media().seeking) times.push(media().currentTime); requestAnimationFrame(look); }; look()`)
	p.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	for _, c := range []struct {
		key     string
		removed bool // it is heard
	}{{"i", false}, {"I", true}} {
		p.do(`times.length = 0`)
		p.press(c.key)
		p.until(`times.at(-1) === -1`)
		times := eval[[]float64](p, `times`)
		times = times[:len(times)-1]
		if first, last := times[0], times[len(times)-1]; first < 0.9 || first > 1.4 || last < 6.7 || last > 7.2 {
			t.Errorf("%s plays from %v to %v", c.key, first, last)
		}
		inside := 0
		for _, at := range times {
			if at > 3.15 && at < 4.95 {
				inside++
			}
		}
		if (inside > 3) != c.removed {
			t.Errorf("%s: %d times within the removal", c.key, inside)
		}
	}
}

// TestVideo: a video has its picture, which can be made larger; sound has none.
func TestVideo(t *testing.T) {
	p := openSound(t, cued, "talk.webm", fixture(t, "internal/blackbox/testdata/sound/tone.webm"))
	p.until(`!media().hidden`)
	small := eval[float64](p, `media().getBoundingClientRect().width`)
	p.press("V")
	if large := eval[float64](p, `media().getBoundingClientRect().width`); large < small*1.5 {
		t.Errorf("the picture is %v pixels wide, and %v where it is large", small, large)
	}
	p.drop(map[string][]byte{"talk.wav": tone(5)})
	p.until(`media().readyState >= 1 && media().duration < 6`)
	expect(p, "a picture of sound", eval[bool](p, `media().hidden`), true)
}

// TestTimesOfLongTurns: a turn of an hour says when its parts are said, and where nobody speaks.
func TestTimesOfLongTurns(t *testing.T) {
	var words strings.Builder
	at := 0.0
	for i := range 9000 {
		word := fmt.Sprintf("word%c", 'a'+i%26)
		if i%12 == 11 {
			word += "."
		}
		if i == 40 {
			at += 4
		}
		if i > 0 {
			words.WriteString(",")
		}
		fmt.Fprintf(&words, `{"word":" %s","start":%.2f,"end":%.2f}`, word, at, at+0.3)
		at += 0.4
	}
	src := `{"text":"","language":"en","segments":[{"id":0,"start":0,"end":` + fmt.Sprintf("%.2f", at) + `,"text":"","words":[` + words.String() + `]}]}`
	src = strings.Replace(src, `"end":`+fmt.Sprintf("%.2f", at)+`,"text":""`, `"end":`+fmt.Sprintf("%.2f", at)+`,"text":"`+plainWords(src)+`"`, 1)
	p := openFixture(t, "hour.json", []byte(src))
	expect(p, "turns", eval[int](p, `document.querySelectorAll('.row.opens').length`), 1)
	times := eval[[]float64](p, `[...document.querySelectorAll('.row time')].map((e) => parseFloat(e.dateTime.slice(2)))`)
	if len(times) < 3 || times[0] != 0 {
		t.Fatalf("the times are %v", times)
	}
	for i := 1; i < len(times); i++ {
		if gap := times[i] - times[i-1]; gap < 30 || gap > 90 {
			t.Errorf("times %v and %v follow each other", times[i-1], times[i])
		}
	}
	expect(p, "pauses", eval[string](p, `[...document.querySelectorAll('.pause')].map((e) => e.title + ' before ' + e.nextSibling.dataset.w).join()`), "Nobody speaks for 4.1 s before 40")
	expect(p, "a row with a pause", eval[bool](p, `document.querySelector('.pause').parentElement.textContent.includes('4.1')`), false)
	p.do(`const f = [...document.querySelectorAll('.writing select')].at(-1); f.value = '5'; f.dispatchEvent(new Event('change'))`)
	expect(p, "pauses from 5 s on", eval[int](p, `document.querySelectorAll('.pause').length`), 0)
}

// plainWords is the text of the words of a transcript in JSON.
func plainWords(src string) string {
	var out strings.Builder
	for _, part := range strings.Split(src, `{"word":"`)[1:] {
		out.WriteString(part[:strings.IndexByte(part, '"')])
	}
	return out.String()
}

// TestFastDeselect: a selection that is gone as soon as it was there is no error.
func TestFastDeselect(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We met in the old town. It was, uh, a cold day.\n"))
	p.do(`const r = document.createRange(); r.selectNodeContents(word('old')); getSelection().addRange(r)`)
	p.until(`new Promise((r) => setTimeout(() => r(true), 50))`)
	p.do(`getSelection().removeAllRanges()`)
	p.until(`new Promise((r) => setTimeout(() => r(true), 400))`)
	expect(p, "what can be done with it", eval[bool](p, `document.querySelector('.chosen').hidden`), true)
}

// TestSavingTakesLong: a file that is long in the making says so, and can be given up; one that is not, does not.
func TestSavingTakesLong(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We met, uh, in the old town.\n"))
	p.do(`window.shown = 0; new MutationObserver(() => { if ([...document.querySelectorAll('.busy > div')].some((d) => !d.hidden)) shown++; }).observe(document.querySelector('.busy'), { childList: true, subtree: true, attributes: true })`)
	p.save("talk-clean.txt")
	expect(p, "shown of a quick one", eval[int](p, `shown`), 0)
	// The way to the server takes three seconds from now on.
	p.do(`const f = window.fetch; window.fetch = (to, how) => !String(to).includes('/save') ? f(to, how) : new Promise((ok, no) => {
		how.signal?.addEventListener('abort', () => no(new DOMException('ended', 'AbortError')));
		setTimeout(() => how.signal?.aborted || ok(f(to, how)), 3000);
	})`)
	p.run(chromedp.KeyEvent("s", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until(`document.querySelector('.busy').offsetHeight > 0`)
	expect(p, "what is said", eval[string](p, `[document.querySelector('.busy p').textContent, document.querySelector('.busy button').textContent].join()`), "Saving talk.txt …,Cancel")
	p.press(kb.Escape)
	p.until(`document.querySelector('.busy').childElementCount === 0`)
	p.until(`[...document.querySelectorAll('[role=status]')].some((e) => e.textContent === 'talk.txt was not saved: you have cancelled it.')`)
	expect(p, "alerts", eval[int](p, `document.querySelectorAll('.alert').length`), 0)
	p.save("talk-clean.txt")
}
