package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/google/uuid"

	"github.com/tidytalk/tidytalk"
)

// Variables of the environment that OpenLineage's own clients read, too.
const (
	lineageKeyVariable       = "OPENLINEAGE_API_KEY"
	lineageNamespaceVariable = "OPENLINEAGE_NAMESPACE"
)

// Kinds of events.
const (
	lineageStart    = "START"
	lineageComplete = "COMPLETE"
	lineageFail     = "FAIL"
	lineageAbort    = "ABORT"
)

// producer says who makes the events, as facets have to.
const producer = "https://github.com/tidytalk/tidytalk"

// facet returns a facet of a standard schema with what it says.
func facet(schema string, said map[string]any) map[string]any {
	said["_producer"], said["_schemaURL"] = producer, "https://openlineage.io/spec/facets/"+schema
	return said
}

// dataset is what a batch reads or writes: a file, a folder or a pattern, never each file that it names.
type dataset struct {
	Namespace    string         `json:"namespace"`
	Name         string         `json:"name"`
	InputFacets  map[string]any `json:"inputFacets,omitempty"`
	OutputFacets map[string]any `json:"outputFacets,omitempty"`
}

// datasetOf names a path as OpenLineage does: objects by their bucket, files of this machine by whole paths.
func datasetOf(path string) dataset {
	path = strings.TrimPrefix(path, "@")
	if scheme, rest, ok := strings.Cut(path, "://"); ok {
		bucket, name, _ := strings.Cut(rest, "/")
		return dataset{Namespace: scheme + "://" + bucket, Name: cmp.Or(strings.TrimSuffix(name, "/"), "/")}
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return dataset{Namespace: "file", Name: filepath.ToSlash(path)}
}

// lineage tells which files came of which, by events of OpenLineage (openlineage.io, version 2-0-2 of its schema). One
// that goes nowhere is nil.
type lineage struct {
	to, key string
	job     map[string]any
	run     string
	from    []string
	out     string
	runner  string
}

// newLineage returns what tells about a batch; nil where nobody asks.
func newLineage(f *flags, env func(string) string) (*lineage, error) {
	if f.lineage == "" {
		return nil, nil
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	return &lineage{
		to: f.lineage, key: env(lineageKeyVariable), run: id.String(), from: f.inputs, out: f.files.OutDir, runner: cmp.Or(*runners.Runner, "prism"),
		job: map[string]any{
			"namespace": cmp.Or(env(lineageNamespaceVariable), "default"), "name": cmp.Or(*jobopts.JobName, "tidytalk-batch"),
			"facets": map[string]any{"jobType": facet("2-0-3/JobTypeJobFacet.json", map[string]any{"processingType": "BATCH", "integration": "BEAM", "jobType": "JOB"})},
		},
	}, nil
}

// outcome is what became of the files of a batch.
type outcome struct {
	cleaned, skipped, failed, bytes int64
}

// event returns an event about the batch, which has a message where something failed, and an outcome at its end.
func (l *lineage) event(kind, message string, o *outcome, now time.Time) map[string]any {
	about := map[string]any{
		"processing_engine": facet("1-1-1/ProcessingEngineRunFacet.json", map[string]any{"version": tidytalk.Version, "name": "tidytalk-batch on " + l.runner}),
	}
	if message != "" {
		about["errorMessage"] = facet("1-0-0/ErrorMessageRunFacet.json", map[string]any{"message": message, "programmingLanguage": "Go"})
	}
	from := make([]dataset, len(l.from))
	for i, path := range l.from {
		from[i] = datasetOf(path)
	}
	out := datasetOf(l.out)
	if o != nil {
		out.OutputFacets = map[string]any{"outputStatistics": facet("1-0-2/OutputStatisticsOutputDatasetFacet.json", map[string]any{"fileCount": o.cleaned})}
		if len(from) == 1 { // else it is not known what is whose
			all := map[string]any{"fileCount": o.cleaned + o.skipped + o.failed, "size": o.bytes}
			from[0].InputFacets = map[string]any{"inputStatistics": facet("1-0-0/InputStatisticsInputDatasetFacet.json", all)}
		}
	}
	return map[string]any{
		"eventType": kind, "eventTime": now.UTC().Format(time.RFC3339Nano), "producer": producer,
		"schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
		"run":       map[string]any{"runId": l.run, "facets": about}, "job": l.job, "inputs": from, "outputs": []dataset{out},
	}
}

// tell sends an event. A batch does not suffer if that fails: the error is for people.
func (l *lineage) tell(ctx context.Context, kind, message string, o *outcome) error {
	if l == nil {
		return nil
	}
	text, err := json.Marshal(l.event(kind, message, o, time.Now()))
	if err != nil {
		return err
	}
	if strings.HasPrefix(l.to, "http://") || strings.HasPrefix(l.to, "https://") {
		err = l.post(ctx, text)
	} else {
		err = appendLine(l.to, text)
	}
	if err != nil {
		return fmt.Errorf("--lineage: the event %s is lost: %w", kind, err)
	}
	return nil
}

// appendLine adds a line to a file, whole.
func appendLine(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// post sends an event to a server, three times at most where that is busy or away.
func (l *lineage) post(ctx context.Context, text []byte) (err error) {
	const tries, pause = 3, 200 * time.Millisecond
	client := http.Client{Timeout: 10 * time.Second}
	for try := range tries {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(try) * pause):
		}
		var r *http.Request
		if r, err = http.NewRequestWithContext(ctx, http.MethodPost, l.to, bytes.NewReader(text)); err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		if l.key != "" {
			r.Header.Set("Authorization", "Bearer "+l.key)
		}
		var answer *http.Response
		if answer, err = client.Do(r); err != nil {
			continue
		}
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 300))
		answer.Body.Close()
		if answer.StatusCode < 300 {
			return nil
		}
		err = fmt.Errorf("%s: %s: %s", r.URL.Redacted(), answer.Status, bytes.TrimSpace(said))
		if answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests {
			return err
		}
	}
	return err
}
