package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/speech/audio"
)

// cutTalk writes a recording of a word each second, of half a second, and its transcript. Two of the words are filled
// pauses.
func cutTalk(t *testing.T) (recording, words string) {
	t.Helper()
	said := strings.Fields("we went to um boston on the uh second of may")
	recording = hum(t, len(said))
	var ctm strings.Builder
	for i, w := range said {
		fmt.Fprintf(&ctm, "talk 1 %d.00 0.50 %s\n", i, w)
	}
	words = filepath.Join(t.TempDir(), "talk.ctm")
	writeText(t, words, ctm.String())
	return recording, words
}

// sound returns the samples of a file.
func sound(t *testing.T, path string) (format string, samples []float64) {
	t.Helper()
	r, err := audio.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	buf := [][]float64{make([]float64, 1<<20)}
	for {
		n, err := r.ReadExact(buf)
		if err != nil {
			return r.Format(), samples
		}
		samples = append(samples, buf[0][:n]...)
	}
}

// TestCut: the filled pauses go, and are in the table; WAV and FLAC have the same samples, and other options
// take less.
func TestCut(t *testing.T) {
	recording, words := cutTalk(t)
	table := output(t, "", "cut", recording, words)
	if strings.Count(table, "filled-pauses") != 2 || !strings.Contains(table, "0:02.6") || !strings.Contains(table, " in 2 cuts, of 11 s") {
		t.Errorf("the table is\n%s", table)
	}
	dir := t.TempDir()
	wav, flac, keep, page := filepath.Join(dir, "c.wav"), filepath.Join(dir, "c.flac"), filepath.Join(dir, "k.wav"), filepath.Join(dir, "c.html")
	output(t, "", "cut", "--quiet", "-o", wav, "--html", page, recording, words)
	output(t, "", "cut", "--quiet", "-o", flac, recording, words)
	output(t, "", "cut", "--quiet", "-o", keep, "--pause", "keep", recording, words)
	format, a := sound(t, wav)
	_, b := sound(t, flac)
	_, c := sound(t, keep)
	_, all := sound(t, recording)
	if format != "WAV, 16 bit PCM, 8000 Hz, 1 channel" || len(a) > len(all)-2*4000 || len(a) < len(all)-2*11000 || len(c) <= len(a) || len(c) > len(all)-2*3900 {
		t.Errorf("%s: of %d samples, %d are left, and %d with --pause keep", format, len(all), len(a), len(c))
	}
	if len(a) != len(b) {
		t.Fatalf("WAV has %d samples, and FLAC %d", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("sample %d is %v in WAV, and %v in FLAC", i, a[i], b[i])
		}
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(html, []byte("data:audio/wav;base64,UklGR")); n != 4 || !bytes.Contains(html, []byte("filled-pauses")) {
		t.Errorf("the page has %d sounds", n)
	}
	if table := output(t, "", "cut", "--keep", "filled-pauses", recording, words); !strings.Contains(table, "0 s in 0 cuts") {
		t.Errorf("--keep filled-pauses: %s", table)
	}
}

// TestCutErrors: what cannot be is said, and nothing is left of it.
func TestCutErrors(t *testing.T) {
	recording, words := cutTalk(t)
	dir := t.TempDir()
	text, late := filepath.Join(dir, "talk.txt"), filepath.Join(dir, "late.ctm")
	writeText(t, text, "we went to um boston")
	writeText(t, late, "talk 1 100.00 0.50 um\ntalk 1 101.00 0.50 boston\n")
	out := filepath.Join(dir, "out.wav")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{recording}, program.Misused, "a recording and its transcript"},
		{[]string{"-o", recording, recording, words}, program.Misused, "would replace"},
		{[]string{"--html", words, recording, words}, program.Misused, "would replace"},
		{[]string{"--pause", "long", recording, words}, program.Misused, "--pause is natural, keep or"},
		{[]string{"--silences", "0", recording, words}, program.Misused, "--silences is how many"},
		{[]string{"--fade", "900", recording, words}, program.Misused, "--fade is"},
		{[]string{"--channel", "Ann=x", recording, words}, program.Misused, "no channel"},
		{[]string{"-o", out, recording, text}, program.Failed, "no times of words"},
		{[]string{"-o", out, recording, late}, program.Failed, "of another recording"},
		{[]string{"-o", out, words, words}, program.Failed, "this is text"},
		{[]string{"-o", filepath.Join(dir, "out.xyz"), recording, words}, program.Failed, "nobody knows what to write"},
		{[]string{"-o", filepath.Join(dir, "none", "out.wav"), "--transcript", filepath.Join(dir, "t.json"), recording, words}, program.Failed, "make it first"},
	} {
		code, _, problems := execute(t, "", append([]string{"cut"}, c.args...)...)
		if code != c.code || !strings.Contains(problems, c.want) {
			t.Errorf("%v: exit code %d, %s", c.args, code, problems)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestCutInterrupted: nothing is left of a file that was not finished.
func TestCutInterrupted(t *testing.T) {
	recording, words := cutTalk(t)
	out := filepath.Join(t.TempDir(), "out.wav")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var said strings.Builder
	if code := product().Run(ctx, []string{"tidytalk", "cut", "-o", out, recording, words}, strings.NewReader(""), &said, &said); code == 0 {
		t.Errorf("it went well: %s", said.String())
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestCutByFFmpeg: other sound and video is as long as the list says, to the frame.
func TestCutByFFmpeg(t *testing.T) {
	if !hasFFmpeg() {
		t.Skip("ffmpeg and ffprobe are not installed: other sound and video is not tried")
	}
	recording, words := cutTalk(t)
	dir := t.TempDir()
	video, cutVideo, cutSound := filepath.Join(dir, "talk.mkv"), filepath.Join(dir, "cut.mkv"), filepath.Join(dir, "cut.ogg")
	// Codecs that every ffmpeg has.
	c := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x36:rate=30000/1001", "-i", recording, "-shortest", "-c:v", "mpeg4", "-c:a", "flac", video)
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	wav := filepath.Join(dir, "cut.wav")
	output(t, "", "cut", "--quiet", "-o", wav, video, words)
	output(t, "", "cut", "--quiet", "-o", cutVideo, video, words)
	output(t, "", "cut", "--quiet", "-o", cutSound, video, words)
	_, samples := sound(t, wav)
	seconds := float64(len(samples)) / 8000
	for file, stream := range map[string]string{cutVideo: "v:0", cutSound: "a:0"} {
		got, err := exec.Command("ffprobe", "-v", "error", "-count_packets", "-select_streams", stream, "-show_entries", "stream=nb_read_packets:format=duration", "-of", "default=nw=1:nk=1", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		var packets int
		var length float64
		if _, err := fmt.Sscan(string(got), &packets, &length); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		if length < seconds-0.04 || length > seconds+0.08 {
			t.Errorf("%s lasts %v s, and the sound %v s", filepath.Base(file), length, seconds)
		}
		if frames := seconds * 30000 / 1001; stream == "v:0" && (float64(packets) < frames-1 || float64(packets) > frames+1) {
			t.Errorf("%d frames of %.1f", packets, frames)
		}
	}
}
