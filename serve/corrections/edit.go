package corrections

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Edit says what is removed, how the rest is written, and what people have changed by hand. Words are numbered as in
// transcript.Document.Words. The zero value removes what is removed by default.
type Edit struct {
	Style       string            `json:"style,omitempty"` // a name, or the lines of one; what else is said here counts before it
	Remove      *[]string         `json:"remove"`          // kinds; none given: those of the style, or that are removed by default
	Level       string            `json:"level"`           // "": standard
	Confidence  *float64          `json:"confidence"`      // the least of what is removed, in place of a level
	Punct       string            `json:"punct"`
	Case        string            `json:"case"`
	Numbers     string            `json:"numbers"`
	Paragraphs  int               `json:"paragraphs"` // words of one, about; 0: turns are not broken
	Corrections []Word            `json:"corrections"`
	Speakers    map[string]string `json:"speakers"` // labels in the file, and what they become everywhere
	Turns       []Turn            `json:"turns"`
	Times       []Time            `json:"times"`
	Comments    []Comment         `json:"comments"`
}

// Word is a transcript.Correction.
type Word struct {
	Word int     `json:"word"`
	Fate string  `json:"fate"` // "stays", "goes", or "": what the models say
	Kind string  `json:"kind"` // of what is removed
	Mark *string `json:"mark"`
	Form string  `json:"form"`
	Text *string `json:"text"` // typed in place of the word; never empty
	// Sound is "stays" where the recording keeps the word that the text loses; "": it is as the text.
	Sound string `json:"sound,omitempty"`
}

// Turn is a turn that begins with a word, or does so no more.
type Turn struct {
	Word int `json:"word"`
	// Opens says whether a turn begins there: a longer one is cut in two; false: it goes on the one before. nil: as it is.
	Opens *bool `json:"opens"`
	// Speaker is who says the turn, as it is to be called; "" is nobody known. nil: who has said it.
	Speaker *string `json:"speaker"`
}

// Time is when a line (a subtitle, an utterance), by its first word, is said, in seconds.
type Time struct {
	Word  int     `json:"word"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
}

// Comment is a note about the words from From to before End.
type Comment struct {
	From      int    `json:"from"`
	End       int    `json:"end"`
	Text      string `json:"text"`      // "": a highlight alone
	Highlight string `json:"highlight"` // a colour; "": none
}

// Parts of an Edit of which something may be refused.
const (
	OfWords    = "corrections"
	OfSpeakers = "speakers"
	OfTurns    = "turns"
	OfTimes    = "times"
	OfComments = "comments"
)

// Refused is a part of an Edit that cannot be carried out, and is left out.
type Refused struct {
	What string `json:"what"` // one of OfWords and the like
	Word int    `json:"word"`
	Why  string `json:"why"`
}

// Asked returns what the settings say of the options of cleaning, but for the confidence. Errors say which setting is wrong.
func (e *Edit) Asked() (*cleaning.Cleaning, error) {
	values := make(url.Values)
	for name, value := range map[string]string{"style": e.Style, "level": e.Level, "punct": e.Punct, "case": e.Case, "numbers": e.Numbers} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if e.Remove != nil {
		values.Set("remove", strings.Join(append(slices.Clone(*e.Remove), "none"), ","))
	}
	if e.Paragraphs != 0 {
		values.Set("paragraphs", "")
		values.Set("paragraph-words", strconv.Itoa(e.Paragraphs))
	}
	q, err := cleaning.NewQuery(values, cleaning.Page)
	if err != nil {
		return nil, err
	}
	f, err := cleaning.Parse(q, cleaning.Page, tidytalk.Options{}, false)
	if err != nil {
		return nil, err
	}
	f.Rewriting.Paragraphs = e.Paragraphs // 0 is said, too
	f.Options.Level = cmp.Or(f.Options.Level, tidytalk.LevelStandard)
	if e.Confidence != nil {
		if least := *e.Confidence; !(least >= 0 && least <= 1) {
			return nil, fmt.Errorf("confidence: %v is no probability: use one from 0 to 1", least)
		}
	}
	return f, nil
}

// words returns what people have corrected of words, with the places in e.Corrections that they are of, and what is refused
// of it before the document is looked at.
func (e *Edit) words() (out []transcript.Correction, at []int, refused []refusal) {
	for i := range e.Corrections {
		c := &e.Corrections[i]
		x, err := c.correction()
		if err != nil {
			refused = append(refused, refusal{i, Refused{OfWords, c.Word, err.Error()}})
			continue
		}
		out, at = append(out, x), append(at, i)
	}
	return out, at, refused
}

// correction returns the correction that it is.
func (c *Word) correction() (transcript.Correction, error) {
	x := transcript.Correction{Word: c.Word, Mark: c.Mark, Form: c.Form}
	switch c.Fate {
	case "":
	case "stays":
		x.Fate = transcript.Keep
	case "goes":
		x.Fate = transcript.Remove
	default:
		return x, fmt.Errorf("word %d has the unknown fate %q: use stays or goes", c.Word, c.Fate)
	}
	switch c.Sound {
	case "":
	case "stays":
		x.Heard = true
	default:
		return x, fmt.Errorf("the sound of word %d is %q: use stays, or leave it out", c.Word, c.Sound)
	}
	if c.Kind != "" {
		kind, err := data.ParseDisfluencies(c.Kind)
		if err != nil {
			return x, fmt.Errorf("word %d: %w", c.Word, err)
		}
		x.Kind = kind
	}
	if c.Text != nil {
		if x.Text = *c.Text; strings.TrimSpace(x.Text) == "" {
			return x, fmt.Errorf("nothing is typed in place of word %d: type its letters, or remove it", c.Word)
		}
	}
	return x, nil
}
