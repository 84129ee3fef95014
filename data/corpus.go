package data

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNoSplit is wrapped by the error of Corpus.Sides where the corpus has no
// conversations of the split.
var ErrNoSplit = errors.New("the corpus has no such split")

// Corpus is a corpus on disk: a token TSV, a folder of token TSVs named after
// their splits, or the csv release of the Switchboard Dialog Act Corpus.
type Corpus struct {
	path   string
	sides  []Side           // of a TSV file
	files  map[Split]string // of a folder of TSVs
	swda   bool
	single bool
}

// OpenCorpus recognises what kind of corpus a file or folder is. A missing split
// is no error until it is asked for.
func OpenCorpus(path string) (*Corpus, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	c := &Corpus{path: path, files: make(map[Split]string)}
	if !info.IsDir() {
		c.single = true
		if c.sides, err = ReadTSVFile(path); err != nil {
			return nil, err
		}
		return c, nil
	}
	for _, s := range []Split{Train, Dev, Test} {
		for _, ending := range []string{".tsv", ".tsv.gz"} {
			file := filepath.Join(path, string(s)+ending)
			switch _, err := os.Stat(file); {
			case err == nil:
				c.files[s] = cmp.Or(c.files[s], file)
			case !errors.Is(err, fs.ErrNotExist):
				return nil, err
			}
		}
	}
	if len(c.files) > 0 {
		return c, nil
	}
	names, err := swdaFiles(path)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no corpus: neither train.tsv, dev.tsv or test.tsv nor *.utt.csv files in it", path)
	}
	c.swda = true
	return c, nil
}

// Single reports whether the corpus is one TSV file, which need not follow the
// splits.
func (c *Corpus) Single() bool { return c.single }

// All returns every side of a single-file corpus.
func (c *Corpus) All() []Side { return c.sides }

// File returns the name of the token TSV that the sides of a split are read from, "" if
// they come from none.
func (c *Corpus) File(s Split) string {
	if c.single {
		return c.path
	}
	return c.files[s]
}

// Sides returns the sides of a split. The error wraps ErrNoSplit if there are
// none.
func (c *Corpus) Sides(s Split) ([]Side, error) {
	var sides []Side
	var err error
	switch {
	case c.single:
		for i := range c.sides {
			if SplitOf(c.sides[i].Conv) == s {
				sides = append(sides, c.sides[i])
			}
		}
	case c.swda:
		sides, err = ReadSwDADir(c.path, s)
	case c.files[s] != "":
		sides, err = ReadTSVFile(c.files[s])
	}
	if err == nil && len(sides) == 0 {
		err = fmt.Errorf("%s: %w: %s", c.path, ErrNoSplit, s)
	}
	return sides, err
}

// Sentences cuts sides into sentences; see Side.Sentences.
func Sentences(sides []Side) []Sentence {
	var out []Sentence
	for i := range sides {
		out = append(out, sides[i].Sentences()...)
	}
	return out
}
