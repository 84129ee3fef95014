// Command pipes has pipelines for the tests of its parent: labels of documents, and
// conversations turn by turn. What comes of them is files, each whole or not at all.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/periodic"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/text/decisions"
)

var (
	what  = flag.String("pipe", "labels", "labels, streams, live: turns that come one after the other, or gated: the second half of them comes later")
	in    = flag.String("in", "", "`FOLDER` of talks, one file each")
	out   = flag.String("out", "", "`FOLDER` of results")
	every = flag.Duration("every", 2*time.Millisecond, "with --pipe live, let a turn come each `TIME`")
	gate  = flag.String("gate", "", "with --pipe gated, the `FILE` that the second half of the turns waits for")
)

func init() {
	beam.RegisterDoFn(&writeSentences{})
	beam.RegisterDoFn(&writePieces{})
	beam.RegisterDoFn(&writeFailures{})
	beam.RegisterDoFn(&turnsOf{})
	beam.RegisterDoFn(&turnAt{})
	register.Emitter2[string, batch.Turn]()
}

// once writes a file that is not there, and fails if there is one that says something else: what
// a runner does again has to come out the same.
func once(path string, text []byte) error {
	old, err := os.ReadFile(path)
	if err == nil {
		if !bytes.Equal(old, text) {
			return os.WriteFile(path+".conflict", text, 0o644)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	t, err := os.CreateTemp(filepath.Dir(path), ".new")
	if err != nil {
		return err
	}
	defer os.Remove(t.Name())
	_, err = t.Write(text)
	if wrong := t.Close(); err == nil {
		err = wrong
	}
	if err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}

type writeSentences struct{ Out string }

func (x *writeSentences) ProcessElement(s decisions.Sentence) error {
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return once(filepath.Join(x.Out, s.Document, fmt.Sprintf("%06d", s.Index)), append(line, '\n'))
}

type writePieces struct{ Out string }

func (x *writePieces) ProcessElement(p batch.Piece) error {
	path := filepath.Join(x.Out, p.Conversation, fmt.Sprintf("%06d", p.Index))
	if err := once(path, []byte(p.Text)); err != nil || !p.Last {
		return err
	}
	return once(filepath.Join(x.Out, p.Conversation+".last"), fmt.Append(nil, p.Index))
}

type writeFailures struct{ Out string }

func (x *writeFailures) ProcessElement(f batch.Failure) error {
	return once(filepath.Join(x.Out, "failures", filepath.Base(f.Input)), []byte(f.Error))
}

// turns returns the turns of a talk, a line each.
func turns(path string) ([]batch.Turn, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []batch.Turn
	for line := range strings.Lines(string(text)) {
		all = append(all, batch.Turn{Seq: int64(len(all)), Text: line})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s is empty", path)
	}
	all[len(all)-1].Last = true
	return all, nil
}

// turnsOf emits the turns of a talk, the odd ones before the even ones, and the second one twice.
type turnsOf struct{}

func (x *turnsOf) ProcessElement(path string, emit func(string, batch.Turn)) error {
	all, err := turns(path)
	if err != nil {
		return err
	}
	for first := 1; first >= 0; first-- {
		for i := first; i < len(all); i += 2 {
			emit(filepath.Base(path), all[i])
			if i == 1 {
				emit(filepath.Base(path), all[i])
			}
		}
	}
	return nil
}

// turnAt emits the turn that is due, of one talk after the other.
type turnAt struct {
	Talks []string
	cache map[string][]batch.Turn
}

func (x *turnAt) ProcessElement(i int64, emit func(string, batch.Turn)) error {
	path := x.Talks[i%int64(len(x.Talks))]
	all, ok := x.cache[path]
	if !ok {
		var err error
		if all, err = turns(path); err != nil {
			return err
		}
		if x.cache == nil {
			x.cache = make(map[string][]batch.Turn)
		}
		x.cache[path] = all
	}
	if n := i / int64(len(x.Talks)); n < int64(len(all)) {
		emit(filepath.Base(path), all[n])
	}
	return nil
}

func main() {
	if batch.IsWorker(os.Args[1:]) {
		fmt.Fprintln(os.Stderr, "pipes:", batch.Work(os.Args[1:]))
		os.Exit(1)
	}
	flag.Parse()
	beam.Init()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "pipes:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	names, err := filepath.Glob(filepath.Join(*in, "*.txt"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("no talks in %s: %v", *in, err)
	}
	p, s := beam.NewPipelineWithRoot()
	switch *what {
	case "labels":
		var all []batch.Document
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			all = append(all, batch.Document{Name: filepath.Base(name), Text: string(text)})
		}
		sentences, failed := batch.Label(s, beam.Reshuffle(s, beam.CreateList(s, all)), batch.Options{Jobs: 1})
		beam.ParDo0(s, &writeSentences{*out}, sentences)
		beam.ParDo0(s, &writeFailures{*out}, failed)
	case "streams", "live", "gated":
		turns := beam.PCollection{}
		if *what == "streams" {
			turns = beam.ParDo(s, &turnsOf{}, beam.CreateList(s, names))
		} else if turns, err = live(s, names); err != nil {
			return err
		}
		pieces, failed := batch.Streams(s, turns, batch.StreamsOptions{Silence: 24 * time.Hour})
		beam.ParDo0(s, &writePieces{*out}, pieces)
		beam.ParDo0(s, &writeFailures{*out}, failed)
	default:
		return fmt.Errorf("--pipe %s", *what)
	}
	return beamx.Run(ctx, p)
}

// live returns turns of one talk after the other, a PCollection without an end in sight: by the clock, or half of them
// before a gate and half behind it.
func live(s beam.Scope, names []string) (beam.PCollection, error) {
	most := 0
	for _, name := range names {
		all, err := turns(name)
		if err != nil {
			return beam.PCollection{}, err
		}
		most = max(most, len(all))
	}
	var due beam.PCollection
	start := time.Now()
	if *what == "gated" {
		n := int64(len(names))
		due = beam.ParDo(s, &gated{Half: int64(most/2) * n, Most: int64(most) * n, Start: start.UnixMilli(), Gate: *gate}, beam.Impulse(s))
	} else {
		end := start.Add(*every * time.Duration(most*len(names)))
		due = periodic.Sequence(s, beam.Create(s, periodic.NewSequenceDefinition(start, end, *every)))
	}
	return beam.ParDo(s, &turnAt{Talks: names}, due), nil
}
