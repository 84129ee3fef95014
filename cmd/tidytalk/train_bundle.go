//go:build !small

package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/training/train"
)

// leaveOut takes out of parts those that do not fit the others any more, since they were
// trained to read parts that change, and says so, unless they are trained anew.
func leaveOut(c *cli.Context, parts map[string][]byte, changed []string, wantExperts, wantStreams, wantWritten, wantNetwork bool) {
	removed := engine.Invalidates(changed...)
	if wantExperts {
		removed = append(removed, engine.PartExperts)
	}
	if wantStreams {
		removed = append(removed, engine.PartsOf(engine.StreamParts)...)
	}
	if wantWritten {
		removed = append(removed, engine.PartsOf(engine.WrittenParts)...)
	}
	// Without a network a bundle for streams has parts of its own for what the network says of
	// kept words: one that lacks them needs the old network until the new one takes its place, as does a training
	// that goes on from it.
	if wantNetwork && !c.Bool("continue") && (parts[engine.PartPunct] == nil || parts[engine.PartTruecaser] != nil) {
		removed = append(removed, engine.PartNetwork)
	}
	had := func(name string) bool { return parts[name] != nil && slices.Contains(removed, name) }
	if had(engine.PartExperts) && !wantExperts {
		fmt.Fprintln(c.App.ErrWriter, "the experts of the other edit model are left out: 'tidytalk train experts' trains new ones")
	}
	if had(engine.PartPunct) && !wantStreams {
		fmt.Fprintln(c.App.ErrWriter, "the parts for streams are left out, since they were trained with other models: 'tidytalk train punct' trains new ones")
	}
	if had(engine.PartWrittenEdit) && !wantWritten {
		fmt.Fprintln(c.App.ErrWriter, "the parts for punctuated text are left out, since they were trained with other models: 'tidytalk train --parts written' trains new ones")
	}
	if had(engine.PartEditTerms) {
		fmt.Fprintln(c.App.ErrWriter, "the model of repairs with an editing term is left out, since it was trained with other models: 'tidytalk train editing-terms' trains a new one")
	}
	if had(engine.PartNetwork) && !wantNetwork {
		fmt.Fprintln(c.App.ErrWriter, "the network is left out, since it was trained with other models: 'tidytalk train --parts network' trains a new one")
	}
	for _, name := range removed {
		delete(parts, name)
	}
}

// fitted returns a bundle whose settings have a weight for every feature of its engine,
// and none for experts that it lacks.
func fitted(file []byte) ([]byte, error) {
	b, err := engine.Load(file)
	if err != nil {
		return nil, err
	}
	if b.Part(engine.PartSettings) == nil {
		return file, nil
	}
	return b.Fitted()
}

// addExperts trains experts for a bundle and returns it with them.
func addExperts(c *training.Run, bundle []byte, sentences []data.Sentence) ([]byte, error) {
	b, err := c.Load(bundle)
	if err != nil {
		return nil, err
	}
	examples, err := expertExamples(c, b, sentences)
	if err != nil {
		return nil, err
	}
	t := &expertTask{b, examples}
	part, err := t.train(c, experts.DefaultTrainer())
	if err != nil {
		return nil, err
	}
	return withExperts(b, part)
}

// withWritten trains the parts for punctuated text for a bundle and returns it with
// them.
func withWritten(c *training.Run, bundle []byte, sides []data.Side) ([]byte, error) {
	b, err := c.Load(bundle)
	if err != nil {
		return nil, err
	}
	fluent, err := training.MixedText(c.Context, training.MixedWords, false)
	if err != nil {
		return nil, err
	}
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	parts, err := train.Written(c.Ctx(), b, tr, sides, fluent, train.DefaultWrittenConfig())
	if err != nil {
		return nil, err
	}
	return b.With(parts)
}
