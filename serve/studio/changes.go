//go:build !page

package studio

import "context"

// change is a stretch of words whose fate changes.
type change struct {
	Document   string  `json:"document"`
	From       int     `json:"from"`
	End        int     `json:"end"`
	Text       string  `json:"text"`
	Before     string  `json:"before"` // stays or goes
	After      string  `json:"after"`
	Confidence rounded `json:"confidence"` // that it is right to remove it
}

// mostChanges is how many changes are listed.
const mostChanges = 500

// compare finds what was learned changes in documents, before anybody corrects them.
func (s *Studio) compare(ctx context.Context, docs []*corrected, what *learned, out *learnResult) error {
	cleaner, err := s.cleanerWith(what, nil)
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
		after, err := fates(again, &asked)
		if err != nil {
			return err
		}
		for _, x := range c.edit.Corrections {
			if x.Fate == "" {
				continue
			}
			if c.before[x.Word] == (x.Fate == "goes") {
				out.Known++
			}
			if after[x.Word] == (x.Fate == "goes") {
				out.Learned++
			}
		}
		again.changes(c.before, after, out)
	}
	return nil
}

// fates returns of each word whether it is removed.
func fates(d *document, e *editRequest) ([]bool, error) {
	is, err := d.apply(e)
	if err != nil {
		return nil, err
	}
	edit := is.Plan.Edit(is.File.Document)
	out := make([]bool, len(is.File.Document.Words))
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
			confidence := 1.0
			for t := doc.Words[from].Tokens.Start; t < doc.Words[end-1].Tokens.End; t++ {
				confidence = min(confidence, d.cleaned.Decisions[t].Confidence)
			}
			text := doc.Source[doc.Words[from].Bytes.Start:doc.Words[end-1].Bytes.End]
			out.Changes = append(out.Changes, change{d.id, from, end, text, names[before[from]], names[after[from]], rounded(confidence)})
		}
		from = end
	}
}
