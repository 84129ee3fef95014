package cutlist

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/speech/cut"
)

// The tests of this file read lists by the programs that the formats are of.

// run runs a program, and returns what it writes to standard output.
func run(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := tryRun(ctx, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// tryRun is run with an error that holds what the program says of it.
func tryRun(ctx context.Context, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.WaitDelay = time.Second
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", name, err, said.Bytes())
	}
	return out, err
}

func need(t *testing.T, program, hint string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("SKIPPED: there is no %s: %s", program, hint)
	}
}

// readByOTIO reads lists by OpenTimelineIO and its adapters, and prints a line of JSON for each: tracks of
// clips, and markers, in frames, and the length.
const readByOTIO = `
import json, sys, opentimelineio as otio
for path, adapter, rate in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    t = otio.adapters.read_from_file(path, adapter, **({'rate': float(rate)} if adapter == 'cmx_3600' else {}))
    if not isinstance(t, otio.schema.Timeline):
        t = next(c for c in t.find_children(descended_from_type=otio.schema.Timeline))
    span = lambda r: [r.start_time.value, r.start_time.value + r.duration.value]
    marked = [m for c in t.find_children() for m in c.markers] + list(t.tracks.markers)
    print(json.dumps({
        'tracks': [[span(c.source_range) for c in k.find_clips()] for k in t.tracks],
        'markers': [span(m.marked_range) for m in marked], 'names': [m.name for m in marked],
        'urls': [getattr(c.media_reference, 'target_url', '') for c in t.find_clips()],
        'length': t.duration().value, 'rate': t.duration().rate}))
`

// OpenTimelineIO finds the clips, their total and the markers of four formats, on all tracks.
func TestOpenTimelineIO(t *testing.T) {
	python := cmp.Or(os.Getenv("TIDYTALK_PYTHON"), "python3")
	if exec.Command(python, "-c", "import otio_cmx3600_adapter, otio_fcp_adapter, otio_fcpx_xml_adapter").Run() != nil {
		t.Skipf("SKIPPED: %s has no OpenTimelineIO: 'pip install opentimelineio otio-cmx3600-adapter otio-fcp-adapter otio-fcpx-xml-adapter', and name the Python in TIDYTALK_PYTHON", python)
	}
	dir := t.TempDir()
	type written struct {
		name string
		f    *Format
		own  *timeline
	}
	var lists []written
	args := []string{"-c", readByOTIO}
	talks := talks()
	whole := *talks["picture"]
	whole.Media.FrameNum, whole.Media.FrameDen, whole.Media.DropFrame = 25, 1, false
	talks["at 25"] = &whole
	for _, name := range []string{"sound", "picture", "at 25"} {
		for format, adapter := range map[string]string{"edl": "cmx_3600", "fcpxml": "fcpx_xml", "otio": "otio_json", "premiere": "fcp_xml"} {
			if format == "fcpxml" && name == "picture" {
				continue // the adapter takes 30000/1001 for 29
			}
			for _, markers := range []bool{false, true} {
				f, err := ByName(format)
				if err != nil {
					t.Fatal(err)
				}
				o := Options{Markers: markers}
				own, err := f.timeline(talks[name], o)
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(dir, name+strconv.FormatBool(markers)+f.Extension)
				if err := os.WriteFile(path, []byte(write(t, f, talks[name], o)), 0o666); err != nil {
					t.Fatal(err)
				}
				lists = append(lists, written{name, f, own})
				args = append(args, path, adapter, strconv.FormatFloat(float64(own.rate.Num)/float64(own.rate.Den), 'g', -1, 64))
			}
		}
	}
	out := json.NewDecoder(bytes.NewReader(run(t, python, args...)))
	for _, x := range lists {
		var got struct {
			Tracks  [][][2]float64
			Markers [][2]float64
			Names   []string
			URLs    []string
			Length  float64
		}
		if err := out.Decode(&got); err != nil {
			t.Fatal(err)
		}
		var want [][2]float64
		for _, c := range x.own.clips {
			want = append(want, [2]float64{float64(c.from), float64(c.to)})
		}
		for _, track := range got.Tracks {
			if !slices.Equal(track, want) {
				t.Errorf("%s, %s: %v, not %v", x.name, x.f.Name, track, want)
			}
		}
		if len(got.Tracks) == 0 || got.Length != float64(x.own.length) {
			t.Errorf("%s, %s: %d tracks of %v, not %d", x.name, x.f.Name, len(got.Tracks), got.Length, x.own.length)
		}
		if x.f.Name != "edl" && got.URLs[0] != uri(x.own.list.Media.Name, map[bool]string{true: "localhost"}[x.f.Name == "premiere"]) {
			t.Errorf("%s, %s: the recording is %s", x.name, x.f.Name, got.URLs[0])
		}
		if !x.own.asMarkers {
			continue
		}
		if x.own.rate.Drop && x.f.Name == "edl" {
			continue // the adapter knows no locators with dropped frames
		}
		if n := len(x.own.markers); x.f.Name == "edl" { // it has them on each track
			got.Markers = got.Markers[:min(n, len(got.Markers))]
		}
		if len(got.Markers) != len(x.own.markers) {
			t.Fatalf("%s, %s: %d markers", x.name, x.f.Name, len(got.Markers))
		}
		for i, m := range x.own.markers {
			if got.Markers[i][0] != float64(m.from) || x.f.Name != "edl" && got.Markers[i][1] != float64(m.to) || !strings.HasPrefix(got.Names[i], m.name) {
				t.Errorf("%s, %s: %q at %v, not %+v", x.name, x.f.Name, got.Names[i], got.Markers[i], m)
			}
		}
	}
}

// ramp writes a WAV file in which no two samples of a channel near each other are the same, and
// returns its samples.
func ramp(t *testing.T, path string, m *cut.Media) []byte {
	t.Helper()
	n := int(m.Samples) * m.Channels * 2
	b := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(36+n))
	b = binary.LittleEndian.AppendUint32(append(b, "WAVEfmt "...), 16)
	b = binary.LittleEndian.AppendUint16(b, 1)
	b = binary.LittleEndian.AppendUint16(b, uint16(m.Channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Rate*m.Channels*2))
	b = binary.LittleEndian.AppendUint16(b, uint16(m.Channels*2))
	b = binary.LittleEndian.AppendUint16(b, 16)
	b = binary.LittleEndian.AppendUint32(append(b, "data"...), uint32(n))
	data := len(b)
	for i := range m.Samples {
		for k := range int64(m.Channels) {
			b = binary.LittleEndian.AppendUint16(b, uint16(7*i+k*i/65536))
		}
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return b[data:]
}

// ffmpeg makes of the filter script the samples that the cuts leave, each of them.
func TestFFmpegSound(t *testing.T) {
	need(t, "ffmpeg", "'apt-get install ffmpeg'")
	l := talks()["sound"]
	wav := filepath.Join(t.TempDir(), "ramp.wav")
	samples := ramp(t, wav, &l.Media)
	var want []byte
	for _, s := range l.Kept() {
		want = append(want, samples[s.Start*4:s.End*4]...)
	}
	f, err := ByName("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "cuts.ffmpeg")
	if err := os.WriteFile(script, []byte(write(t, f, l, Options{})), 0o666); err != nil {
		t.Fatal(err)
	}
	got := run(t, "ffmpeg", "-v", "error", "-i", wav, "-filter_complex_script", script, "-map", "[a]", "-f", "s16le", "-")
	if !bytes.Equal(got, want) {
		t.Errorf("%d bytes, not %d, or others", len(got), len(want))
	}
}

// ffmpeg leaves the frames that the list leaves, and the sound of them.
func TestFFmpegPicture(t *testing.T) {
	need(t, "ffmpeg", "'apt-get install ffmpeg'")
	l := talks()["picture"]
	dir := t.TempDir()
	film := filepath.Join(dir, "film.nut")
	run(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=30000/1001:duration=10", "-f", "lavfi", "-i", "sine=sample_rate=44100:duration=10:samples_per_frame=1000",
		"-c:v", "ffv1", "-c:a", "pcm_s16le", film)
	f, err := ByName("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	own, err := f.timeline(l, Options{})
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "cuts.ffmpeg")
	if err := os.WriteFile(script, []byte(write(t, f, l, Options{})), 0o666); err != nil {
		t.Fatal(err)
	}
	// The frames as checksums: those that are kept, in order.
	sums := func(args ...string) (out []string) {
		for line := range strings.Lines(string(run(t, "ffmpeg", append(append([]string{"-v", "error", "-i", film}, args...), "-f", "framemd5", "-")...))) {
			if !strings.HasPrefix(line, "#") {
				parts := strings.Split(strings.TrimSpace(line), ",")
				out = append(out, parts[len(parts)-1])
			}
		}
		return out
	}
	all := sums("-map", "0:v")
	var want []string
	sound := int64(0)
	for _, c := range own.clips {
		want = append(want, all[c.from:c.to]...)
		sound += own.sample(c.to) - own.sample(c.from)
	}
	if got := sums("-filter_complex_script", script, "-map", "[a]", "-f", "null", "/dev/null", "-map", "[v]"); !slices.Equal(got, want) {
		t.Errorf("%d frames, not %d, or others", len(got), len(want))
	}
	got := run(t, "ffmpeg", "-v", "error", "-i", film, "-filter_complex_script", script, "-map", "[v]", "-f", "null", "/dev/null", "-map", "[a]", "-f", "s16le", "-")
	if int64(len(got)) != 2*sound {
		t.Errorf("%d samples, not %d", len(got)/2, sound)
	}
}

// melt plays so many frames as the list leaves.
func TestMelt(t *testing.T) {
	need(t, "melt", "'apt-get install melt'")
	l := talks()["sound"]
	dir := t.TempDir()
	l.Media.Name = filepath.Join(dir, "Ann & Bob's.wav")
	ramp(t, l.Media.Name, &l.Media)
	f, err := ByName("mlt")
	if err != nil {
		t.Fatal(err)
	}
	own, err := f.timeline(l, Options{})
	if err != nil {
		t.Fatal(err)
	}
	project, out := filepath.Join(dir, "cuts.mlt"), filepath.Join(dir, "out.wav")
	if err := os.WriteFile(project, []byte(write(t, f, l, Options{})), 0o666); err != nil {
		t.Fatal(err)
	}
	// Its threads wait for each other for ever in some runs, whatever is to be read: such a run is given up, and
	// another is begun.
	for left := 4; ; left-- {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		_, err := tryRun(ctx, "melt", project, "-consumer", "avformat:"+out, "vn=1", "real_time=0", "terminate_on_pause=1")
		hung := ctx.Err() != nil
		cancel()
		if err == nil {
			break
		}
		if !hung {
			t.Fatal(err)
		}
		if left == 0 {
			t.Skip("SKIPPED: melt ends none of five runs on this machine")
		}
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(b, []byte("data"))
	if at < 0 {
		t.Fatal("melt wrote no sound")
	}
	sound := b[at+8:]
	if frame := 48000 / own.rate.Num * 4; len(sound) != int(own.length)*frame {
		t.Errorf("%d bytes, not %d frames", len(sound), own.length)
	}
	if slices.Max(sound) == 0 {
		t.Error("it is silent")
	}
}

// auto-editor makes all samples of what its lists leave, as far as its version reads them.
func TestAutoEditor(t *testing.T) {
	program := cmp.Or(os.Getenv("TIDYTALK_AUTO_EDITOR"), "auto-editor")
	need(t, program, "'pip install auto-editor', and name the program in TIDYTALK_AUTO_EDITOR")
	l := talks()["sound"]
	dir := t.TempDir()
	l.Media.Name = filepath.Join(dir, "Ann & Bob's.wav")
	ramp(t, l.Media.Name, &l.Media)
	for _, name := range []string{"auto-editor-v1", "auto-editor"} {
		t.Run(name, func(t *testing.T) {
			f, err := ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			own, err := f.timeline(l, Options{})
			if err != nil {
				t.Fatal(err)
			}
			list, out := filepath.Join(dir, name+".json"), filepath.Join(dir, name+".wav")
			if err := os.WriteFile(list, []byte(write(t, f, l, Options{})), 0o666); err != nil {
				t.Fatal(err)
			}
			if said, err := exec.CommandContext(t.Context(), program, list, "-o", out, "--no-open").CombinedOutput(); err != nil {
				for _, old := range []string{"timelines is not supported", "attribute not found"} {
					if bytes.Contains(said, []byte(old)) {
						t.Skipf("SKIPPED: this auto-editor is too old for %s", name)
					}
				}
				t.Fatalf("%v\n%s", err, said)
			}
			b, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			at := bytes.Index(b, []byte("data"))
			if at < 0 {
				t.Fatal("it wrote no sound")
			}
			want := own.length * int64(l.Media.Rate) * int64(own.rate.Den) / int64(own.rate.Num)
			if got := int64(len(b)-at-8) / int64(2*l.Media.Channels); got != want {
				t.Errorf("%d samples, not %d", got, want)
			}
		})
	}
}
