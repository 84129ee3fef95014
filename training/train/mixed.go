package train

import (
	"bufio"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// MixedSources are the sources of fluent text that the default bundle is trained on:
// those of edited or written text whose licence allows models to be given away.
var MixedSources = []string{"committee", "dailydialog", "multiwoz", "scotus", "sgd", "spacelog", "taskmaster3", "taskmaster4", "topicalchat"}

// ReadMixed reads sentences of fluent text from folders with files SOURCE.train.txt or
// SOURCE.train.txt.gz, each source from the first that has it, whose lines are a speaker's name, a tab and what was said, with
// punctuation: of each source about so many words, from all over the file. Every
// skip-th part is left out, to tune to (0: none is), or, with only, is all that is read.
// Sentences with anything that may be disfluent are left out. Nothing is annotated.
func ReadMixed(folders, sources []string, words, skip int, only bool) ([]data.Sentence, error) {
	var out []data.Sentence
	for _, source := range sources {
		blocks, err := blocksOf(folders, source, words, skip, only)
		if err != nil {
			return nil, err
		}
		sentences, err := writtenSentences(blocks, source, isFluent)
		if err != nil {
			return nil, err
		}
		out = append(out, sentences...)
	}
	return out, nil
}

// ReadTranscribed reads sentences of talk that was written down with punctuation, from folders as those of
// ReadMixed, each source from the first that has it: of each at most so many words, from all over the file.
// Nothing is left out for what may be disfluent, and nothing is annotated.
func ReadTranscribed(folders, sources []string, words int) ([]data.Sentence, error) {
	var out []data.Sentence
	for _, source := range sources {
		blocks, err := blocksOf(folders, source, words, 0, false)
		if err != nil {
			return nil, err
		}
		sentences, err := writtenSentences(blocks, source, func(*data.Sentence) bool { return true })
		if err != nil {
			return nil, err
		}
		out = append(out, sentences...)
	}
	return out, nil
}

// writtenSentences returns the sentences of blocks of lines of a source that have punctuation or case, those of them
// that are taken, and says how people talk in these.
func writtenSentences(blocks [][]string, source string, take func(*data.Sentence) bool) ([]data.Sentence, error) {
	var out []data.Sentence
	var talk data.Talk
	for _, lines := range blocks {
		d, err := transcript.ParseText(strings.Join(lines, "\n")+"\n", source)
		if err != nil {
			return nil, err
		}
		for _, s := range d.Segments(transcript.SegmentAuto) {
			if sentence := d.Sentence(s); sentence.Written != nil && take(&sentence) {
				out = append(out, sentence)
				talk.AddAll(&sentence)
			}
		}
	}
	for i := range out {
		out[i].Talk = talk
	}
	return out, nil
}

// OpenSources are sources of talk, most of it in long turns, whose licences allow commercial use.
var OpenSources = []string{"wh-remarks", "wh-press", "changelog", "gotime", "jsparty", "practicalai", "bitcoin", "hearings", "fedpress", "fedspeech", "sotu", "metamuse"}

// PunctuatedSources are the sources of text with good punctuation that the default bundle learns
// this and case from: those of MixedSources and OpenSources, and speech that was written down word for
// word, with fillers and repairs, none of which is annotated.
var PunctuatedSources = slices.Concat([]string{"earnings21", "earnings22"}, MixedSources, OpenSources)

// uncasedSources are those whose writers often leave capitals out, or, long ago, set more.
var uncasedSources = []string{"topicalchat", "sotu"}

// Punctuated is a turn of text whose punctuation and case are learned from.
type Punctuated struct {
	data.Sentence
	Uncased bool // its case says nothing
}

// ReadPunctuated reads the turns of files of ReadMixed: of each source at most so many words,
// from all over the file, without every skip-th part, or, with only, no others. Nothing is
// left out for what may be disfluent.
func ReadPunctuated(folders, sources []string, words, skip int, only bool) ([]Punctuated, error) {
	var out []Punctuated
	for _, source := range sources {
		blocks, err := blocksOf(folders, source, words, skip, only)
		if err != nil {
			return nil, err
		}
		first := len(out)
		var talk data.Talk
		for _, line := range slices.Concat(blocks...) {
			d, err := transcript.ParseText(line+"\n", source)
			if err != nil {
				return nil, err
			}
			turn := Punctuated{Uncased: slices.Contains(uncasedSources, source)}
			for _, s := range d.Segments(transcript.SegmentAuto) {
				part := d.Sentence(s)
				if part.Written == nil {
					turn.Tokens = nil
					break
				}
				turn.Tokens, turn.Written = append(turn.Tokens, part.Tokens...), append(turn.Written, part.Written...)
			}
			if len(turn.Tokens) > 0 {
				talk.AddAll(&turn.Sentence)
				out = append(out, turn)
			}
		}
		for i := range out[first:] {
			out[first+i].Talk = talk
		}
	}
	return out, nil
}

// blocksOf reads a source with mixedBlocks from the first folder that has it.
func blocksOf(folders []string, source string, words, skip int, only bool) ([][]string, error) {
	folder, err := folderOf(folders, source)
	if err != nil {
		return nil, err
	}
	return mixedBlocks(folder, source, words, skip, only)
}

// mixedBlocks reads a source in blocks of lines: about so many words, evenly from all over
// it, without every skip-th block, or, with only, no others.
func mixedBlocks(folder, source string, words, skip int, only bool) ([][]string, error) {
	lines, err := mixedLines(folder, source)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, l := range lines {
		total += strings.Count(l, " ") + 1
	}
	const block = 20
	blocks := (len(lines) + block - 1) / block
	share := min(1, float64(words)/float64(max(1, total)))
	taken := 0.0
	var out [][]string
	for i := range blocks {
		if skip > 0 && (i%skip == skip-1) != only {
			continue
		}
		if taken += share; taken < 1 && share < 1 {
			continue
		}
		taken -= 1
		out = append(out, lines[i*block:min(len(lines), (i+1)*block)])
	}
	return out, nil
}

// mixedLines reads what was said in the lines of a source.
func mixedLines(folder, source string) ([]string, error) {
	path := filepath.Join(folder, source+".train.txt")
	f, err := packed.Open(path)
	if err != nil {
		return nil, fmt.Errorf("fluent text: %w", err)
	}
	defer f.Close()
	var out []string
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<22)
	for n := 1; scanner.Scan(); n++ {
		line := scanner.Text()
		if line == "" {
			continue
		}
		_, text, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s:%d: a line is a speaker's name, a tab and what was said", path, n)
		}
		out = append(out, text)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

// lang has the word lists that the package reads.
var lang = language.English()

// isFluent reports whether a sentence of edited text has nothing that looks as if an
// editor had left a disfluency in it.
func isFluent(s *data.Sentence) bool {
	before := ""
	for i := range s.Tokens {
		w := strings.ToLower(s.Tokens[i].Text)
		if m := s.Written[i].After; m == data.DashMark || m == data.EllipsisMark || lang.Verbatim[w] || s.Tokens[i].Partial() || w == before && lang.Single[w] {
			return false
		}
		before = w
	}
	return len(s.Tokens) > 0
}

// FindFillers gives the words of fluent sentences the kinds that the bundle's models see in
// them, where what is written does not speak against it: discourse markers and editing
// terms stand between punctuation marks, conjunctions open a sentence. Edited text keeps such words,
// and the corpora that models are trained on call them fillers. It returns the predicted
// tags of the words.
func FindFillers(e *engine.Engine, sentences []data.Sentence, workers int) [][]string {
	tags := make([][]string, len(sentences))
	parallel.Strided(workers, len(sentences), func(_, i int) {
		s := &sentences[i]
		words, at := stages.Words(s)
		found := stages.OnTokens(s, at, e.Stages().Label(&words, false))
		tags[i] = make([]string, len(s.Tokens))
		for j := range found {
			tags[i][j] = found[j].Tag
		}
		for from := 0; from < len(found); {
			to := from + 1
			if found[from].Label != data.F {
				from = to
				continue
			}
			for to < len(found) && found[to].Label == data.F && found[to].Kind == found[from].Kind {
				to++
			}
			opens := from == 0 || s.Written[from-1].After != data.NoMark
			closes := s.Written[to-1].After != data.NoMark && to < len(found)
			if opens && (closes || found[from].Kind == data.Conjunction) {
				for j := from; j < to; j++ {
					s.Tokens[j].Kind = found[j].Kind
				}
			}
			from = to
		}
	})
	return tags
}

// Unpunctuated returns sentences without what is known of how they are written: punctuation
// and capitals.
func Unpunctuated(sentences []data.Sentence) []data.Sentence {
	out := slices.Clone(sentences)
	for i := range out {
		out[i].Written = nil
	}
	return out
}

// Streams of fluent text: sentences of the same source, which have the same Talk, joined
// to sides. Conversations are numbered from -1 down.
func SidesOf(sentences []data.Sentence) []data.Side {
	var out []data.Side
	for i := range sentences {
		s := &sentences[i]
		if i == 0 || s.Talk != sentences[i-1].Talk {
			out = append(out, data.Side{Conv: -1 - len(out), Speaker: 'A'})
		}
		side := &out[len(out)-1]
		for _, t := range s.Tokens {
			t.Boundary = data.NoBoundary
			side.Tokens = append(side.Tokens, t)
		}
		side.Tokens[len(side.Tokens)-1].Boundary = data.Complete
	}
	return out
}

// clone returns a sentence that shares no memory with s.
func clone(s *data.Sentence) data.Sentence {
	out := *s
	out.Tokens, out.Written = slices.Clone(s.Tokens), slices.Clone(s.Written)
	return out
}

// PunctuatedSides returns turns of text as sides of conversations with the punctuation of the text,
// to tune punctuation to. Conversations are numbered from -1 down.
func PunctuatedSides(turns []Punctuated) []data.Side {
	var out []data.Side
	for i := range turns {
		turn := &turns[i]
		words, at := stages.Words(&turn.Sentence)
		if len(at) == 0 {
			continue
		}
		side := data.Side{Conv: -1 - i, Speaker: 'A', Tokens: slices.Clone(words.Tokens), Talk: turn.Talk}
		for j, k := range at {
			t := &side.Tokens[j]
			switch t.Boundary = data.NoBoundary; turn.Written[k].After {
			case data.CommaMark, data.ColonMark, data.DashMark:
				t.Punct = ','
			case data.PeriodMark, data.ExclamationMark, data.EllipsisMark:
				t.Punct, t.Boundary = '.', data.Complete
			case data.QuestionMark:
				t.Punct, t.Boundary = '?', data.Complete
			}
		}
		out = append(out, side)
	}
	return out
}
