package formats

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// checkRetyped returns an error if words that people have typed cannot stand in the file: read again, it would say something
// else.
func (f *File) checkRetyped(p *Plan) error {
	if p == nil {
		return nil
	}
	texts := Plan{Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies}.AsWritten(), KeepEmpty: true}
	var typed []string
	for t := range p.Decisions {
		if text := transcript.Retyped(&p.Decisions[t]); text != "" {
			if texts.Decisions == nil {
				texts.Decisions = make([]data.Decision, len(p.Decisions))
			}
			texts.Decisions[t].ByHand = &data.ByHand{Text: text}
			if t > 0 && p.Decisions[t-1].ByHand == p.Decisions[t].ByHand {
				texts.Decisions[t].ByHand = texts.Decisions[t-1].ByHand
				continue
			}
			typed = append(typed, fmt.Sprintf("%q", text))
		}
	}
	if typed == nil {
		return nil
	}
	want := f.saying(func(w int) string {
		tokens := f.Document.Words[w].Tokens
		if tokens.Len() == 0 {
			return ""
		}
		return transcript.Retyped(&texts.Decisions[tokens.Start])
	})
	again, err := f.again(f.Rewrite(&texts))
	if err == nil && again.saying(func(int) string { return "" }) == want {
		return nil
	}
	if len(typed) > 3 {
		typed = append(typed[:3], "...")
	}
	return fmt.Errorf("%s cannot say what was typed in place of words (%s) in its own form (%s), where it would be read otherwise: type it without blanks and signs, or save it in another form, such as text", f.Name, strings.Join(typed, ", "), f.Format.Title())
}

// saying returns all that is said, in the order of the file, without blanks; typed returns what is in place of a word.
func (f *File) saying(typed func(word int) string) string {
	d := f.Document
	var b strings.Builder
	for _, w := range f.inOrder() {
		word := &d.Words[w]
		text := d.Text(word.Bytes)
		if own := typed(w); own != "" {
			text = d.Source[word.Bytes.Start:word.Core.Start] + own + d.Source[word.Core.End:word.Bytes.End]
		}
		for _, r := range text {
			if !unicode.IsSpace(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
