package iwslt2014

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/research/translation"
)

// Files are the files of a corpus.
type Files struct{ Train, Tune, Test []string }

// Files that folders may have: the development set of the paper, and what is held out of the
// text to train on to tune to, where that is scored.
const (
	paperTune = "dev.ted.dev2010"
	heldTune  = "train.ted.tst2014"
)

// Find returns files with those that are not named in their places: to train on all
// train.*.txt of a folder; to score on all dev.*.txt; to tune to train.ted.tst2014.txt, or,
// where files to score on are named, dev.ted.dev2010.txt. Each may be compressed (.gz). Text
// to tune to, and to score on, is not trained on.
func Find(dir string, named Files) (Files, error) {
	out := named
	entries, err := os.ReadDir(dir)
	if err != nil {
		return out, err
	}
	for _, e := range entries { // by name
		path := filepath.Join(dir, e.Name())
		if e.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			continue
		}
		name := nameOf(path)
		if len(named.Train) == 0 && strings.HasPrefix(name, "train.") {
			out.Train = append(out.Train, path)
		}
		if len(named.Test) == 0 && strings.HasPrefix(name, "dev.") {
			out.Test = append(out.Test, path)
		}
		if len(named.Tune) == 0 && (len(named.Test) > 0 && name == paperTune || len(named.Test) == 0 && name == heldTune) {
			out.Tune = append(out.Tune, path)
		}
	}
	if len(out.Train) == 0 {
		return out, fmt.Errorf("%s: no train.*.txt in it, compressed (.gz) or not: name the text to train on with --train", dir)
	}
	used := append(slices.Clone(out.Tune), out.Test...)
	out.Train = slices.DeleteFunc(slices.Clone(out.Train), func(path string) bool {
		return slices.ContainsFunc(used, func(u string) bool { return same(path, u) })
	})
	if len(out.Train) == 0 {
		return out, errors.New("all of the text to train on is tuned to, or scored on")
	}
	return out, nil
}

// same reports whether two paths lead to the same file.
func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return filepath.Clean(a) == filepath.Clean(b) || err1 == nil && err2 == nil && os.SameFile(x, y)
}

// nameOf returns the name of a file without what says of which format it is.
func nameOf(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".txt")
}

// How many talks at the end of the text to train on are scored, and how many before them are
// tuned to, where there are no other files for that; of few talks a third.
const (
	scoredTalks = 40
	tunedTalks  = 15
)

// Load reads files into a study. Where there are none to score on, or to tune to, it takes
// talks from the end of the text to train on.
func (s *Study) Load(f Files) error {
	train, err := s.read(f.Train)
	if err != nil {
		return err
	}
	tune, err := s.read(f.Tune)
	if err != nil {
		return err
	}
	if s.Tests, err = s.read(f.Test); err != nil {
		return err
	}
	s.Tune = joined(tune)
	for _, x := range []struct {
		name  string
		none  bool
		talks int
		set   func(*Text)
	}{
		{"to score on", len(s.Tests) == 0, scoredTalks, func(t *Text) { s.Tests = []*Text{t} }},
		{"to tune to", len(s.Tune) == 0, tunedTalks, func(t *Text) { s.Tune = t.Segments }},
	} {
		if !x.none {
			continue
		}
		last := train[len(train)-1]
		n := min(x.talks, len(last.Talks)/3)
		if n == 0 {
			return fmt.Errorf("there is no text %s, nor are there talks to take it from: name it with --test, --tune", x.name)
		}
		at := last.Talks[len(last.Talks)-n]
		x.set(&Text{Name: fmt.Sprintf("the last %d talks of %s", n, last.Name), Segments: last.Segments[at:]})
		train[len(train)-1] = &Text{Name: last.Name, Segments: last.Segments[:at], Talks: last.Talks[:len(last.Talks)-n]}
	}
	s.Train = joined(train)
	return nil
}

// read reads files.
func (s *Study) read(paths []string) ([]*Text, error) {
	var out []*Text
	for _, path := range paths {
		t, err := ReadFile(path, s.Language)
		if err != nil {
			return nil, err
		}
		t.Name = nameOf(path)
		out = append(out, t)
	}
	return out, nil
}

// joined returns the segments of texts.
func joined(texts []*Text) []translation.Segment {
	var out []translation.Segment
	for _, t := range texts {
		out = append(out, t.Segments...)
	}
	return out
}
