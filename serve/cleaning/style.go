package cleaning

import (
	"errors"
	"slices"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/style"
)

// takeStyle lets all be as the style says that a surface asks for. Commands name files, requests have the lines of a style.
func (f *Cleaning) takeStyle(s Source, on Surface) (err error) {
	o := At(on, "style")
	if o == nil || !s.IsSet(o.Name) {
		return nil
	}
	given := s.String(o.Name)
	f.Style = style.Named(given)
	if f.Style == nil && on == CleanCommand {
		f.Style, err = style.ReadFile(given)
	} else if f.Style == nil {
		f.Style, err = style.Find(given)
	}
	switch {
	case on == CleanCommand && errors.Is(err, style.ErrStyle):
		return err // of a file
	case errors.Is(err, style.ErrStyle):
		return wrong(s, "--"+o.Name+": %w", err)
	case err != nil:
		return wrong(s, "--"+o.Name+" %s is none that is built in (%s), and no file can be read: %w", given, prose.Or(style.Names()), err)
	}
	f.Options.Style, f.Options.Level = f.Style, tidytalk.Level(f.Style.Level)
	f.Rewriting = f.Rewriting.In(f.Style)
	f.Rewriting.Remove &^= data.NoDisfluencies // options may add to nothing
	return nil
}

// share says how many editors have to agree about the kinds of data.Editorial that are removed: as many as the style says, or
// else --confidence, which counts before it.
func (f *Cleaning) share(s Source) {
	removed := f.Rewriting.Remove & data.Editorial
	if f.Rewriting.Remove&data.NoDisfluencies != 0 {
		removed = 0
	}
	var shares data.Shares
	if f.Style != nil {
		shares = f.Style.Shares
	}
	shares.Set(data.Editorial&^removed, 0)
	for k := data.Openers; k&data.Editorial != 0; k <<= 1 {
		switch {
		case removed&k == 0:
		case s.IsSet("confidence"):
			shares.Set(k, f.Options.Confidence)
		case shares.Of(k) == 0:
			shares.Set(k, data.DefaultShare)
		}
	}
	f.Options.Editors = shares
}

// fitParagraphs leaves out the paragraphs of a style where there can be none. What is written in the form that it came in is known
// when it is there.
func (f *Cleaning) fitParagraphs(s Source, stream bool) {
	f.fits = f.Rewriting.Paragraphs > 0
	if s.IsSet("paragraphs") || f.From == "tokens" || stream || f.Reflow.On || f.To != "" && !slices.Contains(paragraphed, f.To) {
		f.Rewriting.Paragraphs = 0
	}
}
