package batch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/tidytalk/tidytalk/text/decisions"
)

// timed gives a document a time of its own.
func timed(d Document, emit func(beam.EventTime, Document)) {
	emit(beam.EventTime(len(d.Text)*1000), d)
}

// inWindow keeps a text with the window that it is in.
func inWindow(w beam.Window, t beam.EventTime, c Cleaned) {
	keepCleaned(Cleaned{Name: fmt.Sprint(c.Name, " ", w.MaxTimestamp() >= t && int64(w.MaxTimestamp()-t) < 1000)})
}

// keepGrouped keeps all sentences.
func keepGrouped(_ int, next func(*decisions.Sentence) bool) {
	var s decisions.Sentence
	for next(&s) {
		keepLabels(s)
		s = decisions.Sentence{}
	}
}

func init() {
	register.Function2x0(keepGrouped)
	register.Iter1[decisions.Sentence]()
	register.Function2x0(timed)
	register.Function3x0(inWindow)
	register.Emitter2[beam.EventTime, Document]()
}

func TestClean(t *testing.T) {
	in, _ := fixtures(t)
	want := plainly(t, in)
	var all []Document
	for name := range want {
		b, err := os.ReadFile(filepath.Join(in, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".docx") || string(b) != strings.ToValidUTF8(string(b), "") {
			delete(want, name) // it is no string of a schema
			continue
		}
		all = append(all, Document{name, string(b)})
	}
	all = append(all, Document{"bad.srt", "no subtitles"})
	got.cleaned, got.failures = nil, nil
	r := onPrism(t, func(s beam.Scope) {
		cleaned, failed := Clean(s, beam.CreateList(s, all), Options{Jobs: 2})
		beam.ParDo0(s, keepCleaned, cleaned)
		beam.ParDo0(s, keepFailure, failed)
	})
	texts := make(map[string]string)
	var words int64
	for _, c := range got.cleaned {
		texts[c.Name] = c.Text
		words += c.Words
	}
	same(t, texts, want)
	if len(got.failures) != 1 || got.failures[0].Input != "bad.srt" || got.failures[0].Line != 1 {
		t.Errorf("failures %+v", got.failures)
	}
	if c := counters(r); c["files"] != int64(len(want)) || c["words"] != words || c["failures"] != 1 {
		t.Errorf("counters %v, %d words", c, words)
	}
}

// What comes of a document has its time, and is in its window.
func TestCleanInWindows(t *testing.T) {
	var all []Document
	for i := range 30 {
		all = append(all, Document{fmt.Sprintf("%d.txt", i), strings.Repeat("Uh, yes. ", i+1)})
	}
	for _, windowed := range []bool{false, true} {
		got.cleaned = nil
		onPrism(t, func(s beam.Scope) {
			documents := beam.ParDo(s, timed, beam.CreateList(s, all))
			if windowed {
				documents = beam.WindowInto(s, window.NewFixedWindows(time.Second), documents)
			}
			cleaned, _ := Clean(s, documents, Options{})
			beam.ParDo0(s, inWindow, cleaned)
		})
		if len(got.cleaned) != len(all) {
			t.Fatalf("%d of %d", len(got.cleaned), len(all))
		}
		for _, c := range got.cleaned {
			if strings.HasSuffix(c.Name, "true") != windowed {
				t.Errorf("windows %v: %s", windowed, c.Name)
			}
		}
	}
}

func TestLabel(t *testing.T) {
	text := "Ann: So we flew to Boston, uh, I mean to Denver. It was fine.\nBob: You know, we we stayed.\n"
	got.labelled = nil
	onPrism(t, func(s beam.Scope) {
		labelled, _ := Label(s, beam.CreateList(s, []Document{{"a.txt", text}}), Options{Settings: map[string][]string{"confidence": {"0.5"}}})
		beam.ParDo0(s, keepGrouped, beam.GroupByKey(s, beam.AddFixedKey(s, labelled))) // written and read on the way
	})
	slices.SortFunc(got.labelled, func(a, b decisions.Sentence) int { return cmp.Compare(a.Index, b.Index) })
	if len(got.labelled) != 3 {
		t.Fatalf("%+v", got.labelled)
	}
	first := got.labelled[0]
	if first.Speaker != "Ann" || first.Line != 1 || got.labelled[2].Line != 2 || !slices.Contains(first.Labels, "E") || first.Marks[len(first.Marks)-1] != "PERIOD" || first.Document != "a.txt" {
		t.Errorf("%+v", first)
	}
	for _, s := range got.labelled {
		for _, n := range []int{len(s.Labels), len(s.Kinds), len(s.Marks), len(s.Removed)} {
			if n != len(s.Tokens) {
				t.Errorf("lists of different lengths: %+v", s)
			}
		}
	}
	var lines strings.Builder
	o := Options{Settings: map[string][]string{"confidence": {"0.5"}, "level": {"full"}}}
	m, err := load(t.Context(), o, purpose{To: "jsonl"})
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := m.clean(t.Context(), text, "a.txt", func(int, string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range got.labelled {
		s.Document, s.Index = "", 0
		if err := decisions.Write(&lines, &s); err != nil {
			t.Fatal(err)
		}
	}
	if lines.String() != want {
		t.Errorf("got\n%s\nwant\n%s", lines.String(), want)
	}
}

// Other file systems than that of this machine: folders, patterns and lists in them, and
// results.
func TestOtherFileSystems(t *testing.T) {
	ctx := t.Context()
	store := memfs.New(ctx)
	for name, text := range map[string]string{"a.txt": "Ann: Uh, yes.\n", "b/c.txt": "Bob: Uh, no.\n", "b/c.bin": "\xff", "bad.txt": "\xff", "list": "memfs://in/a.txt\nmemfs://in/b/\n"} {
		if err := filesystem.Write(ctx, store, "memfs://in/"+name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		input, want string
	}{
		{"memfs://in/", "a.txt b/c.txt"},
		{"memfs://in/*.txt", "a.txt"},
		{"memfs://in/b/c.txt", "c.txt"},
		{"@memfs://in/list", "a.txt c.txt"},
	} {
		out := "memfs://out" + strings.NewReplacer("/", "", "*", "", ":", "", "@", "").Replace(c.input)
		for _, skipped := range []int64{0, int64(len(strings.Fields(c.want)))} {
			r := onPrism(t, func(s beam.Scope) { Files(s, beam.Create(s, c.input), FilesOptions{OutDir: out}) })
			if counters(r)["skipped"] != skipped {
				t.Errorf("%s: %v", c.input, counters(r))
			}
		}
		entries, failures, err := Read(ctx, out)
		if err != nil {
			t.Fatal(err)
		}
		var places []string
		for _, e := range entries {
			if e.Error != "" {
				continue
			}
			places = append(places, e.Output)
			if text, err := readAll(ctx, join(out, e.Output)); err != nil || strings.Contains(text, "Uh") {
				t.Errorf("%s: %q, %v", e.Output, text, err)
			}
		}
		if strings.Join(places, " ") != c.want || (len(failures) > 0) != (strings.HasSuffix(c.input, "in/") || strings.HasSuffix(c.input, "*.txt")) {
			t.Errorf("%s: %v, %+v", c.input, places, failures)
		}
	}
}

// Parts of a batch make one, whatever their number.
func TestSplit(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	var want []string
	for i := range 7 {
		name := fmt.Sprintf("%d.txt", i)
		want = append(want, name)
		put(t, filepath.Join(in, name), "Ann: Uh, yes.\n")
	}
	for _, odd := range []string{"odd\tname.txt", "odd\nname.txt", "\"odd\".txt"} {
		want = append(want, odd)
		put(t, filepath.Join(in, odd), "Uh.\n")
	}
	slices.Sort(want)
	for _, c := range []struct{ n, most, parts int }{{1, 0, 1}, {3, 0, 3}, {20, 0, 10}, {1, 10, 1}, {1, 4, 3}, {2, 2, 6}, {3, 1, 10}} {
		o := FilesOptions{OutDir: out, Again: true}
		parts, failures, err := Split(t.Context(), []string{in, "missing/*"}, o, c.n, c.most)
		if err != nil || len(parts) != c.parts || len(failures) != 1 {
			t.Fatalf("%+v: %v, %v, %v", c, parts, failures, err)
		}
		for _, p := range parts {
			o.Part = p.Name
			onPrism(t, func(s beam.Scope) { Files(s, beam.Create(s, p.Input), o) })
		}
		put(t, filepath.Join(out, recordsName, fmt.Sprintf("part-%d.list", len(parts)+1)), "") // of a run that was killed
		if err := Merge(t.Context(), out, parts, failures); err != nil {
			t.Fatal(err)
		}
		entries, failed, err := Read(t.Context(), out)
		if err != nil || len(failed) != 1 {
			t.Errorf("%v, %v", failed, err)
		}
		var fine []string
		for _, e := range entries {
			if e.Error == "" {
				fine = append(fine, e.Output)
			}
		}
		if !slices.Equal(fine, want) {
			t.Errorf("%v, want %v", fine, want)
		}
		if left, _ := filepath.Glob(filepath.Join(out, recordsName, "part-*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// What the options hold gets to the workers.
func TestOptionsTravel(t *testing.T) {
	o := cleanFiles{Options: FilesOptions{Options: Options{Settings: map[string][]string{"level": {"light"}}, Jobs: 3}, OutDir: "x", Again: true}}
	b, err := json.Marshal(&o)
	if err != nil {
		t.Fatal(err)
	}
	var back cleanFiles
	if err := json.Unmarshal(b, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(o) {
		t.Errorf("%s: %+v, %v", b, back, err)
	}
}
