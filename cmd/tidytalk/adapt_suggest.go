//go:build !small

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// suggestAbout is what help says of --suggest.
const suggestAbout = `--suggest N chooses, of transcripts in any format or of token TSVs, the N sentences whose
correction would teach most: those in which many words are likely to be wrong for the words
there are to read, and no two alike. They are written as JSON lines (docs/formats.md), with a
few words of what is around them as notes in brackets, in the order of their files. Open
them in the page of 'tidytalk serve', correct what is wrong, and let it learn: the corrections.jsonl
that it offers says of each sentence which file and speaker it is of. With --corpus, the
sentences that are in it are not chosen again.`

func suggestFlag() cli.Flag {
	return &cli.IntFlag{Name: "suggest", Usage: "choose `N` sentences of transcripts to be corrected", DefaultText: "none"}
}

// longestSuggested is the number of words from which a sentence is not chosen: nobody
// judges it at a glance.
const longestSuggested = 80

// suggest writes the sentences of transcripts whose correction would teach most.
func suggest(c *cli.Context) error {
	n := c.Int("suggest")
	switch {
	case !c.IsSet("suggest"):
		return usage.Errorf("say how many sentences to choose with --suggest")
	case n < 1:
		return usage.Errorf("--suggest must be at least 1, not %d", n)
	case c.NArg() == 0:
		return usage.Errorf("name transcripts to choose sentences of, or - for standard input")
	}
	inputs, _, err := findInputs(c.Args().Slice(), "", "", false)
	if err != nil {
		return err
	}
	if err := checkOutputs(inputs, sharedOutput(c.String("output"), c.App.Writer)); err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Explain: true, Jobs: c.Int("jobs")})
	if err != nil {
		return err
	}
	s := suggestions{known: make(map[string]bool)}
	if path := c.String("corpus"); path != "" {
		if err := s.readKnown(path); err != nil {
			return err
		}
	}
	for _, in := range inputs {
		docs, err := documentsOf(c, in.path)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if err := s.add(c.Context, cleaner, d); err != nil {
				return err
			}
		}
	}
	if len(s.candidates) == 0 {
		return fmt.Errorf("there is no sentence in any language that the models adapt to in %s", strings.Join(c.Args().Slice(), ", "))
	}
	chosen := adapt.Suggest(s.candidates, n)
	words, wrong := 0, 0.0
	for _, x := range chosen {
		words, wrong = words+len(s.candidates[x.Candidate].Words), wrong+x.Wrong
	}
	all := 0
	for i := range s.candidates {
		all += len(s.candidates[i].Words)
	}
	fmt.Fprintf(c.App.ErrWriter, "%d of %d sentences with %d of %d words; of 100 words about %.1f are expected to be wrong, %.1f of all\n",
		len(chosen), len(s.candidates), words, all, 100*wrong/float64(max(1, words)), 100*adapt.ExpectedWrong(s.candidates)/float64(max(1, all)))
	if len(chosen) < n {
		fmt.Fprintf(c.App.ErrWriter, "There are no others in which anything is likely to be wrong, and which differ enough.\n")
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error { return s.write(w, chosen) })
}

// named is a transcript with the name that corrections of it are kept under.
type named struct {
	name string
	*transcript.Document
}

// documentsOf reads an input: a transcript, or each conversation of a token TSV.
func documentsOf(c *cli.Context, path string) ([]named, error) {
	if !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".tsv") {
		src, name, err := readInput(c.Context, c.App.Reader, path, formats.Reading{})
		if err != nil {
			return nil, err
		}
		file, err := formats.Read(src, name, "")
		if err != nil {
			return nil, err
		}
		return []named{{filepath.Base(name), file.Document}}, nil
	}
	sides, err := data.ReadTSVFile(path)
	if err != nil {
		return nil, err
	}
	var out []named
	seen := make(map[int]bool)
	for i := range sides {
		conv := sides[i].Conv
		if seen[conv] {
			continue
		}
		seen[conv] = true
		name := cmp.Or(sides[i].Name, strconv.Itoa(conv))
		own := slices.DeleteFunc(slices.Clone(sides), func(s data.Side) bool { return s.Conv != conv })
		out = append(out, named{name, adapt.Document(name, own)})
	}
	return out, nil
}

// suggestions are sentences to choose of.
type suggestions struct {
	docs       []named
	candidates []adapt.Candidate
	places     []suggestedPlace // of the candidates
	known      map[string]bool  // the words of sentences that are corrected already
}

// readKnown reads what is corrected already.
func (s *suggestions) readKnown(path string) error {
	sides, err := adapt.ReadCorpus(path)
	if err != nil {
		return err
	}
	for i := range sides {
		var words []string
		for k := range sides[i].Tokens {
			words = append(words, sides[i].Tokens[k].Text)
			if sides[i].Tokens[k].Boundary != data.NoBoundary {
				s.known[wordsKey(words)] = true
				words = words[:0]
			}
		}
	}
	return nil
}

// wordsKey is the same of sentences of the same words.
func wordsKey(words []string) string { return strings.ToLower(strings.Join(words, " ")) }

// suggestedPlace is where a candidate is.
type suggestedPlace struct {
	doc int
	transcript.Segment
}

// add takes the sentences of a document.
func (s *suggestions) add(ctx context.Context, cleaner *tidytalk.Cleaner, d named) error {
	cleaned, err := cleaner.Clean(ctx, d.Document)
	if err != nil {
		return err
	}
	for _, segment := range cleaned.Segments {
		decisions := cleaned.Decisions[segment.Tokens.Start:segment.Tokens.End]
		if segment.Words.Len() > longestSuggested || slices.ContainsFunc(decisions, func(x data.Decision) bool { return x.Left || x.Chinese || x.Language != nil || x.Would&data.Loops != 0 }) {
			continue
		}
		own := adapt.Candidate{Decisions: decisions}
		for t := segment.Tokens.Start; t < segment.Tokens.End; t++ {
			own.Words = append(own.Words, d.Tokens[t].Text)
		}
		if s.known[wordsKey(own.Words)] {
			continue
		}
		s.candidates = append(s.candidates, own)
		s.places = append(s.places, suggestedPlace{len(s.docs), segment})
	}
	s.docs = append(s.docs, d)
	return nil
}

// suggestedLine is a line of the file: an utterance as JSON lines of transcripts have it.
type suggestedLine struct {
	Speaker string          `json:"speaker,omitempty"`
	Start   *float64        `json:"start,omitempty"`
	End     *float64        `json:"end,omitempty"`
	Words   []suggestedWord `json:"words"`
	From    formats.Taken   `json:"taken_from"`
}

type suggestedWord struct {
	Text  string   `json:"text"`
	Start *float64 `json:"start,omitempty"`
	End   *float64 `json:"end,omitempty"`
}

// write writes what was chosen, in the order of the documents, each in its own.
func (s *suggestions) write(w io.Writer, chosen []adapt.Suggested) error {
	places := make([]int, len(chosen))
	for i, x := range chosen {
		places[i] = x.Candidate
	}
	slices.Sort(places)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	later, last := 0.0, 0.0 // seconds that a document is behind those before it, so that times go on
	doc := 0
	for _, p := range places {
		if own := s.places[p].doc; own != doc {
			doc, later = own, math.Ceil(last)
		}
		line := s.line(&s.places[p], later)
		if line.End != nil {
			last = max(last, *line.End)
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// line returns a sentence as a line.
func (s *suggestions) line(p *suggestedPlace, later float64) *suggestedLine {
	d := s.docs[p.doc]
	turn := &d.Turns[p.Turn]
	out := &suggestedLine{Speaker: turn.Speaker, From: formats.Taken{Document: d.name, Speaker: turn.Speaker, Later: later}}
	if len(s.docs) > 1 {
		out.Speaker = strings.TrimSuffix(d.name+": "+turn.Speaker, ": ")
	}
	seconds := func(x float64) *float64 {
		x = math.Round(1000*(x+later)) / 1000
		return &x
	}
	if before := around(d.Document, p.Words.Start, -1); before != "" {
		out.Words = append(out.Words, suggestedWord{Text: before})
	}
	for w := p.Words.Start; w < p.Words.End; w++ {
		word := &d.Words[w]
		own := suggestedWord{Text: d.Text(word.Bytes)}
		if word.Time.Known {
			own.Start, own.End = seconds(word.Time.Start), seconds(word.Time.End)
		}
		if w > p.Words.Start && d.Words[w-1].Joined {
			last := &out.Words[len(out.Words)-1]
			last.Text += own.Text
			if last.End != nil && own.End != nil {
				last.End = own.End
			}
			continue
		}
		out.Words = append(out.Words, own)
	}
	first, last := d.Lines[d.LineOf(p.Words.Start)].Time, d.Lines[d.LineOf(p.Words.End-1)].Time
	if t := d.Words[p.Words.Start].Time; t.Known {
		first = t
	}
	if t := d.Words[p.Words.End-1].Time; t.Known {
		last = t
	}
	if first.Known && last.Known && first.Start <= last.End {
		out.Start, out.End = seconds(first.Start), seconds(last.End)
	} else {
		out.From.Later = 0
		for i := range out.Words {
			out.Words[i].Start, out.Words[i].End = nil, nil
		}
	}
	if after := around(d.Document, p.Words.End, 1); after != "" {
		out.Words = append(out.Words, suggestedWord{Text: after})
	}
	return out
}

// How many words are shown of what is around a sentence.
const aroundWords = 8

// around returns what is said before a word, or from it on, as a note: of the same turn, or
// who else has just said what. "" where nothing is.
func around(d *transcript.Document, word, step int) string {
	turn := slices.IndexFunc(d.Turns, func(t transcript.Turn) bool {
		return t.Words.Start <= word && word < t.Words.End
	})
	var words []string
	speaker := ""
	switch {
	case step > 0:
		if turn < 0 || d.Turns[turn].Words.Start == word {
			return "" // the turn is at its end
		}
		for w := word; w < min(d.Turns[turn].Words.End, word+aroundWords); w++ {
			words = append(words, d.Text(d.Words[w].Bytes))
		}
		return note(strings.Join(words, " ") + " …")
	case word > d.Turns[turn].Words.Start:
	case turn == 0:
		return ""
	default:
		turn--
		if speaker = d.Turns[turn].Speaker; speaker != "" {
			speaker += ": "
		}
	}
	for w := max(d.Turns[turn].Words.Start, word-aroundWords); w < word; w++ {
		words = append(words, d.Text(d.Words[w].Bytes))
	}
	return note(speaker + "… " + strings.Join(words, " "))
}

// note writes a text in brackets, as a note that nobody says.
func note(text string) string {
	text = strings.NewReplacer("[", "(", "]", ")").Replace(text)
	if len(text) > transcript.LongestNote-2 {
		return ""
	}
	return "[" + text + "]"
}
