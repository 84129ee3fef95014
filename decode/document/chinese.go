package document

import (
	"context"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// openChinese makes the decider ready for Chinese, if the bundle has models for it, and
// returns an error where it has none and the options ask for them.
func (d *Decider) openChinese(b *engine.Bundle) error {
	if b.Part(engine.PartChinese) != nil {
		d.chinese = sync.OnceValues(d.pipeline.Chinese)
	}
	if d.options.Language == langid.Chinese && d.chinese == nil {
		return fmt.Errorf("%w: %w", engine.ErrOptions, engine.ErrNoChinese)
	}
	return nil
}

// knows reports whether text of a language is decided about.
func (d *Decider) knows(code string) bool {
	return code == langid.English || code == langid.Chinese && d.chinese != nil || d.turns.of(code) != nil
}

// foreign reports whether the options say that all is in a language that nothing is known of.
func (d *Decider) foreign() bool { return d.options.Language != "" && !d.knows(d.options.Language) }

// decideChinese decides about a segment of Chinese text.
func (w *work) decideChinese(ctx context.Context, s *segment) error {
	chinese, err := w.chinese()
	if err != nil {
		return err
	}
	units, at := chineseUnits(w.doc, s.Segment, w.loops)
	if err := chinese.Decide(ctx, units, func(i int) *data.Decision { return &w.decisions[at[i]] }); err != nil {
		return err
	}
	for _, first := range at {
		spread(w.decisions, w.doc.Words[w.doc.Tokens[first].Word].Tokens)
	}
	return nil
}

// spread puts the decision about a word, which is that about its first token, into those
// about all of them.
func spread(decisions []data.Decision, tokens transcript.Span) {
	for t := tokens.Start + 1; t < tokens.End; t++ {
		decisions[t] = decisions[t-1]
		before := &decisions[t-1]
		before.Punct, before.End, before.EndPunct, before.Signs = data.NoPunct, false, data.NoPunct, nil
		if t == tokens.Start+1 && decisions[t].Signs != nil {
			before.Signs, decisions[t].Signs = decisions[t].Signs.Parted()
		}
	}
}

// chineseUnits returns the units of a segment, and the first token of each. Words begin
// behind blanks and punctuation; where there are blanks between all characters, they tell nothing.
func chineseUnits(d *transcript.Document, s transcript.Segment, loops *loops) (units []pipeline.ChineseUnit, at []int) {
	apart := blanksPart(d, s.Words)
	begins := true
	for w := s.Words.Start; w < s.Words.End; w++ {
		word := &d.Words[w]
		if word.Tokens.Len() == 0 || loops.again(word.Tokens.Start) {
			if n := len(units); n > 0 && word.Tokens.Len() == 0 && word.Core.End < word.Bytes.End {
				units[n-1].Marked = true // behind a note
			}
			begins = true
			continue
		}
		lead, trail := word.Bytes.Start < word.Core.Start, word.Core.End < word.Bytes.End
		within := trail && word.Joined && isMiddleDot(d.Source[word.Core.End:word.Bytes.End])
		trail = trail && !within
		units = append(units, pipeline.ChineseUnit{Text: d.Text(word.Core), Apart: begins || lead, Marked: trail, Ends: word.Final, Within: within})
		if n := len(units); lead && n > 1 {
			units[n-2].Marked = true
		}
		at = append(at, word.Tokens.Start)
		begins = trail || apart && !word.Joined
	}
	return units, at
}

// isMiddleDot reports whether a punctuation mark stands between the parts of a foreign name:
// "哈利·波特".
func isMiddleDot(mark string) bool {
	return mark == "·" || mark == "‧" || mark == "・" || mark == "•"
}

// blanksPart reports whether blanks between Chinese characters part words: not all
// characters have one between them.
func blanksPart(d *transcript.Document, words transcript.Span) bool {
	const most = 10 // blanks for each place without one
	blanks, none := 0, 0
	before := false // a Chinese character without punctuation
	for w := words.Start; w < words.End; w++ {
		word := &d.Words[w]
		han := language.HasHan(d.Text(word.Core))
		if before && han {
			if d.Words[w-1].Joined {
				none++
			} else {
				blanks++
			}
		}
		before = han && word.Core.End == word.Bytes.End
	}
	return blanks <= most*none
}

// chineseTokens decides about the words of a sentence that are known.
func (d *Decider) chineseTokens(ctx context.Context, words []data.Token) (Sentence, error) {
	chinese, err := d.chinese()
	if err != nil {
		return Sentence{}, err
	}
	var units []pipeline.ChineseUnit
	var token []int
	for i := range words {
		rest := words[i].Text
		for first := true; rest != ""; first = false {
			// A token is a Chinese word, or one of another script, which is a unit.
			n := language.NextHan(rest)
			if n == 0 {
				_, n = utf8.DecodeRuneInString(rest)
			}
			units = append(units, pipeline.ChineseUnit{Text: rest[:n], Apart: first, Within: n < len(rest)})
			token, rest = append(token, i), rest[n:]
		}
	}
	decided := make([]data.Decision, len(units))
	if err := chinese.Decide(ctx, units, func(i int) *data.Decision { return &decided[i] }); err != nil {
		return Sentence{}, err
	}
	out := Sentence{Decisions: make([]data.Decision, len(words)), Restored: true}
	for i := range units {
		d := &out.Decisions[token[i]]
		signs := data.JoinSigns(d.Signs, decided[i].Signs)
		*d = decided[i]
		d.Signs = signs
	}
	return out, nil
}
