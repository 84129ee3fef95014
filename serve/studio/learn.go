//go:build !page

package studio

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// learnRequest names documents, and says what people have made of them.
type learnRequest struct {
	Documents []struct {
		ID   string      `json:"id"`
		Edit editRequest `json:"edit"`
	} `json:"documents"`
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
	Gained      int      `json:"gained"`  // words fewer that are wrong among what was kept out
	Refused     bool     `json:"refused"` // the weights that were found, since they do worse on what was kept out, or hardly better
	TooFew      int      `json:"too_few"` // corrections that are missing for weights to be learned; 0: there are enough
	Words       int      `json:"words"`
	Corrections int      `json:"corrections"` // of words removed or kept
	Learned     int      `json:"learned"`     // of them, how many the models now make by themselves
	Known       int      `json:"known"`       // and how many they made before
	Lessons     []lesson `json:"lessons"`     // words and phrases that are removed, or kept, nearly always
	Changes     []change `json:"changes"`
	More        int      `json:"more"` // changes that are not listed
}

// learnRoutes says what answers requests about learning.
func (s *Studio) learnRoutes() {
	s.mux.HandleFunc("POST /studio/learn", s.answer(s.learn))
	s.mux.HandleFunc("GET /studio/jobs/{id}", s.answer(s.job))
	s.mux.HandleFunc("DELETE /studio/jobs/{id}", s.answer(s.stopJob))
	s.mux.HandleFunc("GET /studio/jobs/{id}/{file}", s.jobFile)
	s.mux.HandleFunc("POST /studio/settings", s.answer(s.setSettings))
}

// learn starts to tune the decoder to documents as people have corrected them.
func (s *Studio) learn(r *web.Request) (any, error) {
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
		return nil, badRequest("there is nothing to learn from: nobody has removed a word or kept one")
	}
	x, err := s.jobs.start(func(ctx context.Context, x *job) error { return s.work(ctx, x, docs, words, corrections) })
	if err != nil {
		return nil, err
	}
	return map[string]string{"job": x.id}, nil
}

// work learns from documents, and finds what that changes.
func (s *Studio) work(ctx context.Context, x *job, docs []*corrected, words, corrections int) error {
	x.step("corpus")
	sides, err := s.writeCorpus(x, docs)
	if err != nil {
		return err
	}
	out := &learnResult{Words: words, Corrections: corrections, Changes: []change{}}
	what := &learned{}
	if what.settings, err = s.tune(ctx, x, docs, sides, out); err != nil {
		return err
	}
	x.step("comparing")
	out.Lessons = lessonsOf(docs)
	for _, l := range out.Lessons {
		what.fillers += fmt.Sprintf("%s # %d of %d\n", l.Line, l.Times, l.Of)
	}
	if err := s.compare(ctx, docs, what, out); err != nil {
		return err
	}
	head := fmt.Sprintf("# learned from %d corrections in %d words: %s %.2f before, %.2f after\n", corrections, words, out.Objective, out.Before, out.After)
	if out.Refused || out.TooFew > 0 {
		head = fmt.Sprintf("# as before: what was learned from %d corrections in %d words did no better on what was kept out\n", corrections, words)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.files["settings.txt"], x.files["fillers.txt"] = []byte(head+what.settings.String()), []byte(what.fillers)
	x.done, x.state.Result = what, out
	return nil
}

// writeCorpus makes a corpus of documents, as corrections and as a token TSV.
func (s *Studio) writeCorpus(x *job, docs []*corrected) ([]data.Side, error) {
	lines := linesOf(docs)
	sides, err := sidesOf(lines)
	if err != nil {
		return nil, err
	}
	var tsv, jsonl bytes.Buffer
	if err := data.WriteTSV(&tsv, sides); err != nil {
		return nil, err
	}
	for i := range lines {
		if err := decisions.Write(&jsonl, &lines[i]); err != nil {
			return nil, err
		}
	}
	x.mu.Lock()
	x.files = map[string][]byte{"corpus.tsv": tsv.Bytes(), "corrections.jsonl": jsonl.Bytes()}
	x.mu.Unlock()
	if s.options.Folder == "" {
		return sides, nil
	}
	name := filepath.Join(s.options.Folder, "corrections-"+time.Now().UTC().Format("20060102-150405")+"-"+x.id[:6])
	for _, file := range []struct {
		ending string
		holds  []byte
	}{{".jsonl", jsonl.Bytes()}, {".tsv", tsv.Bytes()}} {
		if err := keep(name+file.ending, file.holds); err != nil {
			return nil, err
		}
		x.say("the corpus is in %s", name+file.ending)
	}
	return sides, nil
}

// setSettings lets transcripts be cleaned with what a job has learned, or, without one, with
// what the models came with. Documents that are open keep their decisions.
func (s *Studio) setSettings(r *web.Request) (any, error) {
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
