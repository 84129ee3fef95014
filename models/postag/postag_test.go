package postag

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wordnet writes a small dictionary in the form of WordNet's.
func wordnet(t *testing.T, files map[string]string) string {
	t.Helper()
	all := map[string]string{
		"index.noun": "  1 This is the licence\ndog n 1 0 1 1 00000001  \nwalk n 1 0 1 1 00000002  \nhot_dog n 1 0 1 1 00000003  \n", "noun.exc": "geese goose\n",
		"index.verb": "walk v 1 0 1 1 00000001  \nbark v 1 0 1 1 00000002  \n", "verb.exc": "ran run\n",
		"index.adj": "loud a 1 0 1 1 00000001  \n", "adj.exc": "", "index.adv": "loudly r 1 0 1 1 00000001  \n", "adv.exc": "",
		"cntlist.rev": "walk%1:04:00:: 1 3\nwalk%2:38:00:: 1 40\nloud%5:00:00:x:00 1 7\n",
	}
	for name, text := range files {
		all[name] = text
	}
	folder := t.TempDir()
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestLexicon(t *testing.T) {
	l, err := ReadLexicon(wordnet(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"the": "DT", "dog": "NN", "dogs": "NNS", "walk": "NN VB VBP", "walks": "NNS VBZ", "walked": "VBD VBN", "walking": "VBG", "barking": "VBG",
		"louder": "JJR", "loudest": "JJS", "loudly": "RB", "geese": "NNS", "ran": "VBD", "hot_dog": "", "xyzzy": "",
	} {
		var tags []string
		for _, p := range l.Tags(word) {
			tags = append(tags, p.Tag)
		}
		slices.Sort(tags)
		if got := strings.Join(tags, " "); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	if walk := l.Tags("walk"); walk[0].Share != 3.5 || walk[1].Share != 20.25 {
		t.Errorf("shares of walk: %v", walk)
	}
	for name, c := range map[string]struct{ text, want string }{
		"index.noun":  {"dog n\nrubbish\n", "index.noun:2: "},
		"verb.exc":    {"ran\n", "verb.exc:1: "},
		"cntlist.rev": {"walk%1:04:00:: 1 many\n", "cntlist.rev:1: the count \"many\" is no number"},
	} {
		if _, err := ReadLexicon(wordnet(t, map[string]string{name: c.text})); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadLexicon(t.TempDir()); err == nil {
		t.Error("a folder without files is read")
	}
}

// What the lexicon leaves open is learned from where words stand; names by their capitals.
func TestTrain(t *testing.T) {
	l, err := ReadLexicon(wordnet(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	var text [][]string
	for range 50 {
		for _, s := range []string{"the dog will bark", "they walk", "the walk was loud", "we saw Fido here", "you will walk with the dog", "I like Fido", "they are loud", "you will be here", "we are here", "a dog can be loud", "the loud dog was here", "the dog"} {
			text = append(text, strings.Fields(s))
		}
	}
	tagger := Train(l, text)
	for s, want := range map[string]string{
		"the walk was loud":  "DT NN VBD JJ",
		"they will walk":     "PRP MD VB",
		"we saw Fido":        "PRP VBD NNP",
		"the xyzzy was here": "DT NN VBD RB",
		"":                   "",
	} {
		if got := strings.Join(tagger.Tag(strings.Fields(s)), " "); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	if again := Train(l, text); !slices.Equal(again.tags, tagger.tags) || !slices.Equal(again.move, tagger.move) {
		t.Error("it is another one the second time")
	}
}
