// Command sources writes what the committed models were made from, data/bundle/sources.tsv: they
// are of a time when bundles did not say so themselves. docs/models.md has it in words.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/stages"
)

const (
	listFile = "data/licences/sources.tsv"
	outFile  = "data/bundle/sources.tsv"
)

// What the parts of the default bundle were made from, the sources of the parts that they read
// among it.
var (
	speech = []string{"swda", "isip"}
	// Text of other kinds.
	mixed = append([]string{"committee", "dailydialog", "multiwoz", "scotus", "sgd", "spacelog", "taskmaster3", "taskmaster4", "topicalchat"}, speech...)
	// Text with punctuation and case.
	punctuated = append([]string{"earnings21", "earnings22"}, mixed...)
	// And of long turns.
	long = append([]string{"wh-remarks", "wh-press", "changelog", "gotime", "jsparty", "practicalai", "bitcoin", "hearings", "fedpress", "fedspeech", "sotu", "metamuse"}, punctuated...)
	// And what the encoder learned from that taught the network, with the talk that both read.
	taught = append([]string{"ami", "icsi", "primock57", "rev16", "minilm", "wordnet"}, long...)
	// Talk that was written down with punctuation.
	talk = append([]string{"ami", "icsi", "primock57", "changelog", "gotime", "jsparty", "practicalai", "wh-press", "wh-remarks", "fedpress"}, mixed...)
	// What removals are checked on: meetings, podcasts in two styles, and edited text.
	checked = append([]string{"ami", "rev16", "hearings", "fedspeech", "sotu", "committee", "dailydialog", "multiwoz", "sgd", "taskmaster3", "taskmaster4", "topicalchat"}, speech...)
	// What editors of two styles made of the same calls and podcasts.
	edited = append([]string{"rev16", "earnings22"}, mixed...)
	// The voice learns beside what the punctuation models say.
	voice   = append([]string{"naija-nsc"}, punctuated...)
	chinese = []string{"xdailydialog", "crosswoz", "kdconv", "ud-chinese-gsd", "ud-chinese-hk", "sinica", "jieba", "opencc"}
)

var from = map[string][]string{
	string(stages.PartTagger): speech, string(stages.PartFiller): speech, string(stages.PartFluent): speech,
	string(stages.PartDisfluent): speech, string(stages.PartEdit): speech, string(stages.PartKinds): speech,
	engine.PartExperts: speech, engine.PartPhrases: speech, engine.PartRepairs: speech,
	engine.PartPunct: speech, engine.PartStreamEdit: speech, engine.PartStreamRepairs: speech,
	engine.PartSettings: mixed, engine.PartStreamSettings: mixed, engine.PartWrittenSettings: mixed,
	engine.PartWrittenEdit: mixed, engine.PartWrittenRepairs: mixed,
	engine.PartClasses: mixed, engine.PartEditTerms: mixed,
	engine.PartMarkers:    talk,
	engine.PartEditor:     edited,
	engine.PartConfidence: checked,
	engine.PartNetwork:    taught, engine.PartPunctuationMix: taught, engine.PartSettling: long,
	engine.PartVoice: voice, engine.PartChinese: chinese,
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sources:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(listFile)
	if err != nil {
		return err
	}
	list, err := licences.ReadList(bytes.NewReader(text), listFile)
	if err != nil {
		return err
	}
	out, err := statement(list)
	if err != nil {
		return err
	}
	return os.WriteFile(outFile, []byte("# Made by go run ./internal/sources.\n"+out.String()), 0o666)
}

// statement returns what all files of the default bundle, and that of models for Chinese, were
// made from. Settings are in several of them.
func statement(list *licences.Statement) (*licences.Statement, error) {
	out := &licences.Statement{Sources: list.Sources}
	files := bundle.Default()
	for _, n := range []int{len(files), 3, 2} { // the first of them are a bundle without the others
		if err := add(out, files[:n]); err != nil {
			return nil, err
		}
	}
	if err := add(out, [][]byte{zh.Models()}); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out.Parts, func(x, y licences.Part) int { return bytes.Compare([]byte(x.Name), []byte(y.Name)) })
	var names []string
	for _, p := range out.Parts {
		names = append(names, p.Name)
	}
	return out.Only(names), nil
}

// add adds the parts of a bundle in some files.
func add(out *licences.Statement, files [][]byte) error {
	load := engine.LoadEmbedded
	if len(files) == 1 {
		load = func(files ...[]byte) (*engine.Bundle, error) { return engine.LoadParts(files[0]) }
	}
	b, err := load(files...)
	if err != nil {
		return err
	}
	stated, err := b.Sources()
	if err != nil {
		return err
	}
	for _, p := range stated.Parts {
		sources, ok := from[p.Name]
		if !ok {
			return fmt.Errorf("nothing says what the part %s was made from", p.Name)
		}
		sources = slices.Sorted(slices.Values(sources))
		for _, name := range sources {
			if out.Source(name) == nil {
				return fmt.Errorf("%s has no source %s", listFile, name)
			}
		}
		if out.Part(p.Name, p.Hash) == nil {
			out.Parts = append(out.Parts, licences.Part{Name: p.Name, Hash: p.Hash, Sources: sources})
		}
	}
	return nil
}
