package language

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the list of spellings
	"io"
	"strings"
	"sync"
)

// writtenFile has the words of a spelling dictionary that are written in one way alone, one a line, by their lower
// case: common words, names and acronyms. From SCOWL (see NOTICE.scowl); TestWritten makes it.
//
//go:embed written.txt.gz
var writtenFile []byte

// written is the list as text, with a line break before each word and behind the last.
var written = sync.OnceValue(func() string {
	z, err := gzip.NewReader(bytes.NewReader(writtenFile))
	if err != nil {
		panic(err) // embedded, and tested
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return "\n" + string(text)
})

// Written returns how an English word, given in lower case, is written inside a sentence where a dictionary has one
// way alone ("acne", "Lisbon", "ESPN"); "" where it has none or several ("rose", "Rose"). It may be called by several goroutines at once.
func Written(word string) string {
	if word == "" {
		return ""
	}
	text := written()
	from, to := 0, len(text)-1 // of line breaks: the word is between them if it is there
	for from < to {
		at := strings.LastIndexByte(text[:(from+to)/2+1], '\n')
		end := at + 1 + strings.IndexByte(text[at+1:], '\n')
		switch c := compareLower(text[at+1:end], word); {
		case c == 0:
			return text[at+1 : end]
		case c < 0:
			from = end
		default:
			to = at
		}
	}
	return ""
}

// compareLower compares the lower case of letters of ASCII with a word.
func compareLower(form, word string) int {
	for i := 0; i < len(form) && i < len(word); i++ {
		c := form[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return int(c) - int(word[i])
		}
	}
	return len(form) - len(word)
}
