package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// event is what tests ask of an event.
type event struct {
	EventType, EventTime, Producer, SchemaURL string
	Run                                       struct {
		RunID  string
		Facets struct {
			ErrorMessage struct{ Message string }
		}
	}
	Job             struct{ Namespace, Name string }
	Inputs, Outputs []struct {
		Namespace, Name string
		InputFacets     struct{ InputStatistics struct{ FileCount, Size int } }
		OutputFacets    struct{ OutputStatistics struct{ FileCount int } }
	}
}

func events(t *testing.T, text string) (all []event) {
	t.Helper()
	for line := range strings.Lines(text) {
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, e)
	}
	return all
}

// A batch tells a file that it begins and how it ends, with what it reads and writes.
func TestLineage(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv(lineageNamespaceVariable, "talks")
	put(t, "in/good.txt", "Ann: Uh, yes.\n")
	put(t, "in/bad.txt", "\xff\n")
	for _, c := range []struct {
		args, kind, message string
		code, read, written int // files; -1: not known
	}{
		{"in/good.txt", lineageComplete, "", exitFine, 1, 1},
		{"in/", lineageComplete, "1 of 2 files failed", exitPartial, 2, 0},
		{"in/bad.txt", lineageFail, "1 of 1 files failed", exitFailed, 1, 0},
		{"--input-list missing", lineageFail, "1 of 1 files failed", exitFailed, 1, 0},
		{"--bundle in/bad.txt in/good.txt", lineageFail, "in/bad.txt", exitFailed, -1, -1},
	} {
		os.Remove("events")
		args := append(strings.Fields("--out-dir out --lineage events --job_name nightly"), strings.Fields(c.args)...)
		code, _, stderr := execute(t, args...)
		all := events(t, get(t, "events"))
		if code != c.code || len(all) != 2 {
			t.Fatalf("%s: exit code %d, %d events: %s", c.args, code, len(all), stderr)
		}
		start, end := all[0], all[1]
		if start.EventType != lineageStart || end.EventType != c.kind || start.Run.RunID != end.Run.RunID || start.Run.RunID == "" {
			t.Errorf("%s: %+v", c.args, all)
		}
		if end.Job.Namespace != "talks" || end.Job.Name != "nightly" || end.Producer == "" || end.SchemaURL == "" || end.EventTime < start.EventTime {
			t.Errorf("%s: %+v", c.args, end)
		}
		if got := end.Run.Facets.ErrorMessage.Message; !strings.Contains(got, c.message) || (got == "") != (c.message == "") {
			t.Errorf("%s: %q", c.args, got)
		}
		in, out := end.Inputs[0], end.Outputs[0]
		if in.Namespace != "file" || !strings.HasPrefix(in.Name, filepath.ToSlash(dir)+"/") || out.Name != filepath.ToSlash(dir)+"/out" {
			t.Errorf("%s: %+v %+v", c.args, in, out)
		}
		if c.read >= 0 && (in.InputFacets.InputStatistics.FileCount != c.read || out.OutputFacets.OutputStatistics.FileCount != c.written) {
			t.Errorf("%s: %+v %+v", c.args, in, out)
		}
	}
}

// A server gets the same, with the key, and again where it is busy; a batch does not fail because it does not answer.
func TestLineageServer(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a.txt", "Ann: Uh, yes.\n")
	t.Setenv(lineageKeyVariable, "key-of-lineage")
	var asked atomic.Int32
	var got []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		text, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer key-of-lineage" || r.Method != http.MethodPost {
			http.Error(w, "who is it", http.StatusUnauthorized)
			return
		}
		got = append(append(got, text...), '\n')
	}))
	defer server.Close()
	if code, _, stderr := execute(t, "--out-dir", "out", "--lineage", server.URL, "a.txt"); code != exitFine || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	all := events(t, string(got))
	if len(all) != 2 || all[0].EventType != lineageStart || all[1].EventType != lineageComplete || asked.Load() != 3 {
		t.Errorf("%d requests: %s", asked.Load(), got)
	}
	t.Setenv(lineageKeyVariable, "another-key")
	code, _, stderr := execute(t, "--out-dir", "out", "--again", "--lineage", server.URL, "a.txt")
	if code != exitFine || strings.Count(stderr, "is lost") != 2 || strings.Contains(stderr, "another-key") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestDatasets(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, namespace, name string }{
		{"s3://bucket/talks/2024/", "s3://bucket", "talks/2024"},
		{"gs://bucket/talks/**", "gs://bucket", "talks/**"},
		{"@s3://bucket/list", "s3://bucket", "list"},
		{"s3://bucket/", "s3://bucket", "/"},
		{"talks/*.txt", "file", filepath.ToSlash(filepath.Join(here, "talks/*.txt"))},
	} {
		if d := datasetOf(c.path); d.Namespace != c.namespace || d.Name != c.name {
			t.Errorf("%s: %+v", c.path, d)
		}
	}
}
