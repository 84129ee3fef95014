package languages

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Taken is what is removed from fluent text of a language: as it is written, and without marks and capitals.
type Taken struct {
	Code         string
	Lines, Words int
	Marked, Bare int      // words
	Copies       [2]int   // of Marked and of Bare, those that are no filled pauses
	Lost         []string // the places, with what is around
}

// Found is how a treebank's filled pauses and repairs are found. Precision of Removed counts all that its annotators call
// disfluent, discourse markers too, as right.
type Found struct {
	Name, Part               string
	Pauses, Edits            metric.Counts
	Pause, Edit              int // that the treebank has
	Words, Removed, NotFound int // NotFound: removed, and neither a filler nor in a repair
	Alone, AloneFound        int // of Pause, those in sentences that are nothing else, which may be answers ("mh, mh."), and those of them that are found
	Lost                     []string
}

// Deciders makes a decider for each language that turns are decided about in.
type Deciders func(code string) (*document.Decider, error)

// FromText measures what is removed from a part ("train", "dev") of the texts of all languages that have a folder: from so many
// lines of each text at most, 0: from all.
func FromText(ctx context.Context, folder, part string, most int, deciders Deciders) ([]Taken, error) {
	var out []Taken
	for _, code := range language.Codes() {
		if code == English {
			continue
		}
		paths, err := filepath.Glob(filepath.Join(folder, "languages", "text", code+"-*."+part+".txt*"))
		if err != nil {
			return nil, err
		}
		t := Taken{Code: code}
		for _, path := range paths {
			lines, err := read(path)
			if err != nil {
				return nil, err
			}
			if most > 0 && len(lines) > most {
				lines = lines[:most]
			}
			for _, file := range turns(lines) {
				if err := t.add(ctx, deciders, file); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// add counts what is removed from the lines of a file.
func (t *Taken) add(ctx context.Context, deciders Deciders, lines []string) error {
	t.Lines += len(lines)
	bare := make([]string, len(lines))
	for i, line := range lines {
		bare[i] = bared(line)
	}
	marked, words, err := t.from(ctx, deciders, lines, 0)
	if err != nil {
		return err
	}
	t.Words, t.Marked = t.Words+words, t.Marked+marked
	without, _, err := t.from(ctx, deciders, bare, 1)
	t.Bare += without
	return err
}

// bared returns a line without punctuation between words, and without capitals.
func bared(line string) string {
	var b strings.Builder
	runes := []rune(strings.ToLower(line))
	letter := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsNumber(runes[i]))
	}
	for i, r := range runes {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || unicode.IsSpace(r) || (r == '\'' || r == '-') && letter(i-1) && letter(i+1) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (t *Taken) from(ctx context.Context, deciders Deciders, lines []string, bare int) (taken, words int, err error) {
	for _, line := range lines { // each is a turn
		doc, gone, err := removedWords(ctx, deciders, t.Code, "A: "+line+"\n")
		if err != nil {
			return 0, 0, err
		}
		for w := range doc.Words {
			tokens := doc.Words[w].Tokens
			if tokens.Len() == 0 {
				continue
			}
			if words++; gone[w] == 0 {
				continue
			}
			taken++
			if gone[w]&data.FilledPauses == 0 {
				t.Copies[bare]++
			}
			t.Lost = append(t.Lost, t.Code+"\t"+[]string{"marked", "bare"}[bare]+"\t"+around(doc, w))
		}
	}
	return taken, words, nil
}

// removedWords decides about a text in a language, and returns for each word what it is removed for.
func removedWords(ctx context.Context, deciders Deciders, code, text string) (*transcript.Document, []data.Disfluencies, error) {
	d, err := deciders(code)
	if err != nil {
		return nil, nil, err
	}
	doc, err := transcript.ParseText(text, "text")
	if err != nil {
		return nil, nil, err
	}
	out, err := d.Decide(ctx, doc)
	if err != nil {
		return nil, nil, err
	}
	gone := make([]data.Disfluencies, len(doc.Words))
	edit := out.Edit(transcript.Rewriting{})
	for t := range doc.Tokens {
		if edit.Removed(t) {
			gone[doc.Tokens[t].Word] = out.Decisions[t].Why
		}
	}
	return doc, gone, nil
}

// around returns a word with those before and behind it.
func around(d *transcript.Document, w int) string {
	const beside = 5
	from, to := max(0, w-beside), min(len(d.Words), w+beside+1)
	return d.Source[d.Words[from].Bytes.Start:d.Words[w].Core.Start] + "<" + d.Text(d.Words[w].Core) + ">" + d.Source[d.Words[w].Core.End:d.Words[to-1].Bytes.End]
}

// FromSpeech measures how the filled pauses and repairs of treebanks are found, in a part ("train", "dev") of each
// whose language has a folder.
func FromSpeech(ctx context.Context, folder, part string, deciders Deciders) ([]Found, error) {
	entries, err := os.ReadDir(filepath.Join(folder, "languages", "repairs"))
	if err != nil {
		return nil, err
	}
	var out []Found
	for _, e := range entries {
		name, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), ".gz"), "."+part+".tsv")
		code := codeOf(name)
		if _, known := language.Of(code); !ok || !known || code == English || strings.HasSuffix(name, ".pairs") {
			continue
		}
		lines, err := read(folder, "languages", "repairs", e.Name())
		if err != nil {
			return nil, err
		}
		f := Found{Name: name, Part: part}
		for len(lines) > 0 {
			n := 1
			for n < len(lines) && conversationOf(lines[n]) == conversationOf(lines[0]) {
				n++
			}
			if err := f.add(ctx, deciders, code, lines[:n]); err != nil {
				return nil, err
			}
			lines = lines[n:]
		}
		out = append(out, f)
	}
	return out, nil
}

// codeOf returns the language of a treebank; of the mixed ones the one that has a folder.
func codeOf(name string) string {
	codes, _, _ := strings.Cut(name, "-")
	for code := range strings.SplitSeq(codes, "_") {
		if _, ok := language.Of(code); ok {
			return code
		}
	}
	return codes
}

func conversationOf(line string) string {
	conv, _, _ := strings.Cut(line, "\t")
	return conv
}

func sentenceOf(line string) string {
	f := strings.SplitN(line, "\t", 4)
	return strings.Join(f[:min(3, len(f))], "\t")
}

// add counts a conversation, of which each sentence is a turn.
func (f *Found) add(ctx context.Context, deciders Deciders, code string, lines []string) error {
	var b strings.Builder
	starts := make([]int, len(lines))
	rows := make([][]string, len(lines))
	var sentences []int // the first row of each
	for i, line := range lines {
		row := strings.Split(line, "\t")
		if len(row) != 11 {
			return fmt.Errorf("%s: %d columns: %s", f.Name, len(row), line)
		}
		if i == 0 || sentenceOf(line) != sentenceOf(lines[i-1]) {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString([]string{"A: ", "B: "}[len(sentences)%2])
			sentences = append(sentences, i)
		}
		rows[i], starts[i] = row, b.Len()
		b.WriteString(row[3])
		if row[8] != "-" {
			b.WriteString(row[8])
		}
		if row[10] != "+" {
			b.WriteByte(' ')
		}
	}
	doc, gone, err := removedWords(ctx, deciders, code, b.String()+"\n")
	if err != nil {
		return err
	}
	sentences = append(sentences, len(rows))
	for k, first := range sentences[:len(sentences)-1] {
		f.addSentence(doc, gone, rows[first:sentences[k+1]], starts[first:sentences[k+1]])
	}
	return nil
}

// addSentence counts a sentence, the rows of which start at places of a document.
func (f *Found) addSentence(doc *transcript.Document, gone []data.Disfluencies, rows [][]string, starts []int) {
	alone := onlyPauses(rows)
	for i, row := range rows {
		w, ok := slices.BinarySearchFunc(doc.Words, starts[i], func(x transcript.Word, at int) int {
			switch {
			case x.Bytes.End <= at:
				return -1
			case x.Bytes.Start > at:
				return 1
			}
			return 0
		})
		why := data.Disfluencies(0)
		if ok {
			why = gone[w]
		}
		f.count(row, why)
		if alone && row[6] == "F" {
			f.Alone, f.AloneFound = f.Alone+1, f.AloneFound+one(why&data.FilledPauses != 0)
		}
		if why != 0 && row[7] == "-" && row[6] == "-" || why == 0 && row[6] == "F" {
			kind := "+"
			if why == 0 {
				kind = "-"
			}
			f.Lost = append(f.Lost, f.Name+"\t"+kind+"\t"+strconv.Quote(row[3])+"\t"+said(rows))
		}
	}
}

// said returns the words of a sentence.
func said(rows [][]string) string {
	var words []string
	for _, row := range rows {
		words = append(words, row[3])
	}
	return strings.Join(words, " ")
}

// onlyPauses reports whether a sentence has only words that are spelled as its filled pauses, which may be answers.
func onlyPauses(rows [][]string) bool {
	pauses := make(map[string]bool)
	for _, row := range rows {
		if row[6] == "F" {
			pauses[row[3]] = true
		}
	}
	return !slices.ContainsFunc(rows, func(row []string) bool { return !pauses[row[3]] })
}

// count counts a token that is removed for something, or kept.
func (f *Found) count(row []string, why data.Disfluencies) {
	pause, edit := row[6] == "F", row[7] == "1"
	f.Words++
	f.Pause, f.Edit = f.Pause+one(pause), f.Edit+one(edit)
	f.Pauses.Add(pause, why&data.FilledPauses != 0)
	f.Edits.Add(edit && !pause, why&(data.Repairs|data.PartialWords) != 0)
	f.Removed += one(why != 0)
	f.NotFound += one(why != 0 && !pause && !edit && row[6] != "D")
}

// WriteTaken writes what is removed from fluent text.
func WriteTaken(w io.Writer, taken []Taken) {
	fmt.Fprintln(w, "| fluent text | lines | words | removed per 1,000 lines: as written | but for filled pauses | without marks and capitals | but for filled pauses |\n|---|---|---|---|---|---|---|")
	for i := range taken {
		t := &taken[i]
		per := func(n int) float64 { return 1000 * float64(n) / float64(max(1, t.Lines)) }
		fmt.Fprintf(w, "| %s | %d | %d | %.2f | %.2f | %.2f | %.2f |\n", t.Code, t.Lines, t.Words, per(t.Marked), per(t.Copies[0]), per(t.Bare), per(t.Copies[1]))
	}
}

// WriteFound writes how filled pauses and repairs are found.
func WriteFound(w io.Writer, found []Found) {
	fmt.Fprintln(w, "| treebank | words | filled pauses | P | R | but for those that are all of a sentence: R | words in repairs | P | R | removed, neither, per 1,000 words |\n|---|---|---|---|---|---|---|---|---|---|")
	for i := range found {
		f := &found[i]
		fmt.Fprintf(w, "| %s %s | %d | %d | %.1f | %.1f | %.1f | %d | %.1f | %.1f | %.2f |\n", f.Name, f.Part, f.Words, f.Pause, 100*f.Pauses.Precision(), 100*f.Pauses.Recall(),
			percent(f.Pauses.TP-f.AloneFound, f.Pause-f.Alone), f.Edit, 100*f.Edits.Precision(), 100*f.Edits.Recall(), 1000*float64(f.NotFound)/float64(max(1, f.Words)))
	}
}
