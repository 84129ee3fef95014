package pipeline

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/stages"
)

// Pieces that were read for the window before are as if they were read again.
func TestOpenPieces(t *testing.T) {
	files, err := filepath.Glob("../testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	seen := 0
	for _, lookAhead := range []int{4, 10} {
		p, err := New(bundletest.Default(t), Options{LookAhead: lookAhead})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words, _ := stages.Words(bundletest.Sentence(strings.Join(strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" \n.,?!:", r) }), " ")))
			var streams [2]*Stream
			for i := range streams {
				if streams[i], err = p.Stream(); err != nil {
					t.Fatal(err)
				}
				streams[i].Push(words.Tokens...)
			}
			again := streams[1]
			if _, err := again.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			if again.Reset(); len(again.open) > 0 {
				t.Fatal("a stream that is reset has pieces")
			}
			again.talk = data.Talk{} // a stream goes on from what those before it tell of the talk
			again.Push(words.Tokens...)
			for streams[0].Pending() > 0 {
				seen += len(streams[0].open)
				streams[1].open = nil
				got, err := streams[0].Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				want, err := streams[1].Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) || !slices.Equal(streams[0].restorer.in.DF, streams[1].restorer.in.DF) {
					t.Fatalf("%s with look-ahead %d, %d words before the end: %+v\nwant %+v", file, lookAhead, streams[0].Pending(), got, want)
				}
				checkOpen(t, streams[0])
			}
		}
	}
	if seen == 0 {
		t.Error("no piece was seen before")
	}
}

// checkOpen checks that the readings of open pieces are of the words in their places.
func checkOpen(t *testing.T, f *Stream) {
	t.Helper()
	for o, reading := range f.open {
		from := o.at - f.first
		if from < len(f.df) || from+o.words > len(f.words) || reading.Len() != o.words {
			t.Fatalf("a piece of %d words at %d, read as %d, of %d words from %d on", o.words, o.at, reading.Len(), len(f.words), f.first)
		}
		for i := range o.words {
			if got, want := reading.Text(i), f.words[from+i].Text; got != want {
				t.Fatalf("word %d of a piece at %d is read as %q, want %q", i, o.at, got, want)
			}
		}
	}
}
