package batch

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Document is a transcript in memory: the content of a file, of any format that tidytalk
// knows, and the name of it, whose ending helps to tell the format. A binary document, such as
// one of Word, is no text of a schema: clean it as a file.
type Document struct {
	Name string `beam:"name"`
	Text string `beam:"text"`
}

// Cleaned is what became of a Document.
type Cleaned struct {
	Name  string `beam:"name"` // that of the document
	Text  string `beam:"text"` // in its format, or in that of the setting "to"
	Words int64  `beam:"words"`
	Left  int64  `beam:"words_left"`
}

// Failure is a dead letter: what could not be cleaned, and why.
type Failure struct {
	Input string `beam:"input" json:"input"`         // path of the file, or name of the document
	Line  int64  `beam:"line" json:"line,omitempty"` // of the input, from 1, where it is known
	Error string `beam:"error" json:"error"`         // for people
	// Output is the place that its result would have had, of files; "" where there is none.
	Output string `beam:"output" json:"output,omitempty"`
}

func init() {
	beam.RegisterType(reflect.TypeFor[Document]())
	beam.RegisterType(reflect.TypeFor[Cleaned]())
	beam.RegisterType(reflect.TypeFor[Failure]())
	beam.RegisterType(reflect.TypeFor[decisions.Sentence]())
	beam.RegisterDoFn(&cleanDocuments{})
	beam.RegisterDoFn(&labelDocuments{})
	register.Emitter2[beam.EventTime, Cleaned]()
	register.Emitter2[beam.EventTime, decisions.Sentence]()
	register.Emitter2[beam.EventTime, Failure]()
}

// Clean cleans documents, a PCollection of Document. It returns a PCollection of Cleaned, and
// one of Failure for those that could not be cleaned. Times and windows are those of the
// documents. In the global window as many are in work at once as the options say; in other
// windows each bundle works on one at a time.
//
// Options that cannot be make the construction of the pipeline panic, as is the way of Beam's
// transforms: check them with Options.Validate before. A bundle that cannot be read fails the
// pipeline.
func Clean(s beam.Scope, documents beam.PCollection, o Options) (cleaned, failed beam.PCollection) {
	mustBe(o.Validate())
	return beam.ParDo2(s.Scope("tidytalk.Clean"), &cleanDocuments{Options: o}, documents)
}

// Label decides about the words of documents, a PCollection of Document. It returns a
// PCollection of decisions.Sentence, as 'tidytalk clean --to jsonl' writes them, with Document and
// Index, and one of Failure.
// Without the setting "level" all that the models take for disfluent is labelled, as with
// --to labels. The rest is as with Clean.
func Label(s beam.Scope, documents beam.PCollection, o Options) (sentences, failed beam.PCollection) {
	settings := map[string][]string{"level": {"full"}}
	for name, v := range o.Settings {
		settings[name] = v
	}
	o.Settings = settings
	_, err := o.parse("jsonl", false)
	mustBe(err)
	return beam.ParDo2(s.Scope("tidytalk.Label"), &labelDocuments{Options: o}, documents)
}

func mustBe(err error) {
	if err != nil {
		panic(err)
	}
}

// at is a value with the time of the element that it came of.
type at[T any] struct {
	time  beam.EventTime
	value T
}

// documentDone is what came of a document.
type documentDone struct {
	document string
	text     string
	tally    *cleaning.Tally
	took     time.Duration
	err      error
}

// documents is what the functions that take documents have in common.
type documents struct {
	m    *models
	work *work[at[documentDone]]
}

// begin begins to clean a document. In windows of its own it waits for it: what is emitted
// belongs to the window of the element that is being processed, and, at the end of a bundle,
// to the global window.
func (x *documents) begin(ctx context.Context, w beam.Window, t beam.EventTime, d Document) ([]at[documentDone], error) {
	err := x.work.begin(ctx, x.m.slots, func() at[documentDone] {
		start := time.Now()
		done := documentDone{document: d.Name}
		done.text, done.tally, done.err = x.m.clean(ctx, d.Text, d.Name, func(line int, text string) {
			log.Warnf(ctx, "%s:%d: %s", d.Name, line, text)
		})
		done.took = time.Since(start)
		return at[documentDone]{t, done}
	})
	if err != nil {
		return nil, err
	}
	if _, global := w.(window.GlobalWindow); !global {
		return x.work.finish(), nil
	}
	return x.work.take(), nil
}

// tell counts a document, and returns the failure of one that could not be cleaned.
func (d *documentDone) tell(ctx context.Context) *Failure {
	if d.err != nil {
		failuresCount.Inc(ctx, 1)
		return failureOf(d.document, d.err)
	}
	count(ctx, d.tally, d.took)
	return nil
}

// failureOf returns an error about an input as a failure.
func failureOf(input string, err error) *Failure {
	f := &Failure{Input: input, Error: strings.ToValidUTF8(err.Error(), "\ufffd")}
	var format *formats.Error
	var text *transcript.TextError
	switch {
	case errors.As(err, &format):
		f.Line = int64(format.Line)
	case errors.As(err, &text):
		f.Line = int64(text.Line)
	}
	return f
}

type cleanDocuments struct {
	Options Options
	documents
}

func (x *cleanDocuments) Setup(ctx context.Context) (err error) {
	x.m, err = load(ctx, x.Options, purpose{})
	return err
}

func (x *cleanDocuments) StartBundle(context.Context, func(beam.EventTime, Cleaned), func(beam.EventTime, Failure)) {
	x.work = new(work[at[documentDone]])
}

func (x *cleanDocuments) ProcessElement(ctx context.Context, w beam.Window, t beam.EventTime, d Document, cleaned func(beam.EventTime, Cleaned), failed func(beam.EventTime, Failure)) error {
	done, err := x.begin(ctx, w, t, d)
	x.emit(ctx, done, cleaned, failed)
	return err
}

func (x *cleanDocuments) FinishBundle(ctx context.Context, cleaned func(beam.EventTime, Cleaned), failed func(beam.EventTime, Failure)) {
	x.emit(ctx, x.work.finish(), cleaned, failed)
}

func (x *cleanDocuments) emit(ctx context.Context, done []at[documentDone], cleaned func(beam.EventTime, Cleaned), failed func(beam.EventTime, Failure)) {
	for _, d := range done {
		if f := d.value.tell(ctx); f != nil {
			failed(d.time, *f)
			continue
		}
		t := d.value.tally
		cleaned(d.time, Cleaned{d.value.document, d.value.text, int64(t.Words), int64(t.Words - t.Removed)})
	}
}

type labelDocuments struct {
	Options Options
	documents
}

func (x *labelDocuments) Setup(ctx context.Context) (err error) {
	x.m, err = load(ctx, x.Options, purpose{To: "jsonl"})
	return err
}

func (x *labelDocuments) StartBundle(context.Context, func(beam.EventTime, decisions.Sentence), func(beam.EventTime, Failure)) {
	x.work = new(work[at[documentDone]])
}

func (x *labelDocuments) ProcessElement(ctx context.Context, w beam.Window, t beam.EventTime, d Document, labelled func(beam.EventTime, decisions.Sentence), failed func(beam.EventTime, Failure)) error {
	done, err := x.begin(ctx, w, t, d)
	if err != nil {
		return err
	}
	return x.emit(ctx, done, labelled, failed)
}

func (x *labelDocuments) FinishBundle(ctx context.Context, labelled func(beam.EventTime, decisions.Sentence), failed func(beam.EventTime, Failure)) error {
	return x.emit(ctx, x.work.finish(), labelled, failed)
}

func (x *labelDocuments) emit(ctx context.Context, done []at[documentDone], labelled func(beam.EventTime, decisions.Sentence), failed func(beam.EventTime, Failure)) error {
	for _, d := range done {
		if f := d.value.tell(ctx); f != nil {
			failed(d.time, *f)
			continue
		}
		sentences, err := decisions.Read(strings.NewReader(d.value.text), d.value.document)
		if err != nil {
			return err
		}
		for i, s := range sentences {
			s.Document, s.Index = d.value.document, i
			labelled(d.time, s)
		}
	}
	return nil
}
