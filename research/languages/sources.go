package languages

import (
	"path/filepath"
	"slices"
	"strings"
)

// Source is a text of one language, below the folder of corpora.
type Source struct {
	Language string
	Path     string // without ".train.txt" or ".train.tsv"
	// Words says that the file has a word a line, as treebanks do, else what somebody says.
	Words bool
}

// English is the code of the language that all others are compared with.
const English = "en"

// Sources are what the table is made of: texts whose licences allow commercial use. Where a
// language has enough without it, none is taken that asks to share alike.
var Sources = append(english(), []Source{
	{"de", "languages/text/de-commonvoice", false},
	{"de", "languages/text/de-plays", false},
	{"fr", "languages/text/fr-commonvoice", false},
	{"fr", "languages/text/fr-plays", false},
	{"fr", "languages/text/fr-parliament", false},
	{"fr", "languages/repairs/fr-parisstories", true},
	{"fr", "languages/repairs/fr-rhapsodie", true},
	{"es", "languages/text/es-commonvoice", false},
	{"es", "languages/text/es-parliament", false},
	{"es", "languages/repairs/es-coser", true},
	{"it", "languages/text/it-commonvoice", false},
	{"it", "languages/text/it-parliament", false},
	{"pt", "languages/text/pt-commonvoice", false},
	{"pt", "languages/text/pt-porttinari", false},
	{"nl", "languages/text/nl-commonvoice", false},
	{"nl", "languages/text/nl-wiki", false},
	{"pl", "languages/text/pl-commonvoice", false},
	{"pl", "languages/text/pl-plays", false},
	{"no", "languages/text/no-bokmaal", false},
	{"no", "languages/text/no-nynorsk", false},
	{"no", "languages/repairs/no-lia", true},
	{"sv", "languages/text/sv-commonvoice", false},
	{"sv", "languages/text/sv-talbanken", false},
	{"tr", "languages/text/tr-commonvoice", false},
	{"tr", "languages/text/tr-parliament", false},
	{"ca", "languages/text/ca-commonvoice", false},
	{"ca", "languages/text/ca-parliament", false},
	{"fi", "languages/text/fi-commonvoice", false},
	{"cs", "languages/text/cs-commonvoice", false},
	{"ro", "languages/text/ro-commonvoice", false},
	{"da", "languages/text/da-commonvoice", false},
	{"ru", "languages/text/ru-commonvoice", false},
	{"ru", "languages/text/ru-plays", false},
	{"uk", "languages/text/uk-commonvoice", false},
	{"uk", "languages/text/uk-parliament", false},
}...)

func english() (out []Source) {
	for _, in := range []struct{ folder, names string }{
		{"punct/en-mixed", "sgd taskmaster3 taskmaster4 topicalchat multiwoz earnings21 earnings22 spacelog"},
		{"punct/en-open", "wh-remarks wh-press changelog gotime jsparty practicalai hearings fedpress fedspeech sotu metamuse"},
		{"verbatim", "icsi ami mrda primock57 aci-bench cabnc"},
	} {
		for name := range strings.FieldsSeq(in.names) {
			out = append(out, Source{English, in.folder + "/" + name, false})
		}
	}
	return out
}

// mostWords is how many words of a source count, so that none outweighs the others.
const mostWords = 250_000

// lines calls do with the words of each line, or sentence, of the training part of a source.
func (s *Source) lines(folder string, do func(words []string)) error {
	ending := ".train.txt"
	if s.Words {
		ending = ".train.tsv"
	}
	lines, err := read(folder, filepath.FromSlash(s.Path)+ending)
	if err != nil {
		return err
	}
	files := turns(lines)
	if s.Words {
		if files, err = treebank.cut(lines); err != nil {
			return err
		}
	}
	n := 0
	for _, turn := range slices.Concat(files...) {
		if n >= mostWords {
			break
		}
		words := strings.Fields(turn)
		do(words)
		n += len(words)
	}
	return nil
}
