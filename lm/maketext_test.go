package lm

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// TestMakeText makes large texts to measure estimation with, whose n-grams are not those of a
// small text again: TIDYTALK_TEXT is a text, a sentence a line, TIDYTALK_WORDS how many words
// there are to be, TIDYTALK_OUTPUT the file to write. Most words follow the two before as
// they do somewhere in the text, TIDYTALK_LOOSE in 100 (15) the one before alone, which makes
// n-grams that are new, and 6 in 1,000 are of a million words by Zipf's law. The same text
// and numbers give the same file.
func TestMakeText(t *testing.T) {
	path := os.Getenv("TIDYTALK_TEXT")
	if path == "" {
		t.Skip("TIDYTALK_TEXT names no text")
	}
	total, err := strconv.Atoi(os.Getenv("TIDYTALK_WORDS"))
	if err != nil {
		t.Fatal(err)
	}
	loose := 15
	if s := os.Getenv("TIDYTALK_LOOSE"); s != "" {
		if loose, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	// The text as numbers; two ends of a sentence before each sentence.
	ids, words := map[string]uint32{"\n": 0}, []string{"\n"}
	var text []uint32
	err = EachLine(in, path, func(line []string) error {
		text = append(text, 0, 0)
		for _, w := range line {
			id, ok := ids[w]
			if !ok {
				id = uint32(len(words))
				words = append(words, string(append([]byte(nil), w...)))
				ids[words[id]] = id
			}
			text = append(text, id)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, 0, 0)
	// Places by the two words before, the nearer one first.
	var places []uint32
	for i := 2; i < len(text); i++ {
		if text[i-1] != 0 || text[i-2] == 0 { // not the second end
			places = append(places, uint32(i))
		}
	}
	before := func(i uint32) uint64 { return uint64(text[i-1])<<32 | uint64(text[i-2]) }
	slices.SortFunc(places, func(x, y uint32) int { return cmp.Or(cmp.Compare(before(x), before(y)), cmp.Compare(x, y)) })
	// Where the places with the same two words before, and the same one, begin and end, by any
	// of these places. The words before what follows a place are those before the next place.
	type stretch struct{ from, to uint32 }
	both, one := make([]stretch, len(text)), make([]stretch, len(text))
	mark := func(of []stretch, shift int) {
		for from, to := 0, 0; from < len(places); from = to {
			for to = from; to < len(places) && before(places[to])>>shift == before(places[from])>>shift; to++ {
			}
			for _, p := range places[from:to] {
				of[p] = stretch{uint32(from), uint32(to)}
			}
		}
	}
	mark(both, 0)
	mark(one, 32)
	file, err := os.Create(os.Getenv("TIDYTALK_OUTPUT"))
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	rng := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rng, 1.1, 2, 1_000_000)
	at := 2 // the first sentence begins here
	for n := 0; n < total; {
		if text[at-1] != 0 && rng.IntN(1000) < 6 { // the words before stay what goes on
			fmt.Fprintf(out, "z%d ", zipf.Uint64())
			n++
			continue
		}
		in := both[at]
		if rng.IntN(100) < loose {
			in = one[at]
		}
		at = int(places[in.from+uint32(rng.IntN(int(in.to-in.from)))])
		word := text[at]
		if at++; word == 0 {
			out.WriteByte('\n')
			at = 2
			continue
		}
		out.WriteString(words[word])
		out.WriteByte(' ')
		n++
	}
	out.WriteByte('\n')
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
