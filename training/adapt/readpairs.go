package adapt

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// ReadEdited reads what was said and what editors made of it: a file of train.ReadPairs, or, by the
// names of two with a "=" between, two transcripts of a conversation in any format, what was said
// first. Files may be compressed (.gz).
func ReadEdited(what string) ([]EditedText, error) {
	name, said, edited, err := ReadTwo(what)
	if err != nil {
		return nil, err
	}
	if said == nil {
		pairs, err := train.ReadPairs(what)
		if err != nil {
			return nil, err
		}
		return EditedTexts(pairs)
	}
	return []EditedText{EditedDocument(name, said, edited)}, nil
}

// ReadTwo reads the two transcripts of RAW=CLEAN, in any format, and the name of the first file. said is nil if that is the name
// of a file itself.
func ReadTwo(what string) (name string, said, edited *transcript.Document, err error) {
	raw, clean, two := strings.Cut(what, "=")
	if !two {
		return "", nil, nil, nil
	}
	if _, err := os.Stat(what); err == nil {
		return "", nil, nil, nil // a file that is called so
	}
	if said, err = readTranscript(raw); err != nil {
		return "", nil, nil, err
	}
	if edited, err = readTranscript(clean); err != nil {
		return "", nil, nil, err
	}
	name = strings.TrimSuffix(filepath.Base(raw), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name)), said, edited, nil
}

func readTranscript(path string) (*transcript.Document, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	how := formats.Reading{}
	src, err := how.Source(f, path)
	if err != nil {
		return nil, err
	}
	file, err := how.Read(labelled(src), strings.TrimSuffix(path, ".gz"))
	if err != nil {
		return nil, err
	}
	return file.Document, nil
}

// ReadStart reads the first lines of a transcript, as many as have so many words, in text or lines "speaker TAB text".
func ReadStart(path string, words int) (*transcript.Document, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out strings.Builder
	for lines := bufio.NewScanner(f); words > 0 && lines.Scan(); {
		words -= len(strings.Fields(lines.Text()))
		out.WriteString(lines.Text() + "\n")
	}
	return transcript.ParseText(labelled(out.String()), path)
}

// longestLabel is of how many bytes the names of speakers are at most that are told from text.
const longestLabel = 40

// labelled returns text of lines "speaker TAB what was said" as text with labels, and any other as it is.
func labelled(src string) string {
	var out strings.Builder
	for line := range strings.Lines(src) {
		speaker, said, ok := strings.Cut(line, "\t")
		switch {
		case strings.TrimSpace(line) == "":
			out.WriteString(line)
			continue
		case !ok || speaker == "" || len(speaker) > longestLabel || strings.ContainsAny(speaker, ":,{<\"") || strings.Contains(said, "\t"):
			return src
		}
		out.WriteString(speaker + ": " + said)
	}
	return out.String()
}
