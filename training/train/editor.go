package train

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// EditorConfig says how the model of an editor is trained.
type EditorConfig struct {
	editor.Trainer
	Report func(stages.Event)
}

// editorStep names the step.
const editorStep = "editor"

// EditorTexts collects what editors have made of transcripts, as examples for the model of an editor.
type EditorTexts struct {
	Examples []editor.Example
	decider  *document.Decider
	groups   map[string]int // of transcripts, by name
}

// NewEditorTexts returns a collection. d takes out what is taken out before; its decisions must have posteriors.
func NewEditorTexts(d *document.Decider) *EditorTexts {
	return &EditorTexts{decider: d, groups: make(map[string]int)}
}

// EditorBase counts what is taken out before, of turns where the editor did nothing but take out words.
type EditorBase struct{ Taken, Right, Gone int }

func (b *EditorBase) add(taken, gone bool) {
	if taken {
		b.Taken++
	}
	if gone {
		b.Gone++
	}
	if taken && gone {
		b.Right++
	}
}

// AddPairs adds pairs: see ComparePairs.
func (e *EditorTexts) AddPairs(ctx context.Context, pairs []Pair) (EditorBase, error) {
	var base EditorBase
	compared, err := ComparePairs(pairs)
	if err != nil {
		return base, err
	}
	for i := range compared {
		if err := e.add(ctx, &compared[i], 0, &base); err != nil {
			return base, err
		}
	}
	return base, nil
}

// mostListening is how many words a turn has at most that may be one of listening.
const mostListening = 4

// AddTranscripts adds the short turns of a conversation in two transcripts, what was said and what the editor made of it: those
// that may be of listening alone, which pairs do not show. In longer turns two whole transcripts differ in too much else.
func (e *EditorTexts) AddTranscripts(ctx context.Context, name string, said, edited *transcript.Document) (EditorBase, error) {
	var base EditorBase
	c := CompareTranscripts(name, said, edited)
	return base, e.add(ctx, &c, mostListening, &base)
}

// AddFluent adds a transcript from which nobody would take out anything.
func (e *EditorTexts) AddFluent(ctx context.Context, d *transcript.Document) error {
	c := CompareTranscripts(d.Name, d, d)
	return e.add(ctx, &c, 0, new(EditorBase))
}

// add adds the turns of a transcript, with most above 0 those of at most so many words about all of which something is known.
func (e *EditorTexts) add(ctx context.Context, c *Compared, most int, base *EditorBase) error {
	said, kept, changed := c.Said, c.Kept, c.Changed
	cleaned, err := e.decider.Decide(ctx, said)
	if err != nil {
		return err
	}
	group, ok := e.groups[c.Name]
	if !ok {
		group = len(e.groups)
		e.groups[c.Name] = group
	}
	pure := make([]bool, len(said.Turns))
	for i := range said.Turns {
		s := tokensOf(said, &said.Turns[i])
		if most > 0 && s.Len() > most {
			continue
		}
		pure[i] = c.Pure(i)
		for t := s.Start; t < s.End && pure[i]; t++ {
			base.add(cleaned.Decisions[t].Why&data.DefaultRemoved != 0, !kept[t])
		}
	}
	for _, t := range cleaned.EditorTexts() {
		example := editor.Example{Text: t.Text, Joined: t.Joined, Group: group, Pure: pure[t.Turn]}
		for _, at := range t.Tokens {
			example.Gone = append(example.Gone, !kept[at] && !changed[at])
			example.Known = append(example.Known, kept[at] || !changed[at])
		}
		if most > 0 && (len(example.Words) > most || slices.Contains(example.Known, false)) {
			continue
		}
		e.Examples = append(e.Examples, example)
	}
	return nil
}

// Editor trains the model of what an editor takes out besides, as a file, and returns, too, what models say of the
// examples that have not seen their transcript. The result does not depend on the number of workers.
func Editor(ctx context.Context, examples []editor.Example, c EditorConfig) ([]byte, []editor.Held, error) {
	if c.Report == nil {
		c.Report = func(stages.Event) {}
	}
	c.Trainer.Report = func(fold, step int, objective float64) {
		name := editorStep
		if fold > 0 {
			name = fmt.Sprintf("%s, fold %d of %d", editorStep, fold, c.Folds)
		}
		e := stages.Event{Step: name, Passes: c.Steps}
		e.Pass, e.Objective = step, objective
		c.Report(e)
	}
	m, held, err := c.Train(ctx, examples)
	if err != nil {
		return nil, nil, err
	}
	config, err := json.Marshal(map[string]any{"l2": c.L2, "steps": c.Steps, "folds": c.Folds, "least": c.Least, "examples": len(examples)})
	if err != nil {
		return nil, nil, err
	}
	file, err := m.Marshal(string(config))
	return file, held, err
}
