package cut

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestTextGrids: in recordings whose words somebody has marked by hand, each word is taken out in
// turn. It prints how many can be, and what that takes of their neighbours.
func TestTextGrids(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(datatest.Path(t, "prosody", "wav"), "*.TextGrid"))
	if err != nil || len(files) == 0 {
		t.Fatal("no TextGrids", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := formats.Read(src, file, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := audio.Open(strings.TrimSuffix(file, ".TextGrid") + ".wav")
		if err != nil {
			t.Fatal(err)
		}
		k := &talk{rate: r.Rate()}
		buf := [][]float64{make([]float64, 4096)}
		for {
			n, err := r.ReadExact(buf)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			k.sound = append(k.sound, buf[0][:n]...)
		}
		r.Close()
		sound := k.listen(t)
		k.words = Words(f.Document, f.Document.Edit(nil, transcript.Rewriting{}), nil)
		for range k.words {
			k.voiced = append(k.voiced, Span{})
		}
		cuts, worst := 0, 0.0
		for i := range k.words {
			k.words[i].Removed, k.words[i].Kind = true, "filled-pauses"
			l, err := Plan(Media{}, sound, k.words, Options{})
			if err != nil {
				t.Fatal(err)
			}
			v := k.judge(l)
			cuts, worst = cuts+v.cuts, max(worst, v.worst)
			k.words[i].Removed = false
		}
		t.Logf("%s: %d of %d words can be taken out; at most %.0f ms of another one go", filepath.Base(file), cuts, len(k.words), 1000*worst)
		if worst > 0.03 {
			t.Errorf("%s: %.0f ms of a word go with another one", filepath.Base(file), 1000*worst)
		}
	}
}
