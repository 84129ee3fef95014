package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/speech/cutlist"
)

// Every list is written, by --to and by its extension, and names the recording; markers are where cuts would be.
func TestCutLists(t *testing.T) {
	recording, words := cutTalk(t)
	for _, f := range cutlist.All() {
		list := output(t, "", "cut", "--quiet", "--to", f.Name, recording, words)
		if base := filepath.Base(recording); !strings.Contains(list, base) && f.Name != "audacity" && f.Name != "csv" && f.Name != "ffmpeg" {
			t.Errorf("%s does not name %s:\n%s", f.Name, base, list)
		}
		if cutlist.ByExtension("x"+f.Extension) == nil {
			continue
		}
		file := filepath.Join(t.TempDir(), "x"+f.Extension)
		output(t, "", "cut", "--quiet", "-o", file, recording, words)
		if got, err := os.ReadFile(file); err != nil || string(got) != list {
			t.Errorf("%s: %v: -o says something else than --to", f.Name, err)
		}
	}
	// What is rendered has the samples that the lists leave.
	wav := filepath.Join(t.TempDir(), "x.wav")
	output(t, "", "cut", "--quiet", "-o", wav, recording, words)
	_, all := sound(t, recording)
	_, left := sound(t, wav)
	rows, err := csv.NewReader(strings.NewReader(output(t, "", "cut", "--quiet", "--to", "csv", recording, words))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	gone := 0
	for _, row := range rows[1:] {
		from, err := strconv.Atoi(row[2])
		to, err2 := strconv.Atoi(row[3])
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		gone += to - from
	}
	if gone == 0 || len(all)-len(left) != gone {
		t.Errorf("of %d samples %d are left, and the list cuts %d", len(all), len(left), gone)
	}
	if edl := output(t, "", "cut", "--quiet", "--to", "edl", "--as", "markers", "--frame-rate", "25", recording, words); strings.Count(edl, "* LOC: ") != 2 || strings.Count(edl, " C  ") != 1 {
		t.Errorf("markers are\n%s", edl)
	}
	for want, args := range map[string][]string{
		"has no markers":         {"--to", "ffmpeg", "--as", "markers"},
		"unknown format":         {"--to", "avid"},
		"say which with --to":    {"--as", "markers"},
		"--as is cuts":           {"--to", "edl", "--as", "notes"},
		"no rate of frames":      {"--to", "edl", "--frame-rate", "x"},
		"--times is shift":       {"--transcript", "x.srt", "--times", "all"},
		"with --transcript":      {"--times", "keep"},
		"goes by this extension": {"--transcript", "x.foo"},
		"would replace":          {"--transcript", words},
	} {
		code, _, problems := execute(t, "", append(append([]string{"cut"}, args...), recording, words)...)
		if code == 0 || want != "has no markers" && code != program.Misused || !strings.Contains(problems, want) {
			t.Errorf("%v: exit code %d, %s", args, code, problems)
		}
	}
}

// The transcript has the times of the recording as it is cut, in its own form and in others, and the map agrees.
func TestCutTranscript(t *testing.T) {
	recording, words := cutTalk(t)
	dir := t.TempDir()
	ctm, srt, kept, times := filepath.Join(dir, "c.ctm"), filepath.Join(dir, "c.srt"), filepath.Join(dir, "k.ctm"), filepath.Join(dir, "map.json")
	output(t, "", "cut", "--quiet", "--transcript", ctm, "--time-map", times, recording, words)
	output(t, "", "cut", "--quiet", "--transcript", srt, recording, words)
	output(t, "", "cut", "--quiet", "--transcript", kept, "--times", "keep", recording, words)
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := read(kept); got != strings.NewReplacer("talk 1 3.00 0.50 um\n", "", "talk 1 7.00 0.50 uh\n", "").Replace(read(words)) {
		t.Errorf("--times keep: %s", got)
	}
	var m struct {
		Kept []struct {
			Start float64
			New   float64 `json:"new_start"`
		}
	}
	if err := json.Unmarshal([]byte(read(times)), &m); err != nil || len(m.Kept) != 3 {
		t.Fatalf("%v: %+v", err, m)
	}
	gone := m.Kept[2].Start - m.Kept[2].New
	got := read(ctm)
	if gone < 1 || !strings.HasPrefix(got, "talk 1 0.00 0.50 we\n") || strings.Contains(got, "talk 1 10.00") {
		t.Errorf("%.3f s are gone, and the transcript is\n%s", gone, got)
	}
	if got := read(srt); !strings.Contains(got, "00:00:00,000 --> ") || strings.Contains(got, "00:00:10") {
		t.Errorf("subtitles are\n%s", got)
	}
}
