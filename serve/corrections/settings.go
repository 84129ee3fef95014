package corrections

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// Carried is a Project that is carried out with other settings beside it: the cleaning.ByHand of a Cleaning.
type Carried struct {
	project *Project
	edit    Edit
}

var _ cleaning.ByHand = (*Carried)(nil)

// Carry lets a cleaning carry a Project out. The settings of the project hold where isSet does not say that the option of the
// name is given otherwise. Errors are those of Edit.Asked.
func (p *Project) Carry(f *cleaning.Cleaning, isSet func(name string) bool) error {
	asked, err := p.Edit.Asked()
	if err != nil {
		return fmt.Errorf("the settings of the corrections: %w", err)
	}
	c := &Carried{p, p.Edit}
	switch {
	case isSet("confidence"):
		c.edit.Confidence = &f.Options.Confidence
	case isSet("level"), isSet("style"):
		c.edit.Confidence = nil
	}
	if !isSet("level") && !isSet("style") {
		f.Options.Level = asked.Options.Level
	}
	f.Options.Level = cmp.Or(f.Options.Level, tidytalk.LevelStandard)
	f.Options.Explain = true // what is saved as decisions has all that is known
	r, own := &f.Rewriting, &asked.Rewriting
	if isSet("style") {
		f.ByHand = c
		return nil
	}
	if !isSet("remove") {
		// What is kept or dropped beside holds of the kinds of the project.
		given := r.Remove &^ data.NoDisfluencies
		kept, dropped := data.DefaultRemoved&^given, given&^data.DefaultRemoved
		if isSet("loops") {
			kept |= data.Loops
		}
		r.Remove = cmp.Or(own.Remove&^data.NoDisfluencies&^kept|dropped, data.NoDisfluencies)
	}
	r.Notes, r.Forms, f.Options.Editors = own.Notes, own.Forms, asked.Options.Editors
	if !isSet("punct") {
		r.Punct = own.Punct
	}
	if !isSet("case") {
		r.Case = own.Case
	}
	if !isSet("numbers") && !isSet("number-style") {
		r.Numbers = own.Numbers
	}
	if !isSet("paragraphs") && !isSet("paragraph-words") {
		r.Paragraphs = own.Paragraphs
	}
	f.ByHand = c
	return nil
}

// Check implements cleaning.ByHand.
func (c *Carried) Check(src, name string) error { return c.project.Check(src, name) }

// Options implements cleaning.ByHand.
func (c *Carried) Options(o tidytalk.Options) tidytalk.Options { return Options(o) }

// Apply implements cleaning.ByHand. What is left out is told.
func (c *Carried) Apply(f *cleaning.Cleaning, file *formats.File, cleaned *tidytalk.Cleaned) (*formats.File, *tidytalk.Cleaned, *formats.Plan) {
	out := c.edit.Apply(f, file, cleaned)
	for _, x := range out.Refused {
		if f.Note != nil {
			f.Note(file.Name, lineOf(file, x.Word), x.What+": left out: "+x.Why)
		}
	}
	return out.File, out.Cleaned, out.Plan
}

// lineOf returns the line of a word in a file, 1 where there is no such word.
func lineOf(file *formats.File, word int) int {
	if doc := file.Document; word >= 0 && word < len(doc.Words) && len(doc.Tokens) > 0 {
		return file.Line(min(doc.Words[word].Tokens.Start, len(doc.Tokens)-1))
	}
	return 1
}

// Sum implements cleaning.ByHand.
func (c *Carried) Sum() string {
	var b bytes.Buffer
	if err := c.project.Write(&b); err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:])
}
