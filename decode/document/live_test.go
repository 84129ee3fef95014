package document

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

const liveTalk = "so um i was i was thinking that we should uh we should go to boston i mean to denver next week because the the office there has a meeting on tuesday and uh everybody is coming"

// partsOf cuts a text into parts at random bytes.
func partsOf(rng *rand.Rand, text string) []string {
	var parts []string
	for most := 1 + rng.IntN(40); text != ""; {
		n := min(1+rng.IntN(most), len(text))
		parts, text = append(parts, text[:n]), text[n:]
	}
	return parts
}

// liveOf returns the final text and the events of a text in parts.
func liveOf(t testing.TB, d *Decider, parts []string, o LiveOptions) (final string, events []LiveEvent) {
	t.Helper()
	l, err := d.NewLive(t.Context(), func(e LiveEvent) error {
		if events = append(events, e); e.Final {
			final += e.Text
		}
		return nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if _, err := l.Write([]byte(p)); err != nil {
			t.Fatalf("%q: %v", p, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return final, events
}

func latency(t testing.TB, text string) pipeline.Latency {
	t.Helper()
	l, err := pipeline.ParseLatency(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// liveTexts are of all kinds of what may come.
var liveTexts = []string{
	liveTalk, liveTalk + "\nyeah right\n\nANN: and uh what do you think bob about it\n",
	"So, um, I went there. And I, I saw it! Did you, uh, see it? Yes.\nOk then\n",
	"I saw Bob and Ann there and we went to Boston i think\n",
	"Wir haben, äh, nicht gewusst, dass das so ist, und dann sind wir gegangen, weil es spät war\nso we we left and and then it was over and we were at home\n",
	"我 我 们 去 去 商店 买 东西\n那个我们去了",
	"som- something pre- and post-war uh- huh it's it' s don t do n't 5 000 e.g. 3.14 \"so\" (we) went -- - [noise] <b> ♪ la ♪\n",
	"a", "\n", " \n \t", "so", "so ", "uh um ", "😀 🎉 uh we we\u00a0went\u3000home\r\nwell\r\n", "[open note and and more words that go on and on and on",
	"12:30 ANN: so so it is\n- yes yes it is we know\nspeaker 2: and and uh no\n",
}

// TestLive: whatever the parts, what is final is what a stream with the same latency writes; segments follow each other, and
// one that is final is never told of again.
func TestLive(t *testing.T) {
	d := newDecider(t, Options{})
	for _, l := range []string{"1s", "", "0.3s", "words=10"}[:drawn.Few(4, 2)] {
		rng := rand.New(rand.NewPCG(1, uint64(len(l))))
		for _, text := range liveTexts {
			var b strings.Builder
			s, err := d.NewStream(t.Context(), &b, StreamOptions{Latency: latency(t, l)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err = s.Write([]byte(text)); err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Fatalf("%s: %q: %v", l, text, err)
			}
			for range drawn.Few(3, 1) {
				parts := partsOf(rng, text)
				got, events := liveOf(t, d, parts, LiveOptions{StreamOptions: StreamOptions{Latency: latency(t, l)}})
				if got != b.String() {
					t.Fatalf("%s: %q in %q:\n%q, want\n%q", l, text, parts, got, b.String())
				}
				id, shown := 0, ""
				for _, e := range events {
					if e.ID != id || !e.Final && e.Text == shown || e.Final && e.Text == "" {
						t.Fatalf("%s: %q: event %+v of segment %d, after %q", l, text, e, id, shown)
					}
					if shown = e.Text; e.Final {
						id, shown = id+1, ""
					}
				}
			}
		}
	}
}

// TestLiveLosesNothing: where nothing is to be removed, all words are there when a text is closed that was cut anywhere.
func TestLiveLosesNothing(t *testing.T) {
	d := newDecider(t, Options{Options: pipeline.Options{}})
	o := LiveOptions{Settled: true, StreamOptions: StreamOptions{Latency: latency(t, "1s"), Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep}}}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, text := range liveTexts {
		for range drawn.Few(12, 4) {
			at := rng.IntN(len(text) + 1)
			for at < len(text) && text[at]&0xc0 == 0x80 {
				at++
			}
			got, _ := liveOf(t, d, partsOf(rng, text[:at]), o)
			if a, b := strings.Fields(strings.ToLower(got)), strings.Fields(strings.ToLower(text[:at])); strings.Join(a, " ") != strings.Join(b, " ") {
				t.Fatalf("%q: %q", text[:at], got)
			}
		}
	}
}

// TestLiveFlushed: whenever somebody pauses, no word is lost or said twice, and what is provisional is about all words that are open.
func TestLiveFlushed(t *testing.T) {
	d := newDecider(t, Options{})
	rng := rand.New(rand.NewPCG(3, 3))
	for _, l := range []string{"1s", "0.3s", "", "words=10"} {
		o := LiveOptions{StreamOptions: StreamOptions{Latency: latency(t, l), Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep}}}
		for _, text := range append(liveTexts, strings.Repeat(liveTalk+" ", 2)) {
			var final, open string
			live, err := d.NewLive(t.Context(), func(e LiveEvent) error {
				if open = e.Text; e.Final {
					final, open = final+e.Text, ""
				}
				return nil
			}, o)
			if err != nil {
				t.Fatal(err)
			}
			came := ""
			for _, part := range strings.SplitAfter(text, " ") {
				if came += part; len(part) > 0 {
					if _, err := live.Write([]byte(part)); err != nil {
						t.Fatal(err)
					}
				}
				if got := len(strings.Fields(final + open)); got != len(strings.Fields(came)) && !strings.ContainsAny(came, "[<♪(") {
					t.Fatalf("%s: %q: %q and %q are shown", l, came, final, open)
				}
				if rng.IntN(5) == 0 {
					if err := live.Flush(rng.IntN(2) == 0); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := live.Close(); err != nil {
				t.Fatal(err)
			}
			if a, b := strings.Fields(strings.ToLower(final)), strings.Fields(strings.ToLower(text)); strings.Join(a, " ") != strings.Join(b, " ") {
				t.Errorf("%s: %q: %q", l, text, final)
			}
		}
	}
}

// TestLiveSettles: words settle long before a sentence ends, and no later than the bound.
func TestLiveSettles(t *testing.T) {
	d := newDecider(t, Options{})
	came, settled := 0, 0
	l, err := d.NewLive(t.Context(), func(e LiveEvent) error {
		if e.Final {
			settled += len(strings.Fields(e.Text))
		}
		return nil
	}, LiveOptions{Settled: true, StreamOptions: StreamOptions{Latency: latency(t, "1s"), Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for w := range strings.FieldsSeq(liveTalk) {
			if _, err := l.Write([]byte(w + " ")); err != nil {
				t.Fatal(err)
			}
			// The bound, a step, the word that is printed with the next one, and contractions.
			if came++; came > unheardWords && came-settled > 3*4+2+1+2 {
				t.Fatalf("%d words have come, and %d are settled", came, settled)
			}
		}
	}
	if settled < came-12 {
		t.Errorf("%d words have come, and %d are settled", came, settled)
	}
}

// TestLiveTail: a tail is shown, and never settled.
func TestLiveTail(t *testing.T) {
	d := newDecider(t, Options{Language: "en"})
	var last LiveEvent
	final := ""
	l, err := d.NewLive(t.Context(), func(e LiveEvent) error {
		if last = e; e.Final {
			final += e.Text
		}
		return nil
	}, LiveOptions{StreamOptions: StreamOptions{Latency: latency(t, "1s")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.WriteTail([]byte("so we "), "went to the the store"); err != nil {
		t.Fatal(err)
	}
	if last.Final || last.Text != "So we went to the store" {
		t.Errorf("%+v", last)
	}
	if err := l.Tail("want to the star"); err != nil || last.Final || !strings.HasSuffix(last.Text, "want to the star") {
		t.Errorf("%+v, %v", last, err)
	}
	if _, err := l.Write([]byte("went home")); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil || final != "So we went home." {
		t.Errorf("%q, %v", final, err)
	}
	if _, err := l.Write(nil); !errors.Is(err, ErrClosed) {
		t.Errorf("writing to it when it is closed: %v", err)
	}
	if l.Close() != nil || l.Flush(true) == nil {
		t.Error("closed twice, or flushed when it is closed")
	}
}

// What tell returns ends it.
func TestLiveTellFails(t *testing.T) {
	d := newDecider(t, Options{})
	full := errors.New("full")
	l, err := d.NewLive(t.Context(), func(LiveEvent) error { return full }, LiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Write([]byte("so ")); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := l.Tail("we"); !errors.Is(err, full) || !errors.Is(l.Close(), full) {
		t.Error(err)
	}
}

// FuzzLive: whatever comes, however it is cut, there is no error, what is final does not depend on the parts, and what is
// shown is valid text.
func FuzzLive(f *testing.F) {
	for i, text := range liveTexts {
		f.Add(text, uint64(i))
	}
	d := newDecider(f, Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Mode: engine.ModeBaseline}}})
	o := LiveOptions{StreamOptions: StreamOptions{Latency: latency(f, "1s")}}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 2000 || transcript.CheckText(text, "") != nil {
			t.Skip()
		}
		want, _ := liveOf(t, d, []string{text}, o)
		got, _ := liveOf(t, d, partsOf(rand.New(rand.NewPCG(seed, 0)), text), o)
		if got != want {
			t.Fatalf("%q: %q, whole %q", text, got, want)
		}
	})
}
