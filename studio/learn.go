package studio

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/train"
)

// learnRequest names documents, and says what people have made of them.
type learnRequest struct {
	Documents []struct {
		ID   string      `json:"id"`
		Edit editRequest `json:"edit"`
	} `json:"documents"`
}

// learned is what was learned.
type learned struct {
	settings engine.Settings
	fillers  string // lines of a list
}

// learnResult is what is told of it.
type learnResult struct {
	Engine      string   `json:"engine"`
	Objective   string   `json:"objective"`
	Before      float64  `json:"before"` // of what was learned from, in percent
	After       float64  `json:"after"`
	Held        int      `json:"held"` // sentences that were kept out, to see whether what was learned holds
	HeldBefore  float64  `json:"held_before"`
	HeldAfter   float64  `json:"held_after"`
	Refused     bool     `json:"refused"` // the weights that were found, since they do worse on what was kept out
	Words       int      `json:"words"`
	Corrections int      `json:"corrections"` // of words that go or stay
	Learned     int      `json:"learned"`     // of them, how many the models now make by themselves
	Known       int      `json:"known"`       // and how many they made before
	Lessons     []lesson `json:"lessons"`     // words and phrases that go, or stay, nearly always
	Changes     []change `json:"changes"`
	More        int      `json:"more"` // changes that are not listed
}

// change is a stretch of words whose fate changes.
type change struct {
	Document string  `json:"document"`
	From     int     `json:"from"`
	End      int     `json:"end"`
	Text     string  `json:"text"`
	Before   string  `json:"before"` // stays or goes
	After    string  `json:"after"`
	Sure     rounded `json:"sure"` // that it is right to remove it
}

// mostChanges is how many changes are listed.
const mostChanges = 500

// learn starts to tune the decoder to documents as people have corrected them.
func (s *Studio) learn(r *http.Request) (any, error) {
	var request learnRequest
	if err := decode(r, &request); err != nil {
		return nil, err
	}
	var docs []*corrected
	words, corrections := 0, 0
	for i := range request.Documents {
		x := &request.Documents[i]
		d, err := s.documents.get(x.ID)
		if err != nil {
			return nil, err
		}
		c, err := newCorrected(d, &x.Edit)
		if err != nil {
			return nil, err
		}
		docs = append(docs, c)
		words += len(d.file.Document.Words)
		for k := range x.Edit.Corrections {
			if x.Edit.Corrections[k].Fate != "" {
				corrections++
			}
		}
	}
	if corrections == 0 {
		return nil, badRequest("there is nothing to learn from: nobody has said of a word that it goes or stays")
	}
	x, err := s.jobs.start(func(ctx context.Context, x *job) error { return s.tune(ctx, x, docs, words, corrections) })
	if err != nil {
		return nil, err
	}
	return map[string]string{"job": x.id}, nil
}

// The search for weights: it starts from those in use, and does not go far.
const (
	learnRounds   = 3
	learnRestarts = 8
	learnNear     = 0.5
	learnPrior    = 0.01
	learnMargin   = 2
	// heldBlock is how many sentences are kept out together, every fifth time, where there
	// are leastHeld of them.
	heldBlock = 20
	leastHeld = 200
)

// tune tunes the decoder to documents, and finds what that would change.
func (s *Studio) tune(ctx context.Context, x *job, docs []*corrected, words, corrections int) error {
	say := func(format string, args ...any) {
		x.tell(func(state *jobState) { state.Lines = append(state.Lines, fmt.Sprintf(format, args...)) })
	}
	step := func(name string) {
		x.tell(func(state *jobState) { state.Step, state.Done, state.All = name, 0, 0 })
	}
	step("corpus")
	sides, err := s.writeCorpus(x, docs)
	if err != nil {
		return err
	}
	e, sentences, err := s.toTune(docs, sides, say)
	if err != nil {
		return err
	}
	own, held := sentences, []data.Sentence(nil)
	if len(sentences) >= leastHeld {
		own, held = nil, nil
		for i := range sentences {
			if i/heldBlock%5 == 4 {
				held = append(held, sentences[i])
			} else {
				own = append(own, sentences[i])
			}
		}
	} else {
		say("nothing is kept out to see whether what is learned holds: there are %d sentences, which are few", len(sentences))
	}
	before := s.settingsOf(e)
	o := train.TuneOptions{}
	o.Objective, o.Seed, o.Workers = mert.OverallF1{}, 1, max(1, runtime.GOMAXPROCS(0)/2) // somebody works here
	o.Rounds, o.Restarts, o.Near, o.Prior = learnRounds, learnRestarts, learnNear, learnPrior
	o.Decoder = s.options.Cleaner.Decoder
	o.Decoder.Margin, o.Decoder.Settings = learnMargin, &before
	for name, w := range before.Weights {
		if w == 0 {
			o.Decoder.Without = append(o.Decoder.Without, name) // what has no say is not computed
		}
	}
	slices.Sort(o.Decoder.Without)
	o.Progress = func(done, all int) {
		x.tell(func(state *jobState) { state.Done, state.All = done, all })
	}
	o.Report = func(r mert.Round) {
		say("round %d: F1 %.2f, %d hypotheses, %d of them new", r.Round, 100*r.Decoded, r.Pool, r.Added)
	}
	step("tuning")
	tuned, err := train.Tune(ctx, e, own, o)
	if err != nil {
		return err
	}
	after := e.Fit(tuned.Settings, o.Decoder.Without...)
	// So little text says little of how sure a removal is.
	after.Repairs, after.Fillers = before.Repairs, before.Fillers
	out := &learnResult{Engine: e.Name(), Objective: "overall F1", Words: words, Corrections: corrections, Held: len(held), Changes: []change{}}
	step("scoring")
	for _, score := range []struct {
		sentences []data.Sentence
		settings  *engine.Settings
		to        *float64
	}{{own, &before, &out.Before}, {own, &after, &out.After}, {held, &before, &out.HeldBefore}, {held, &after, &out.HeldAfter}} {
		d := s.options.Cleaner.Decoder
		d.Settings = score.settings
		stats, err := train.Score(ctx, e, score.sentences, engine.LabelOptions{Decoder: d}, o.Workers)
		if err != nil {
			return err
		}
		*score.to = 100 * o.Objective.Value(stats)
	}
	if out.Refused = out.HeldAfter < out.HeldBefore; out.Refused {
		say("the weights that were found do worse on what was kept out: they stay as they are")
		after = before
		after.Engine = e.Name()
	}
	step("comparing")
	if out.Lessons, err = lessonsOf(docs); err != nil {
		return err
	}
	what := &learned{settings: after}
	for _, l := range out.Lessons {
		what.fillers += fmt.Sprintf("%s # %d of %d\n", l.Line, l.Times, l.Of)
	}
	if err := s.compare(ctx, docs, what, out); err != nil {
		return err
	}
	file := fmt.Sprintf("# learned from %d corrections in %d words: overall F1 %.2f before, %.2f after\n", corrections, words, out.Before, out.After)
	if out.Refused {
		file = fmt.Sprintf("# as before: what was learned from %d corrections in %d words did worse on what was kept out\n", corrections, words)
	}
	file += after.String()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.files["settings.txt"], x.files["fillers.txt"] = []byte(file), []byte(what.fillers)
	x.done, x.state.Result = what, out
	return nil
}

// writeCorpus makes a corpus of documents.
func (s *Studio) writeCorpus(x *job, docs []*corrected) ([]data.Side, error) {
	var sides []data.Side
	conv := firstConversation
	for _, c := range docs {
		var own []data.Side
		own, conv = c.sides(conv)
		sides = append(sides, own...)
	}
	var b bytes.Buffer
	if err := data.WriteTSV(&b, sides); err != nil {
		return nil, err
	}
	x.mu.Lock()
	x.files = map[string][]byte{"corpus.tsv": b.Bytes()}
	x.mu.Unlock()
	if s.options.Folder == "" {
		return sides, nil
	}
	name := filepath.Join(s.options.Folder, "corrections-"+time.Now().UTC().Format("20060102-150405")+"-"+x.id[:6]+".tsv")
	file, err := wholefile.Create(name)
	if err != nil {
		return nil, err
	}
	defer file.Discard()
	if _, err := file.Write(b.Bytes()); err != nil {
		return nil, err
	}
	if err := file.Place(name); err != nil {
		return nil, err
	}
	x.tell(func(state *jobState) { state.Lines = append(state.Lines, "the corpus is in "+name) })
	return sides, nil
}

// toTune returns the engine that reads most of the documents, and what it reads of them.
func (s *Studio) toTune(docs []*corrected, sides []data.Side, say func(format string, args ...any)) (*engine.Engine, []data.Sentence, error) {
	b := s.options.Bundle
	words := map[bool]int{}
	for _, c := range docs {
		words[c.punctuated()] += len(c.gold)
	}
	punctuated := words[true] >= words[false]
	if words[!punctuated] > 0 {
		say("text with punctuation and text without are read by decoders of their own: only that of which there is more is learned from")
	}
	var sentences []data.Sentence
	if punctuated {
		e := cmp.Or(b.Engine(engine.Written), b.Sentences())
		for _, c := range docs {
			if c.punctuated() {
				sentences = append(sentences, c.sentences()...)
			}
		}
		return e, sentences, nil
	}
	e, err := b.Streams()
	if err != nil {
		return nil, nil, err
	}
	if words[true] > 0 {
		sides = nil
		for _, c := range docs {
			if !c.punctuated() {
				own, _ := c.sides(firstConversation)
				sides = append(sides, own...)
			}
		}
	}
	timed := slices.ContainsFunc(sides, func(x data.Side) bool { return x.Tokens[0].Timed })
	sentences, err = train.StreamPieces(b, sides, timed, runtime.GOMAXPROCS(0))
	return e, sentences, err
}

// settingsOf returns the settings of an engine that are in use.
func (s *Studio) settingsOf(e *engine.Engine) engine.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := s.options.Cleaner.Settings
	if s.learned != nil {
		settings = append([]engine.Settings{s.learned.settings}, settings...)
	}
	for _, x := range settings {
		if cmp.Or(x.Engine, engine.Sentences) == e.Name() {
			return x
		}
	}
	return e.Settings()
}

// compare finds what was learned changes in documents, before anybody corrects them.
func (s *Studio) compare(ctx context.Context, docs []*corrected, what *learned, out *learnResult) error {
	cleaner, err := s.cleanerWith(what)
	if err != nil {
		return err
	}
	for _, c := range docs {
		cleaned, err := cleaner.Clean(ctx, c.doc.file.Document)
		if err != nil {
			return err
		}
		again := &document{id: c.doc.id, file: c.doc.file, cleaned: cleaned}
		asked := *c.edit
		asked.Corrections = nil
		before, err := asked.fates(c.doc)
		if err != nil {
			return err
		}
		after, err := asked.fates(again)
		if err != nil {
			return err
		}
		for _, x := range c.edit.Corrections {
			if x.Fate == "" {
				continue
			}
			if before[x.Word] == (x.Fate == "goes") {
				out.Known++
			}
			if after[x.Word] == (x.Fate == "goes") {
				out.Learned++
			}
		}
		again.changes(before, after, out)
	}
	return nil
}

// fates returns of each word whether it goes.
func (e *editRequest) fates(d *document) ([]bool, error) {
	plan, err := e.plan(d)
	if err != nil {
		return nil, err
	}
	edit := plan.Edit(d.file.Document)
	out := make([]bool, len(d.file.Document.Words))
	for w := range out {
		out[w] = edit.Why(w) != 0
	}
	return out, nil
}

// changes lists the stretches of words whose fate changes.
func (d *document) changes(before, after []bool, out *learnResult) {
	names := map[bool]string{true: "goes", false: "stays"}
	doc := d.file.Document
	for from := 0; from < len(before); {
		end := from + 1
		if before[from] == after[from] {
			from = end
			continue
		}
		for end < len(before) && before[end] == before[from] && after[end] == after[from] {
			end++
		}
		if len(out.Changes) == mostChanges {
			out.More++
		} else {
			sure := 1.0
			for t := doc.Words[from].Tokens.Start; t < doc.Words[end-1].Tokens.End; t++ {
				sure = min(sure, d.cleaned.Decisions[t].Confidence)
			}
			text := doc.Source[doc.Words[from].Bytes.Start:doc.Words[end-1].Bytes.End]
			out.Changes = append(out.Changes, change{d.id, from, end, text, names[before[from]], names[after[from]], rounded(sure)})
		}
		from = end
	}
}

// setSettings lets transcripts be cleaned with what a job has learned, or, without one, with
// what the models came with. Documents that are open stay as they were decided about.
func (s *Studio) setSettings(r *http.Request) (any, error) {
	var request struct {
		Job *string `json:"job"`
	}
	if err := decode(r, &request); err != nil {
		return nil, err
	}
	if request.Job == nil {
		return struct{}{}, s.use(nil, "")
	}
	x, err := s.jobs.get(*request.Job)
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	done := x.done
	x.mu.Unlock()
	if done == nil {
		return nil, badRequest("the job has learned nothing, or not yet")
	}
	return struct{}{}, s.use(done, x.id)
}
