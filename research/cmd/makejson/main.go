// Command makejson writes a transcript as a recogniser does, of a given size, to measure
// memory and speed with: turns of the transcripts in testdata, drawn at random, with the
// members that the files of the services have.
//
//	go run ./internal/makejson -form whisper -bytes 20000000 -o FILE
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	form := flag.String("form", "whisper", "write the `FORM` of whisper, deepgram, aws")
	size := flag.Int("bytes", 20_000_000, "stop after `N` bytes or a little more")
	indent := flag.Bool("indent", false, "write a member a line")
	bare := flag.Bool("bare", false, "write words without punctuation and case, as they are heard")
	out := flag.String("o", "", "write to `FILE`")
	from := flag.String("transcripts", "testdata/transcripts", "take turns from the punctuated transcripts in `FOLDER`")
	flag.Parse()
	turns, err := readTurns(*from)
	if err != nil {
		log.Fatal("makejson: ", err)
	}
	if *out == "" {
		log.Fatal("makejson: name a file with -o")
	}
	file, err := os.Create(*out)
	if err != nil {
		log.Fatal("makejson: ", err)
	}
	w := &writer{Writer: bufio.NewWriter(file), indent: *indent, size: *size}
	t := &talk{turns: turns, r: rand.New(rand.NewPCG(1, 0)), bare: *bare}
	switch *form {
	case "whisper":
		whisper(w, t)
	case "deepgram":
		deepgram(w, t)
	case "aws":
		aws(w, t)
	default:
		log.Fatalf("makejson: unknown form %q", *form)
	}
	w.text("\n")
	if err := w.Flush(); err != nil {
		log.Fatal("makejson: ", err)
	}
	if err := file.Close(); err != nil {
		log.Fatal("makejson: ", err)
	}
}

// readTurns returns the turns of the transcripts.
func readTurns(folder string) ([][]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	var turns [][]string
	for _, p := range paths {
		src, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		if strings.Count(string(src), ".")*40 < len(strings.Fields(string(src))) {
			continue
		}
		for line := range strings.Lines(string(src)) {
			if _, text, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.ContainsAny(text, `"\`) {
				turns = append(turns, strings.Fields(text))
			}
		}
	}
	if len(turns) == 0 {
		return nil, fmt.Errorf("no punctuated transcripts in %s", folder)
	}
	return turns, nil
}

// talk draws what is said.
type talk struct {
	turns [][]string
	r     *rand.Rand
	bare  bool
	at    int // in hundredths of a second
}

type word struct {
	text, core string // as shown and as heard
	from, to   string // in seconds
	sure       float64
}

// next returns the words of a turn.
func (t *talk) next() []word {
	var out []word
	for _, text := range t.turns[t.r.IntN(len(t.turns))] {
		w := word{text: text, core: strings.ToLower(strings.Trim(text, ".,?!;:-()[]"))}
		if w.core == "" {
			continue
		}
		if t.bare {
			w.text = w.core
		}
		from := t.at
		t.at += 10 + 4*len(text) + t.r.IntN(10)
		w.from, w.to = fmt.Sprintf("%d.%02d", from/100, from%100), fmt.Sprintf("%d.%02d", t.at/100, t.at%100)
		w.sure = 0.5 + 0.5*t.r.Float64()
		out = append(out, w)
	}
	t.at += 30
	return out
}

func joined(words []word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// writer writes JSON as it comes.
type writer struct {
	*bufio.Writer
	indent        bool
	size, written int
	depth         int
	first         bool // nothing is in the list or object yet
	key           bool // a key was written
}

func (w *writer) text(s string) { n, _ := io.WriteString(w.Writer, s); w.written += n }

func (w *writer) line() {
	if w.indent {
		w.text("\n" + strings.Repeat("  ", w.depth))
	}
}

// place starts a value.
func (w *writer) place() {
	if w.key {
		w.key = false
		return
	}
	if !w.first && w.depth > 0 {
		w.text(",")
	}
	w.first = false
	if w.depth > 0 {
		w.line()
	}
}

func (w *writer) open(bracket string) { w.place(); w.text(bracket); w.depth++; w.first = true }

func (w *writer) close(bracket string) {
	w.depth--
	if !w.first {
		w.line()
	}
	w.text(bracket)
	w.first = false
}

func (w *writer) value(s string) { w.place(); w.text(s) }

func (w *writer) name(s string) *writer {
	w.place()
	w.text(`"` + s + `":`)
	if w.indent {
		w.text(" ")
	}
	w.key = true
	return w
}

func quote(s string) string { return `"` + s + `"` }

// whisper writes segments of some words with their tokens.
func whisper(w *writer, t *talk) {
	w.open("{")
	w.name("segments").open("[")
	var all strings.Builder
	for id := 0; w.written+all.Len() < w.size; id++ {
		for words := range slices.Chunk(t.next(), 14) {
			w.open("{")
			text := " " + joined(words)
			all.WriteString(text)
			w.name("id").value(fmt.Sprint(id))
			w.name("start").value(words[0].from)
			w.name("end").value(words[len(words)-1].to)
			w.name("text").value(quote(text))
			w.name("tokens").open("[")
			for range words {
				w.value(fmt.Sprint(300 + t.r.IntN(50000)))
			}
			w.close("]")
			w.name("avg_logprob").value(fmt.Sprint(-t.r.Float64()))
			w.name("words").open("[")
			for _, x := range words {
				w.open("{")
				w.name("word").value(quote(" " + x.text))
				w.name("start").value(x.from)
				w.name("end").value(x.to)
				w.name("probability").value(fmt.Sprintf("%.4f", x.sure))
				w.close("}")
			}
			w.close("]")
			w.close("}")
		}
	}
	w.close("]")
	w.name("text").value(quote(all.String()))
	w.name("language").value(`"en"`)
	w.close("}")
}

// deepgram writes one channel, two speakers, and paragraphs.
func deepgram(w *writer, t *talk) {
	w.open("{")
	w.name("results").open("{")
	w.name("channels").open("[")
	w.open("{")
	w.name("alternatives").open("[")
	w.open("{")
	w.name("words").open("[")
	var all strings.Builder
	var turns [][]word
	for w.written+2*all.Len() < w.size {
		words := t.next()
		turns = append(turns, words)
		all.WriteString(" " + joined(words))
		for _, x := range words {
			w.open("{")
			w.name("word").value(quote(x.core))
			w.name("start").value(x.from)
			w.name("end").value(x.to)
			w.name("confidence").value(fmt.Sprint(x.sure))
			w.name("speaker").value(fmt.Sprint(len(turns) % 2))
			w.name("speaker_confidence").value("0.64")
			w.name("punctuated_word").value(quote(x.text))
			w.close("}")
		}
	}
	w.close("]")
	w.name("transcript").value(quote(strings.TrimSpace(all.String())))
	w.name("paragraphs").open("{")
	w.name("paragraphs").open("[")
	for i, words := range turns {
		w.open("{")
		w.name("sentences").open("[")
		for len(words) > 0 {
			n := slices.IndexFunc(words, func(x word) bool { return strings.ContainsAny(x.text, ".?!") }) + 1
			if n == 0 {
				n = len(words)
			}
			w.open("{")
			w.name("text").value(quote(joined(words[:n])))
			w.name("start").value(words[0].from)
			w.name("end").value(words[n-1].to)
			w.close("}")
			words = words[n:]
		}
		w.close("]")
		w.name("speaker").value(fmt.Sprint((i + 1) % 2))
		w.close("}")
	}
	w.close("]")
	for _, bracket := range []string{"}", "}", "]", "}", "]", "}", "}"} {
		w.close(bracket) // paragraphs, the alternative, the channel, results
	}
}

// aws writes items, the transcript, and the lists of items by speaker.
func aws(w *writer, t *talk) {
	w.open("{")
	w.name("jobName").value(`"made"`)
	w.name("status").value(`"COMPLETED"`)
	w.name("results").open("{")
	w.name("items").open("[")
	var all strings.Builder
	var turns [][]word
	id := 0
	speaker := func(turn int) string { return fmt.Sprintf(`"spk_%d"`, turn%2) }
	for w.written+w.written/2 < w.size {
		words := t.next()
		turns = append(turns, words)
		all.WriteString(" " + joined(words))
		for _, x := range words {
			item := func(kind, content string) {
				w.open("{")
				w.name("id").value(fmt.Sprint(id))
				w.name("type").value(quote(kind))
				w.name("alternatives").open("[")
				w.open("{")
				w.name("confidence").value(fmt.Sprintf(`"%.3f"`, x.sure))
				w.name("content").value(quote(content))
				w.close("}")
				w.close("]")
				if kind == "pronunciation" {
					w.name("start_time").value(quote(x.from))
					w.name("end_time").value(quote(x.to))
				}
				w.name("speaker_label").value(speaker(len(turns)))
				w.close("}")
				id++
			}
			core := strings.TrimRight(x.text, ".,?!;:")
			item("pronunciation", core)
			if mark := x.text[len(core):]; mark != "" {
				item("punctuation", mark[:1])
			}
		}
	}
	w.close("]")
	w.name("transcripts").open("[")
	w.open("{")
	w.name("transcript").value(quote(strings.TrimSpace(all.String())))
	w.close("}")
	w.close("]")
	w.name("speaker_labels").open("{")
	w.name("speakers").value("2")
	w.name("segments").open("[")
	for i, words := range turns {
		if len(words) == 0 {
			continue
		}
		w.open("{")
		w.name("start_time").value(quote(words[0].from))
		w.name("end_time").value(quote(words[len(words)-1].to))
		w.name("speaker_label").value(speaker(i + 1))
		w.name("items").open("[")
		for _, x := range words {
			w.open("{")
			w.name("start_time").value(quote(x.from))
			w.name("speaker_label").value(speaker(i + 1))
			w.name("end_time").value(quote(x.to))
			w.close("}")
		}
		w.close("]")
		w.close("}")
	}
	w.close("]")
	w.close("}")
	w.close("}")
	w.close("}")
}
