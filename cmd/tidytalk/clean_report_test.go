package main

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// reportJSON is what a report in JSON holds.
type reportJSON struct {
	Total reportedTotal  `json:"total"`
	Files []reportedFile `json:"files"`
}

func readReport(t *testing.T, path string) *reportJSON {
	t.Helper()
	var r reportJSON
	if err := json.Unmarshal([]byte(readText(t, path)), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// What a report counts is what is removed, in every format, and its totals are the sums.
func TestReportCounts(t *testing.T) {
	t.Chdir(t.TempDir())
	const talk = "so we flew to boston uh i mean to denver\nuh well you know it was was um like nice\nand and then we went to the the house"
	writeText(t, "a.txt", talk+"\n")
	writeText(t, "b.srt", "1\n00:00:01,000 --> 00:00:09,000\n"+talk+"\n\n2\n00:00:10,000 --> 00:00:11,000\nUh, yes.\n")
	writeText(t, "c.stm", "talk 1 Ann 0.0 3.0 uh so we we left\n")
	// Two blocks: lines of notes, which take no time, and a talk at the end.
	writeText(t, "d.txt", strings.Repeat("[noise] [noise] [noise] [noise] [noise] [noise]\n\n", 1+cleaning.BlockSize/50)+talk+"\n")
	inputs := []string{"a.txt", "b.srt", "c.stm", "d.txt"}
	code, _, problems := execute(t, "", append([]string{"clean", "--mode", "baseline", "--report", "r.json", "-o", "out.txt"}, inputs...)...)
	if code != program.Fine {
		t.Fatal(problems)
	}
	r := readReport(t, "r.json")
	sum := counts{Kinds: make(map[string]int)}
	for i, f := range r.Files {
		code, out, problems := execute(t, "", "clean", "--mode", "baseline", "-q", "--level", "standard", "--to", "jsonl", inputs[i])
		if code != program.Fine {
			t.Fatal(problems)
		}
		words, removed := 0, 0
		for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
			var s struct{ Removed []bool }
			if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
				t.Fatal(err)
			}
			for _, is := range s.Removed {
				words++
				if is {
					removed++
				}
			}
		}
		c := f.Counts
		if f.File != inputs[i] || f.Status != statusCleaned || c.In != words || c.Removed != removed || c.Out != words-removed || removed == 0 {
			t.Errorf("%s: %+v, want %d of %d words removed", f.File, c, removed, words)
		}
		kinds := 0
		for k, n := range c.Kinds {
			kinds += n
			sum.Kinds[k] += n
			if x := f.Examples[k]; (len(x) > 0) != (n > 0) || len(x) > cleaning.MostExamples {
				t.Errorf("%s: %d words are %s, with %d examples", f.File, n, k, len(x))
			}
			for _, x := range f.Examples[k] {
				lines := strings.Split(readText(t, f.File), "\n")
				if first, _, _ := strings.Cut(x.Text, " "); x.Line < 1 || x.Line > len(lines) || !strings.Contains(lines[x.Line-1], first) {
					t.Errorf("%s: %q is not in line %d", f.File, x.Text, x.Line)
				}
			}
		}
		if kinds != c.Removed {
			t.Errorf("%s: %d words by kind, %d in all", f.File, kinds, c.Removed)
		}
		sum.In, sum.Out, sum.Removed = sum.In+c.In, sum.Out+c.Out, sum.Removed+c.Removed
		sum.Marks, sum.Letters = sum.Marks+c.Marks, sum.Letters+c.Letters
	}
	all := *r.Total.Counts
	for k, n := range sum.Kinds {
		if all.Kinds[k] != n {
			t.Errorf("%s: %d in all, want %d", k, all.Kinds[k], n)
		}
	}
	if all.Kinds, sum.Kinds = nil, nil; all.In != sum.In || all.Out != sum.Out || all.Removed != sum.Removed || all.Marks != sum.Marks || all.Letters != sum.Letters || r.Total.Files != 4 {
		t.Errorf("in all %+v, want %+v", all, sum)
	}
	if c := r.Files[2].Counts; c.Marks != 0 || c.Letters != 0 {
		t.Errorf("a format without punctuation: %+v", c)
	}
}

// Apart from seconds, a report does not depend on --jobs.
func TestReportSame(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, text := range []string{spoken, cleaned, "\x00", "", strings.Repeat(spoken, 3)} {
		writeText(t, "talks/"+string(rune('a'+i))+".txt", text)
	}
	took := regexp.MustCompile(`("seconds": |Seconds: |\| )\d+(\.\d+)?(?:e-\d+)?(\.?\n|\s*\|\n)`)
	for _, name := range []string{"r.json", "r.md"}[:drawn.Few(2, 1)] {
		first := ""
		for _, jobs := range []string{"1", "2", "5"} {
			code, _, _ := execute(t, "", "clean", "--keep-going", "--mode", "baseline", "--jobs", jobs, "--report", name, "-o", "out.txt", "talks")
			if code != program.Partial {
				t.Fatalf("exit code %d", code)
			}
			got := took.ReplaceAllString(readText(t, name), "$1#$3")
			got = regexp.MustCompile(` +`).ReplaceAllString(got, " ") // columns are as wide as the seconds
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%s, --jobs %s:\n%s\nwant\n%s", name, jobs, got, first)
			}
		}
	}
}

func TestReportStatus(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	status := func() (out []string) {
		for _, f := range readReport(t, "r.json").Files {
			out = append(out, f.File+": "+string(f.Status))
			if (f.Error != "") != (f.Status == statusFailed) || (f.Counts != nil) != (f.Status == statusCleaned || f.Status == statusUnchanged) {
				t.Errorf("%s: %+v", f.File, f)
			}
		}
		return out
	}
	writeText(t, "a.txt", spoken)
	writeText(t, "b.txt", cleaned)
	writeText(t, "c.txt", "\x00")
	writeText(t, "d.txt", spoken)
	for i, want := range []string{
		"a.txt: cleaned, b.txt: unchanged, c.txt: failed, d.txt: not reached",
		"a.txt: already clean, b.txt: already clean, c.txt: failed, d.txt: not reached",
	} {
		code, _, problems := execute(t, "", "clean", "--in-place", "--jobs", "1", "--report", "r.json", "a.txt", "b.txt", "c.txt", "d.txt")
		if got := strings.Join(status(), ", "); code != program.Failed || got != want {
			t.Errorf("run %d: exit code %d, %s\n%s", i, code, got, problems)
		}
	}
	// A report that cannot be written is a failure, and leaves the old one.
	before := readText(t, "r.json")
	if err := os.Mkdir("folder.json", 0o755); err != nil {
		t.Fatal(err)
	}
	if code, _, problems := execute(t, "", "clean", "--report", "folder.json", "a.txt"); code != program.Failed || problems != "tidytalk: folder.json is a directory: name a file to write to\n" {
		t.Errorf("exit code %d, %s", code, problems)
	}
	if readText(t, "r.json") != before {
		t.Error("the old report is changed")
	}
}
