package studio

import (
	"context"
	"encoding/json"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/corrections"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// editRequest says what is removed, how the rest is written, and what people have changed.
type editRequest = corrections.Edit

// correction is what people have decided about a word.
type correction = corrections.Word

// apply returns a document as a request wants it.
func (d *document) apply(e *editRequest) (*corrections.Result, error) {
	f, err := asked(e)
	if err != nil {
		return nil, err
	}
	return e.Apply(f, d.file, d.cleaned), nil
}

// asked returns what the settings of a request say.
func asked(e *editRequest) (*cleaning.Cleaning, error) {
	f, err := e.Asked()
	if err != nil {
		return nil, badRequest("%w", err)
	}
	return f, nil
}

// interactive is the size of requests on whose answer somebody waits with the mouse in his hand: they
// are small, whatever the document is.
const interactive = 0

// edited says what the text becomes. Maps are by the number of the word.
type edited struct {
	Gone    [][2]int       `json:"gone"` // stretches of removed words
	Lead    map[int]string `json:"lead"` // of kept words, where it is not that of the source
	Core    map[int]string `json:"core"`
	Trail   map[int]string `json:"trail"`
	Joined  []int          `json:"joined"`  // words written without the blank that is before them
	Numbers map[int]number `json:"numbers"` // words written as one form
	Opens   []int          `json:"opens"`   // words that open a paragraph within their turn
	Counts  []int          `json:"counts"`  // removed words, by kind
	Left    int            `json:"left_words"`
	// Where people have changed them, who speaks, when, and in which lines, as in columns.
	Speakers []string `json:"speakers,omitempty"`
	Turns    [][3]int `json:"turns,omitempty"`
	Lines    []line   `json:"lines,omitempty"`
	// Refused is what of the request is left out.
	Refused []corrections.Refused `json:"refused"`
}

// number is the last word that a number in digits is written for, and its form.
type number struct {
	last int
	form string
}

// MarshalJSON writes [last word, form].
func (n number) MarshalJSON() ([]byte, error) { return json.Marshal([]any{n.last, n.form}) }

// edit answers with what the text becomes.
func (s *Studio) edit(r *web.Request) (any, error) {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	defer fault.Name(d.file.Name)
	var e editRequest
	if err := decode(r, &e); err != nil {
		return nil, err
	}
	var out *edited
	err = s.options.Work(r, interactive, func(context.Context) error {
		is, err := d.apply(&e)
		if err == nil {
			out = edits(is)
			if is.File != d.file {
				out.Speakers, out.Turns, out.Lines = turnsOf(is.File.Document)
			}
		}
		return err
	})
	return out, err
}

// edits returns what the text becomes.
func edits(is *corrections.Result) *edited {
	doc := is.File.Document
	e := is.Plan.Edit(doc)
	counts := e.Counts()
	out := &edited{
		Gone: [][2]int{}, Lead: map[int]string{}, Core: map[int]string{}, Trail: map[int]string{}, Joined: []int{},
		Numbers: map[int]number{}, Opens: []int{}, Counts: counts[:],
		Refused: is.Refused,
	}
	next := 0 // the first word of which nothing is said
	removed := func(to int) {
		if next < to {
			out.Gone = append(out.Gone, [2]int{next, to})
		}
	}
	different := func(to map[int]string, word int, is, was string) {
		if is != was {
			to[word] = is
		}
	}
	var kept []transcript.KeptWord
	for l := range doc.Lines {
		kept = e.Kept(kept[:0], l)
		for _, k := range kept {
			removed(k.Word)
			next = max(next, k.Last+1)
			w := &doc.Words[k.Word]
			if k.Opens {
				out.Opens = append(out.Opens, k.Word)
			}
			if w.Tokens.Len() == 0 {
				continue
			}
			out.Left++
			if k.Tight && k.Word > 0 && doc.Words[k.Word-1].Bytes.End < w.Bytes.Start {
				out.Joined = append(out.Joined, k.Word)
			}
			different(out.Lead, k.Word, k.Lead, doc.Source[w.Bytes.Start:w.Core.Start])
			different(out.Trail, k.Word, k.Trail, doc.Source[w.Core.End:w.Bytes.End])
			if k.Last > k.Word {
				out.Numbers[k.Word] = number{k.Last, k.Core}
			} else {
				different(out.Core, k.Word, k.Core, doc.Text(w.Core))
			}
		}
	}
	removed(len(doc.Words))
	return out
}
