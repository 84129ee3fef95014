//go:build !small

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/cut"
)

// muxers are what ffmpeg calls the kinds of files that are written by it, by their endings. pictures: they may
// have some.
var muxers = map[string]struct {
	name     string
	pictures bool
}{
	".mp3": {"mp3", false}, ".m4a": {"ipod", false}, ".aac": {"adts", false}, ".ogg": {"ogg", false}, ".opus": {"opus", false}, ".oga": {"ogg", false},
	".mp4": {"mp4", true}, ".m4v": {"mp4", true}, ".mov": {"mov", true}, ".mkv": {"matroska", true}, ".webm": {"webm", true}, ".avi": {"avi", true},
}

func hasFFmpeg() bool {
	_, err := exec.LookPath("ffmpeg")
	_, err2 := exec.LookPath("ffprobe")
	return err == nil && err2 == nil
}

// asFile makes a path that ffmpeg takes for no option and no protocol.
func asFile(path string) string { return "file:" + path }

// probe finds out how many pictures there are a second; 0: none.
func (m *media) probe(ctx context.Context) error {
	out, err := runFFmpeg(exec.CommandContext(ctx, "ffprobe", "-v", "error", "-show_entries", "stream=codec_type,r_frame_rate:stream_disposition=attached_pic", "-of", "json", asFile(m.Name)))
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	var found struct {
		Streams []struct {
			Type        string         `json:"codec_type"`
			Rate        string         `json:"r_frame_rate"`
			Disposition map[string]int `json:"disposition"`
		}
	}
	if err := json.Unmarshal(out, &found); err != nil {
		return fmt.Errorf("%s: ffprobe: %w", m.Name, err)
	}
	sound := false
	for _, s := range found.Streams {
		sound = sound || s.Type == "audio"
		if s.Type == "video" && s.Disposition["attached_pic"] == 0 && m.FrameDen == 0 {
			num, den, _ := strings.Cut(s.Rate, "/")
			n, err := strconv.Atoi(num)
			d, err2 := strconv.Atoi(den)
			if err == nil && err2 == nil && n > 0 && d > 0 {
				m.FrameNum, m.FrameDen = n, d
			}
		}
	}
	if !sound {
		return fmt.Errorf("%s: there is no sound in it", m.Name)
	}
	return nil
}

// runFFmpeg runs a command, and returns what it writes. Its errors are what it says last.
func runFFmpeg(c *exec.Cmd) ([]byte, error) {
	var out, said bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &out
	}
	c.Stderr = &said
	if err := c.Run(); err != nil {
		return nil, ffmpegError(c, err, said.String())
	}
	return out.Bytes(), nil
}

func ffmpegError(c *exec.Cmd, err error, said string) error {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return fmt.Errorf("%s: %w: %s", filepath.Base(c.Path), err, lines[len(lines)-1])
}

// decodeFFmpeg opens the sound of a file, from the time 0 of the file on.
func decodeFFmpeg(ctx context.Context, path string) (*audio.Reader, func() error, error) {
	ctx, stop := context.WithCancel(ctx)
	c := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-nostdin", "-i", asFile(path), "-map", "0:a:0",
		"-af", "aresample=async=1:first_pts=0", "-f", "wav", "-c:a", "pcm_s16le", "-")
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		stop()
		return nil, nil, err
	}
	whole := &drained{Reader: out}
	end := func() error {
		if !whole.ended {
			stop()
			_ = c.Wait() // killed
			return nil
		}
		err := c.Wait()
		stop()
		if err != nil {
			return ffmpegError(c, err, said.String())
		}
		return nil
	}
	r, err := audio.NewReader(whole, path)
	if err != nil {
		return nil, nil, errors.Join(end(), err)
	}
	return r, end, nil
}

// drained knows whether all was read.
type drained struct {
	io.Reader
	ended bool
}

func (d *drained) Read(b []byte) (int, error) {
	n, err := d.Reader.Read(b)
	d.ended = d.ended || err == io.EOF
	return n, err
}

// renderFFmpeg writes what is kept to a file of a kind that only ffmpeg writes: the sound, as it is
// cut here, and the pictures that go with it.
func (x *cutting) renderFFmpeg(out string) error {
	ext := strings.ToLower(filepath.Ext(out))
	muxer, ok := muxers[ext]
	switch {
	case !ok:
		return fmt.Errorf("%s: nobody knows what to write there: end it in .wav or .flac, or with ffmpeg in %s", out, prose.Or(slices.Sorted(maps.Keys(muxers))))
	case !hasFFmpeg():
		return fmt.Errorf("%s: ffmpeg and ffprobe write such files, and they are not installed: write .wav or .flac", out)
	}
	if err := fileio.CheckFolder(out); err != nil {
		return err
	}
	new(wholefile.Sweeper).Sweep(filepath.Dir(out))
	t, err := wholefile.Create(out)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", out, err)
	}
	defer t.Discard()
	if err := t.File.Close(); err != nil {
		return err
	}
	args := []string{"-v", "error", "-y", "-f", "wav", "-i", "pipe:0", "-i", asFile(x.recording), "-map", "0:a", "-map_metadata", "1", "-map_chapters", "-1"}
	if muxer.pictures && x.media.FrameDen > 0 {
		script, err := x.writeSelection()
		if err != nil {
			return err
		}
		defer os.Remove(script)
		args = append(args, "-map", "1:v:0", "-filter_script:v", script, "-fps_mode", "passthrough")
	}
	if ext == ".mp3" || muxer.name == "ipod" || muxer.name == "mp4" || muxer.name == "mov" {
		args = append(args, "-b:a", "192k")
	}
	c := exec.CommandContext(x.Context.Context, "ffmpeg", append(args, "-f", muxer.name, asFile(t.Name()))...)
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		return err
	}
	rendered := x.renderTo(in, audio.NewWAV)
	in.Close()
	if err := c.Wait(); err != nil {
		if ctx := x.Context.Context.Err(); ctx != nil {
			return ctx
		}
		return fmt.Errorf("writing %s: %w", out, ffmpegError(c, err, strings.ReplaceAll(said.String(), t.Name(), out)))
	}
	if rendered != nil {
		return rendered
	}
	return t.Place(out)
}

// writeSelection writes the filter that chooses the pictures that stay.
func (x *cutting) writeSelection() (string, error) {
	f, err := os.CreateTemp("", "tidytalk-*.filter")
	if err != nil {
		return "", err
	}
	_, err = io.WriteString(f, selection(x.list))
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// selection is the filter: pictures come at an even rate, those of l.Frames stay, and follow each other.
func selection(l *cut.List) string {
	var b strings.Builder
	num, den := l.Media.FrameNum, l.Media.FrameDen
	fmt.Fprintf(&b, "fps=%d/%d:start_time=0,select='", num, den)
	for i, s := range l.Frames() {
		if i > 0 {
			b.WriteByte('+')
		}
		fmt.Fprintf(&b, "between(n,%d,%d)", s.Start, s.End-1)
	}
	fmt.Fprintf(&b, "',setpts=N*%d/%d/TB\n", den, num)
	return b.String()
}
