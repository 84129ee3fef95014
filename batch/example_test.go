package batch_test

import (
	"context"
	"log"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/debug"

	"github.com/tidytalk/tidytalk/batch"
)

// Documents of a pipeline are cleaned, and those that cannot be are told. Programs call
// flag.Parse and beam.Init before.
func ExampleClean() {
	p, s := beam.NewPipelineWithRoot()
	talks := beam.Create(s, batch.Document{Name: "talk.txt", Text: "Ann: So we flew to Boston, uh, I mean to Denver.\n"})
	cleaned, failed := batch.Clean(s, talks, batch.Options{Settings: map[string][]string{"level": {"light"}}})
	debug.Print(s, cleaned)
	debug.Print(s, failed)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}

// All transcripts in a folder are cleaned to the same places in another one.
func ExampleFiles() {
	o := batch.FilesOptions{OutDir: "gs://bucket/cleaned", Options: batch.Options{Jobs: 2}}
	if err := o.Validate(); err != nil {
		log.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	_, failed := batch.Files(s, beam.Create(s, "gs://bucket/talks/"), o)
	debug.Print(s, failed)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}
