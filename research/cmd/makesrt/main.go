// Command makesrt writes subtitle files of an hour each, to measure speed with: turns
// of the transcripts in testdata, drawn at random, at 150 words a minute.
//
//	go run ./internal/makesrt -files 1000 -o FOLDER
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// wordsPerHour is how much is said in an hour of talk.
const wordsPerHour = 9000

func main() {
	log.SetFlags(0)
	files := flag.Int("files", 1000, "write `N` files")
	cues := flag.Int("cues", 0, "write one file of `N` cues, instead of files of an hour")
	out := flag.String("o", "", "write to `FOLDER`")
	from := flag.String("transcripts", "testdata/transcripts", "take turns from the punctuated transcripts in `FOLDER`")
	flag.Parse()
	if *out == "" {
		log.Fatal("makesrt: name a folder with -o")
	}
	turns, err := readTurns(*from)
	if err != nil {
		log.Fatal("makesrt: ", err)
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		log.Fatal("makesrt: ", err)
	}
	if *cues > 0 {
		*files = 1
	}
	for i := range *files {
		path := filepath.Join(*out, fmt.Sprintf("hour-%04d.srt", i+1))
		if err := os.WriteFile(path, []byte(hour(turns, uint64(i+1), *cues)), 0o644); err != nil {
			log.Fatal("makesrt: ", err)
		}
	}
}

// readTurns returns the turns of the transcripts that have sentence marks.
func readTurns(folder string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	var turns []string
	for _, p := range paths {
		src, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		if strings.Count(string(src), ".")*40 < len(strings.Fields(string(src))) {
			continue
		}
		for line := range strings.Lines(string(src)) {
			if _, text, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
				turns = append(turns, text)
			}
		}
	}
	if len(turns) == 0 {
		return nil, fmt.Errorf("no punctuated transcripts in %s", folder)
	}
	return turns, nil
}

// hour returns the subtitles of an hour, or with some number of cues.
func hour(turns []string, seed uint64, cues int) string {
	r := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	number, at, words := 0, 0.0, 0 // seconds
	for cues == 0 && words < wordsPerHour || number < cues {
		var lines []string
		line := ""
		flush := func() {
			if line != "" {
				lines, line = append(lines, line), ""
			}
		}
		fields := strings.Fields(turns[r.IntN(len(turns))])
		words += len(fields)
		for _, w := range fields {
			if len(line)+1+len(w) > 42 {
				flush()
			}
			line = strings.TrimSpace(line + " " + w)
		}
		flush()
		for len(lines) > 0 && (cues == 0 || number < cues) {
			n := min(2, len(lines))
			text := strings.Join(lines[:n], "\n")
			seconds := float64(len(strings.Fields(text))) * 60 / 150
			number++
			fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", number, clock(at), clock(at+seconds), text)
			at += seconds
			lines = lines[n:]
		}
	}
	return b.String()
}

func clock(seconds float64) string {
	ms := int(seconds * 1000)
	return fmt.Sprintf("%02d:%02d:%02d,%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}
