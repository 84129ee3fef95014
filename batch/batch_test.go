package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/manifest"
	"github.com/tidytalk/tidytalk/text/formats"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beamlog.LogLevel = "error"
	beam.Init()
	os.Exit(m.Run())
}

// onPrism runs a pipeline that build makes.
func onPrism(t *testing.T, build func(s beam.Scope)) beam.PipelineResult {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	r, err := prism.Execute(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counters returns the counters of this package after a pipeline.
func counters(r beam.PipelineResult) map[string]int64 {
	out := make(map[string]int64)
	results := r.Metrics()
	for _, c := range results.AllMetrics().Counters() {
		if c.Key.Namespace == Namespace {
			out[c.Key.Name] += c.Result()
		}
	}
	return out
}

// command builds the command of the main module, and returns its path.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tidytalk-batch-test")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "tidytalk")
	if out, err := exec.Command("go", "build", "-C", "..", "-o", path, "./cmd/tidytalk").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// plainly cleans a folder with the command, and returns what it writes.
func plainly(t *testing.T, args ...string) map[string]string {
	t.Helper()
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	c := exec.Command(path, append([]string{"clean", "--quiet", "--keep-going", "--out-dir", out}, args...)...)
	c.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	if b, err := c.CombinedOutput(); err != nil && c.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v: %s", err, b)
	}
	return results(t, out)
}

// results returns the files in a folder by their places, without records and manifests.
func results(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == recordsName {
			return cmp.Or(err, filepath.SkipDir)
		}
		rel, _ := filepath.Rel(folder, path)
		if d.IsDir() || rel == manifestName || rel == deadName || rel == ".tidytalk-manifest.jsonl" {
			return nil
		}
		b, err := os.ReadFile(path)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// same checks that two folders hold the same.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if other, ok := got[name]; !ok {
			t.Errorf("%s is not there", name)
		} else if other != text {
			t.Errorf("%s differs: %d bytes, want %d", name, len(other), len(text))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is there", name)
		}
	}
}

// fixtures fills a folder with files of all formats that are taken from folders, and returns how many.
func fixtures(t *testing.T) (folder string, n int) {
	t.Helper()
	folder = t.TempDir()
	for to, pattern := range map[string]string{"formats": "../text/formats/testdata/[a-z]*.*", "deep/er": "../testdata/transcripts/*.txt", ".": "../testdata/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			if !formats.InFolders(f) {
				continue
			}
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(folder, to, filepath.Base(f)), string(b))
			n++
		}
	}
	return folder, n
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// files runs Files, and returns its counters and what it has written of entries and failures.
func files(t *testing.T, o FilesOptions, inputs ...string) (map[string]int64, []manifest.Entry, []Failure) {
	t.Helper()
	r := onPrism(t, func(s beam.Scope) { Files(s, beam.CreateList(s, inputs), o) })
	return counters(r), lines[manifest.Entry](t, filepath.Join(o.OutDir, manifestName)), lines[Failure](t, filepath.Join(o.OutDir, deadName))
}

// lines reads a file of JSON, an object a line; none, if it is not there.
func lines[T any](t *testing.T, path string) []T {
	t.Helper()
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range strings.Lines(string(b)) {
		var x T
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

// Files of all formats become what the command makes of them, wherever one of them fails, and
// a second run skips them.
func TestFiles(t *testing.T) {
	in, n := fixtures(t)
	if n < 50 {
		t.Fatalf("%d files", n)
	}
	put(t, filepath.Join(in, "formats", "bad.txt"), "Ann: Uh, yes.\nBob: \xff no.\n")
	put(t, filepath.Join(in, "formats", "bad.json"), "{")
	put(t, filepath.Join(in, ".hidden.txt"), "Ann: Uh, yes.\n")
	put(t, filepath.Join(in, "empty.txt"), "")
	n++
	want := plainly(t, in)
	if len(want) != n {
		t.Fatalf("%d results of %d", len(want), n)
	}
	out := t.TempDir()
	counts, entries, failed := files(t, FilesOptions{OutDir: out}, in)
	same(t, results(t, out), want)
	if counts["files"] != int64(n) || counts["failures"] != 2 || counts["skipped"] != 0 || counts["removed-filled-pauses"] == 0 {
		t.Errorf("counters %v", counts)
	}
	var words int64
	for i, e := range entries {
		words += int64(e.Words)
		if i > 0 && e.Output <= entries[i-1].Output {
			t.Errorf("%s is behind %s", e.Output, entries[i-1].Output)
		}
	}
	if len(entries) != n+2 || words != counts["words"] {
		t.Errorf("%d entries with %d words, counted %d", len(entries), words, counts["words"])
	}
	if len(failed) != 2 || failed[1].Input != filepath.Join(in, "formats", "bad.txt") || failed[1].Line != 2 || failed[0].Output != "formats/bad.json" {
		t.Errorf("failures %+v", failed)
	}

	// Again: nothing to do, and the folder of results may be below that of the inputs.
	put(t, filepath.Join(in, "formats", "bad.txt"), "Ann: Uh, yes.\nBob: No.\n")
	if err := os.Remove(filepath.Join(in, "formats", "bad.json")); err != nil {
		t.Fatal(err)
	}
	counts, again, failed := files(t, FilesOptions{OutDir: out}, in)
	if counts["skipped"] != int64(n) || counts["files"] != 1 || len(failed) != 0 || len(again) != n+1 {
		t.Errorf("counters %v, failures %+v", counts, failed)
	}
	if _, err := os.Stat(filepath.Join(out, deadName)); err == nil {
		t.Error("dead letters of the first run are there")
	}
}

// What has changed is done again: a file, a result that is gone, an option.
func TestRerun(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	for _, name := range []string{"a.txt", "b/c.txt", "d.txt"} {
		put(t, filepath.Join(in, name), "Ann: Uh, we went to, uh, I mean, home.\n")
	}
	o := FilesOptions{OutDir: out}
	run := func(want map[string]int64) {
		t.Helper()
		counts, entries, _ := files(t, o, in)
		if counts["files"] != want["files"] || counts["skipped"] != want["skipped"] || len(entries) != 3 {
			t.Errorf("%v, want %v", counts, want)
		}
	}
	run(map[string]int64{"files": 3})
	run(map[string]int64{"skipped": 3})
	put(t, filepath.Join(in, "a.txt"), "Ann: Uh, no.\n")
	run(map[string]int64{"skipped": 2, "files": 1})
	if err := os.Remove(filepath.Join(out, "b", "c.txt")); err != nil {
		t.Fatal(err)
	}
	run(map[string]int64{"skipped": 2, "files": 1})
	put(t, filepath.Join(out, recordName("d.txt")), `{"input":"d.txt","sha256":`) // cut off
	run(map[string]int64{"skipped": 2, "files": 1})
	o.Settings = map[string][]string{"level": {"light"}}
	run(map[string]int64{"files": 3})
	run(map[string]int64{"skipped": 3})
	o.Again = true
	run(map[string]int64{"files": 3})
	same(t, results(t, out), plainly(t, "--level", "light", in))
}

// A panic about one file is its failure alone.
func TestPanic(t *testing.T) {
	defer func(before func(input, text string)) { fault.Provoke = before }(fault.Provoke)
	fault.Provoke = func(_, text string) {
		if strings.Contains(text, "poison") {
			panic("poisoned")
		}
	}
	in, out := t.TempDir(), t.TempDir()
	for i := range 20 {
		put(t, filepath.Join(in, fmt.Sprintf("%d.txt", i)), "Ann: Uh, yes.\n")
	}
	want := plainly(t, in)
	put(t, filepath.Join(in, "bad.txt"), "Ann: Uh, poison.\n")
	put(t, filepath.Join(out, ".tidytalk-00c0ffee"), "half of") // of a killed run
	_, _, failed := files(t, FilesOptions{OutDir: out}, filepath.Join(in, "*.txt"))
	if len(failed) != 1 || !strings.Contains(failed[0].Error, "poisoned") {
		t.Errorf("failures %+v", failed)
	}
	same(t, results(t, out), want)
}

// A result that cannot be written is a failure, and leaves nothing behind.
func TestNotWritten(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	put(t, filepath.Join(in, "a.txt"), "Ann: Uh, yes.\n")
	put(t, filepath.Join(in, "b.txt"), "Ann: Uh, yes.\n")
	put(t, filepath.Join(out, "a.txt", "x"), "a folder is in its place\n")
	counts, entries, failed := files(t, FilesOptions{OutDir: out}, in)
	if counts["files"] != 1 || len(failed) != 1 || len(entries) != 2 || entries[0].Status != manifest.Failed || entries[0].SHA256 == "" {
		t.Errorf("%v, %+v, %+v", counts, failed, entries)
	}
	same(t, results(t, out), map[string]string{"a.txt/x": "a folder is in its place\n", "b.txt": "Ann: Yes.\n"})
}

// Prism makes one bundle of many files, and cuts it while it is slow: each is cleaned once.
func TestManyFiles(t *testing.T) {
	const n = 1000
	in, out := t.TempDir(), t.TempDir()
	for i := range n {
		put(t, filepath.Join(in, fmt.Sprint(i%10), fmt.Sprintf("%d.txt", i)), fmt.Sprintf("Ann: Uh, number %d.\n", i))
	}
	var mu sync.Mutex
	cleaned := make(map[string]int)
	defer func(before func(input, text string)) { fault.Provoke = before }(fault.Provoke)
	fault.Provoke = func(_, src string) {
		mu.Lock()
		defer mu.Unlock()
		if cleaned[src]++; len(cleaned)%250 == 0 {
			time.Sleep(300 * time.Millisecond) // longer than Prism waits
		}
	}
	counts, entries, failed := files(t, FilesOptions{OutDir: out, Options: Options{Jobs: 2, Settings: map[string][]string{"mode": {"baseline"}}}}, in)
	if counts["files"] != n || len(entries) != n || len(failed) != 0 || len(cleaned) != n {
		t.Errorf("%v, %d entries, %d failures, %d cleaned", counts, len(entries), len(failed), len(cleaned))
	}
	for src, times := range cleaned {
		if times != 1 {
			t.Errorf("%q was cleaned %d times", src, times)
		}
	}
}

// What inputs name, and where it goes.
func TestPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"talks/a.txt", "talks/b/a.txt", "talks/b/c.srt", "talks/b/x.unknown", "talks/.d/e.txt", "other/a.txt", "out/old.txt", "talks/manifest.jsonl"} {
		put(t, name, "Uh.\n")
	}
	put(t, "list", "talks/a.txt\n\nother/a.txt\tsecond/z.txt\r\ntalks/b\n")
	put(t, "lists/1", "talks/a.txt\n@list\n")
	for _, c := range []struct {
		inputs string
		o      FilesOptions
		want   string
		failed int
	}{
		{"talks/a.txt", FilesOptions{}, "a.txt", 0},
		{"talks", FilesOptions{}, "a.txt b/a.txt b/c.srt", 1},
		{"./talks/", FilesOptions{}, "a.txt b/a.txt b/c.srt", 1},
		{"talks/*/*", FilesOptions{}, "b/a.txt b/c.srt b/x.unknown", 0},
		{"talks/b talks/b/a.txt", FilesOptions{}, "a.txt c.srt", 0}, // one file, named twice
		{"talks other", FilesOptions{}, "b/a.txt b/c.srt", 3},       // talks/a.txt and other/a.txt
		{"talks/b other", FilesOptions{Root: "."}, "other/a.txt talks/b/a.txt talks/b/c.srt", 0},
		{"@list", FilesOptions{}, "c.srt second/z.txt", 2}, // two are a.txt
		{"@lists/*", FilesOptions{}, "a.txt", 1},
		{"@nolist talks/**", FilesOptions{}, "", 2},
		{"out", FilesOptions{}, "", 1},
		{"out/old.txt nothing/*", FilesOptions{}, "", 2},
		{"missing.txt", FilesOptions{}, "missing.txt", 0}, // told when it is read
		{"talks/b", FilesOptions{Options: Options{Settings: map[string][]string{"to": {"vtt"}}}}, "a.vtt c.vtt", 0},
		{"talks/b/*", FilesOptions{Options: Options{Settings: map[string][]string{"to": {"labels"}}}}, "a.labels c.labels x.unknown.labels", 0},
	} {
		c.o.OutDir = "out"
		p, err := newPlaces(&c.o)
		if err != nil {
			t.Fatal(err)
		}
		byPlace := make(map[string][]task)
		failed := 0
		for _, input := range strings.Fields(c.inputs) {
			p.expand(t.Context(), input, func(x task) { byPlace[x.Output] = append(byPlace[x.Output], x) }, func(f Failure) {
				failed++
				t.Log(f)
			})
		}
		var got []string
		for place, all := range byPlace {
			only, clashes := unclashed(all)
			failed += len(clashes)
			if len(only) > 0 {
				got = append(got, place)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want || failed != c.failed {
			t.Errorf("%s: %v and %d failures, want %s and %d", c.inputs, got, failed, c.want, c.failed)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []FilesOptions{
		{},
		{OutDir: "x", Part: "a/b"},
		{OutDir: "x", Options: Options{Jobs: -1}},
		{OutDir: "x", Options: Options{Settings: map[string][]string{"levle": {"light"}}}},
		{OutDir: "x", Options: Options{Settings: map[string][]string{"level": {"lihgt"}}}},
		{OutDir: "x", Options: Options{Settings: map[string][]string{"beam": {"x"}}}},
		{OutDir: "x", Options: Options{Fillers: "* what"}},
		{OutDir: "x", Options: Options{Speakers: "ann spoke first\n"}},
		{OutDir: "x", Options: Options{Weights: []string{"calibrate-repairs 1\n"}}},
		{OutDir: "x", Options: Options{Weights: []string{"untuned\n", "untuned\n"}}},
		{OutDir: "x", Options: Options{Weights: []string{"engine streams\nuntuned\n"}, StreamWeights: "untuned\n"}},
	} {
		if err := o.Validate(); err == nil {
			t.Errorf("%+v is fine", o)
		}
	}
	o := FilesOptions{OutDir: "x", Options: Options{Fillers: "+ ehem\n", Settings: map[string][]string{"keep-empty": nil, "remove": {"repairs", "filled-pauses"}}}}
	if err := o.Validate(); err != nil {
		t.Error(err)
	}
	b := context.Background()
	withSpeakers := Options{Speakers: "SPEAKER talk 1 0 2 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 2 2 <NA> <NA> bob <NA> <NA>\n"}
	if _, err := load(b, withSpeakers, purpose{Stream: true}); err == nil {
		t.Error("a stream takes speakers")
	}
	plain, err1 := load(b, Options{}, purpose{})
	untuned, err2 := load(b, Options{Weights: []string{"untuned\n"}, StreamWeights: "untuned\n"}, purpose{})
	if err1 != nil || err2 != nil || plain.key == untuned.key || len(untuned.cleaning.Options.Settings) != 2 {
		t.Errorf("settings do not come in: %v, %v", err1, err2)
	}
	withSpeakers.Settings = map[string][]string{"to": {"vtt"}}
	m, err := load(b, withSpeakers, purpose{})
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := m.clean(b, "1\n00:00:00,000 --> 00:00:01,900\nWe left, um, early.\n\n2\n00:00:02,100 --> 00:00:04,000\nThey stayed.\n", "talk.srt", func(int, string) {})
	if err != nil || !strings.Contains(out, "<v ann>We left early.") || !strings.Contains(out, "<v bob>They stayed.") {
		t.Errorf("speakers: %q, %v", out, err)
	}
	if _, err := load(b, Options{Bundle: "missing.tt"}, purpose{}); err == nil {
		t.Error("a bundle that is not there is loaded")
	}
}
