package chinese

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/packed"
)

// ReadWords reads the words of utterances, which may be compressed (.gz): a word on each line, a
// tab and a punctuation mark behind it, which is not read, and a blank line after each utterance. Errors name file
// and line.
func ReadWords(path string) ([][]string, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readWords(f, path)
}

func readWords(r io.Reader, name string) ([][]string, error) {
	var out [][]string
	var now []string
	end := func() {
		if len(now) > 0 {
			out = append(out, now)
		}
		now = nil
	}
	err := eachLine(r, name, func(line string) error {
		if line == "" {
			end()
			return nil
		}
		word, mark, ok := strings.Cut(line, "\t")
		if !ok || word == "" || mark == "" {
			return errors.New("a line is a word, a tab and a punctuation mark")
		}
		now = append(now, word)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if end(); len(out) == 0 {
		return nil, fmt.Errorf("%s: no words in it", name)
	}
	return out, nil
}

// ReadDialogues reads turns (see ReadTurns) and their words (see ReadWords), in the same order, as
// sentences of words with the punctuation of the turns. Turns whose words are not made of their units are
// left out: their number is returned, too.
func ReadDialogues(turns, words string) ([]Sentence, int, error) {
	text, err := ReadTurns(turns)
	if err != nil {
		return nil, 0, err
	}
	of, err := ReadWords(words)
	if err != nil {
		return nil, 0, err
	}
	if len(of) != len(text) {
		return nil, 0, fmt.Errorf("%s has %d utterances, and %s %d: give the files of the same corpus", words, len(of), turns, len(text))
	}
	var out []Sentence
	for i, t := range text {
		if s, ok := Units(t.Text).Grouped(of[i]); ok {
			out = append(out, s)
		}
	}
	return out, len(text) - len(out), nil
}

// ReadFile reads a file of dialogues, whose name has ".orig.tsv", with the words in that of the
// same name with ".word.tsv", or of a treebank.
func ReadFile(path string) (text []Sentence, dialogues bool, err error) {
	if !strings.Contains(filepath.Base(path), ".orig.tsv") {
		text, err = ReadTreebank(path)
		return text, false, err
	}
	at := strings.LastIndex(path, ".orig.tsv")
	text, _, err = ReadDialogues(path, path[:at]+".word.tsv"+path[at+len(".orig.tsv"):])
	return text, true, err
}
