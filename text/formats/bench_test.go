package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// longSRT returns subtitles of that many cues, with fillers, labels and tags.
func longSRT(cues int) string {
	texts := []string{"JOHN: Um, so we took the train\nto boston uh", "I mean to Denver, <i>uh, overnight</i>.", "MARY: Um,", "was it, uh, was it cold?", "[laughs]", "- Uh, freezing.\n- Oh, um, dear!"}
	var b strings.Builder
	for i := range cues {
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", i+1, clock(float64(i), ","), clock(float64(i)+0.9, ","), texts[i%len(texts)])
	}
	return b.String()
}

func BenchmarkReadSRT(b *testing.B) {
	src := longSRT(200_000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(src, "long.srt", SRT); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadVTT(b *testing.B) {
	src := "WEBVTT\n\n" + strings.ReplaceAll(longSRT(200_000), ",000 ", ".000 ")
	src = strings.ReplaceAll(src, ",900\n", ".900\n")
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(src, "long.vtt", VTT); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRewriteSRT(b *testing.B) {
	src := longSRT(200_000)
	f := mustRead(b, src, "long.srt", SRT)
	d := dropFillers(f)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		f.Rewrite(d)
	}
}

// longWords returns ten hours of words with times, as a recogniser has them, in a format.
func longWords(b testing.TB, to Format) string { return manyWords(b, to, 100_000) }

func manyWords(b testing.TB, to Format, n int) string {
	text := strings.Fields("Um, so I, I took the train to boston uh I mean to Denver.")
	var words strings.Builder
	words.WriteString(`{"speaker":"Ann","text":"","words":[`)
	for i := range n {
		at := 0.36 * float64(i)
		fmt.Fprintf(&words, `{"text":%q,"start":%.2f,"end":%.2f},`, text[i%len(text)], at, at+0.3)
	}
	f := mustRead(b, strings.TrimSuffix(words.String(), ",")+"]}", "long.jsonl", JSONL)
	out, err := to.Write(f.Transcript(keepAll(f)))
	if err != nil {
		b.Fatal(err)
	}
	return out
}

func BenchmarkReadJSON(b *testing.B) {
	for _, format := range []Format{Whisper, Deepgram, AssemblyAI, AWS, Azure, RevAI, Speechmatics, Watson, Google, Vosk, List, JSONL} {
		b.Run(string(format), func(b *testing.B) {
			src := longWords(b, format)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(src, "long", format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestManyCues reads and writes a file of very many cues. What takes time that grows
// faster than they do would be seen: the test would not end.
func TestManyCues(t *testing.T) {
	f := mustRead(t, longSRT(drawn.Few(40_000, 2000)), "long.srt", SRT)
	g := mustRead(t, f.Rewrite(dropFillers(f)), "long.srt", SRT)
	if got, want := len(words(g, nil)), len(words(f, dropFillers(f))); got != want {
		t.Errorf("%d words, not %d", got, want)
	}
}

func BenchmarkDecodeUTF16(b *testing.B) {
	src := toUTF16(strings.Repeat("So we took the train to Denver — um, überhaupt.\n", 100_000), false)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := (Reading{}).decode(src, "long.txt"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadBytes says what the copy of bytes costs, beside BenchmarkReadSRT.
func BenchmarkReadBytes(b *testing.B) {
	src := []byte(longSRT(200_000))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(src, "long.srt", SRT); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkIsText finds out that 20 KB of turns are plain text.
func BenchmarkIsText(b *testing.B) {
	src := strings.Repeat("Ann: So, um, we left Boston in the night (it was late), and, you know, we were cold.\nBo: Right.\n", 200)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if !(Reading{}).IsText(src, "a.txt") {
			b.Fatal("it is no text")
		}
	}
}
