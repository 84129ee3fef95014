package postag

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Possible is a tag that a word can have, and how likely it has it: shares of a word are
// relative to each other.
type Possible struct {
	Tag   string
	Share float64
}

// Lexicon says which tags words of English can have. It is immutable once it is read, and
// may be shared.
type Lexicon struct {
	closed map[string][]Possible
	// lemmas hold for each part of speech of WordNet how often a lemma was tagged with it,
	// and forms the lemmas of irregular forms.
	lemmas [numClasses]map[string]float64
	forms  [numClasses]map[string][]string
}

// The parts of speech of WordNet, in the order of its numbers.
const (
	noun = iota
	verb
	adjective
	adverb
	numClasses
)

var classNames = [numClasses]string{"noun", "verb", "adj", "adv"}

//go:embed closed.txt
var closedWords string

// ReadLexicon reads the dictionary files of WordNet 3 from a folder: index.noun, index.verb,
// index.adj and index.adv, the lists of irregular forms noun.exc and so on, and, where it is
// there, cntlist.rev with the counts of senses in tagged text. Frequent words and those of
// closed classes have the tags of a list of the package's own.
func ReadLexicon(folder string) (*Lexicon, error) {
	l := newLexicon()
	for c, name := range classNames {
		path := filepath.Join(folder, "index."+name)
		err := eachLine(path, func(line string) error {
			if strings.HasPrefix(line, " ") {
				return nil // the licence
			}
			lemma, _, ok := strings.Cut(line, " ")
			if !ok {
				return errors.New("no line of an index of WordNet: a lemma and what is known of it")
			}
			if !strings.Contains(lemma, "_") {
				l.lemmas[c][lemma] = 0
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading WordNet: %w", err)
		}
		path = filepath.Join(folder, name+".exc")
		err = eachLine(path, func(line string) error {
			f := strings.Fields(line)
			if len(f) < 2 {
				return errors.New("no line of a list of exceptions of WordNet: a form and its lemmas")
			}
			l.forms[c][f[0]] = append(l.forms[c][f[0]], f[1:]...)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading WordNet: %w", err)
		}
	}
	path := filepath.Join(folder, "cntlist.rev")
	err := eachLine(path, func(line string) error {
		f := strings.Fields(line)
		lemma, sense, ok := strings.Cut(line, "%")
		if len(f) != 3 || !ok || sense == "" {
			return errors.New("no line of the counts of WordNet: a sense, its number and its count")
		}
		n, err := strconv.Atoi(f[2])
		if err != nil {
			return fmt.Errorf("the count %q is no number", f[2])
		}
		c := int(sense[0]-'1') % (numClasses + 1)
		if c == numClasses {
			c = adjective // satellites
		}
		if c >= 0 && !strings.Contains(lemma, "_") {
			l.lemmas[c][lemma] += float64(n)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading WordNet: %w", err)
	}
	return l, nil
}

// newLexicon returns a lexicon of the closed words alone.
func newLexicon() *Lexicon {
	l := &Lexicon{closed: make(map[string][]Possible)}
	for c := range numClasses {
		l.lemmas[c], l.forms[c] = make(map[string]float64), make(map[string][]string)
	}
	for line := range strings.Lines(closedWords) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		share, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			panic(err) // it is part of the program
		}
		for _, w := range f[2:] {
			l.closed[w] = append(l.closed[w], Possible{f[0], share})
		}
	}
	return l
}

// eachLine calls f with the lines of a file, and says where one is wrong.
func eachLine(path string, f func(string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" {
			continue
		}
		if err := f(lines.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// unseenSense is the count of a lemma whose senses were never seen in tagged text.
const unseenSense = 0.5

// Tags returns the tags that a word in lower case can have by the lexicon, none where it
// does not know it.
func (l *Lexicon) Tags(word string) []Possible {
	if tags, ok := l.closed[word]; ok {
		return tags
	}
	var out []Possible
	add := func(n float64, tags ...string) {
		for _, tag := range tags {
			share := (n + unseenSense) / float64(len(tags))
			if i := slices.IndexFunc(out, func(p Possible) bool { return p.Tag == tag }); i >= 0 {
				out[i].Share = max(out[i].Share, share)
			} else {
				out = append(out, Possible{tag, share})
			}
		}
	}
	if n, ok := l.lemmas[noun][word]; ok {
		add(n, "NN")
	}
	if n, ok := l.lemmas[verb][word]; ok {
		add(n, "VB", "VBP")
	}
	if n, ok := l.lemmas[adjective][word]; ok {
		add(n, "JJ")
	}
	if n, ok := l.lemmas[adverb][word]; ok {
		add(n, "RB")
	}
	l.inflected(word, add)
	return out
}

// Rules of regular inflection: an ending, and what stands in its place in the lemma.
type rule struct{ ending, lemma string }

var (
	pluralRules = []rule{{"s", ""}, {"es", ""}, {"ies", "y"}, {"ves", "f"}, {"men", "man"}}
	thirdRules  = []rule{{"s", ""}, {"es", ""}, {"ies", "y"}}
	ingRules    = []rule{{"ing", ""}, {"ing", "e"}, {"in'", ""}}
	pastRules   = []rule{{"ed", ""}, {"ed", "e"}, {"ied", "y"}}
	moreRules   = []rule{{"er", ""}, {"er", "e"}, {"ier", "y"}}
	mostRules   = []rule{{"est", ""}, {"est", "e"}, {"iest", "y"}}
)

// inflected adds the tags of inflected forms.
func (l *Lexicon) inflected(word string, add func(n float64, tags ...string)) {
	try := func(class int, rules []rule, tags ...string) {
		for _, r := range rules {
			stem, ok := strings.CutSuffix(word, r.ending)
			if !ok || len(stem) < 2 {
				continue
			}
			n, ok := l.lemmas[class][stem+r.lemma]
			if k := len(stem); !ok && r.lemma == "" && k > 2 && stem[k-1] == stem[k-2] {
				n, ok = l.lemmas[class][stem[:k-1]] // "stopped"
			}
			if ok {
				add(n, tags...)
			}
		}
	}
	try(noun, pluralRules, "NNS")
	try(verb, thirdRules, "VBZ")
	try(verb, ingRules, "VBG")
	try(verb, pastRules, "VBD", "VBN")
	try(adjective, moreRules, "JJR")
	try(adverb, moreRules, "RBR")
	try(adjective, mostRules, "JJS")
	for class, tags := range [numClasses][]string{noun: {"NNS"}, verb: {"VBD", "VBN"}, adjective: {"JJR", "JJS"}, adverb: {"RBR"}} {
		for _, lemma := range l.forms[class][word] {
			tags := tags
			switch {
			case class == verb && strings.HasSuffix(word, "ing"):
				tags = []string{"VBG"}
			case class == verb && strings.HasSuffix(word, "s"):
				tags = []string{"VBZ"}
			case class == adjective && strings.HasSuffix(word, "t"):
				tags = []string{"JJS"}
			case class == adjective:
				tags = []string{"JJR"}
			}
			add(l.lemmas[class][lemma], tags...)
		}
	}
	if strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "s'") {
		add(0, "NNS", "NNP")
	}
}

// guess returns the tags that a word may have which the lexicon does not know.
func guess(word string) []Possible {
	has := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(e string) bool { return len(word) > len(e)+1 && strings.HasSuffix(word, e) })
	}
	switch {
	case strings.ContainsAny(word, "0123456789"):
		switch {
		case has("st", "nd", "rd", "th"):
			return []Possible{{"JJ", 1}, {"CD", 0.1}}
		case strings.Trim(word, "0123456789.,:/%$-") == "":
			return []Possible{{"CD", 1}}
		case has("s"):
			return []Possible{{"CD", 1}, {"NNS", 1}}
		}
		return []Possible{{"CD", 1}, {"NN", 1}, {"NNP", 1}, {"JJ", 0.3}}
	case strings.HasSuffix(word, "-"):
		return []Possible{{"XX", 1}}
	case has("ing", "in'"):
		return []Possible{{"VBG", 1}, {"NN", 0.5}, {"JJ", 0.3}}
	case has("ed"):
		return []Possible{{"VBD", 0.5}, {"VBN", 0.5}, {"JJ", 0.5}}
	case has("ly"):
		return []Possible{{"RB", 1}, {"JJ", 0.1}}
	case has("able", "ible", "ful", "ous", "ive", "al", "ic", "ish", "less", "y"):
		return []Possible{{"JJ", 1}, {"NN", 0.5}, {"NNP", 0.3}}
	case has("s") && !has("ss", "us", "is"):
		return []Possible{{"NNS", 1}, {"VBZ", 0.2}, {"NNP", 0.5}}
	}
	return []Possible{{"NN", 1}, {"NNP", 1}, {"JJ", 0.3}, {"VB", 0.1}, {"UH", 0.1}, {"FW", 0.02}}
}
