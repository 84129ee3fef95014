package transformer

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// A file is the encoder that it was made of, and makes the same file.
func TestFile(t *testing.T) {
	m, f := tiny(t)
	file, err := m.Marshal("made so")
	if err != nil {
		t.Fatal(err)
	}
	read, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := read.Marshal("made so")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, again) {
		t.Error("an encoder of a file makes another file")
	}
	if !bytes.Equal(read.Vocabulary(), m.Vocabulary()) || !reflect.DeepEqual(read.Config(), m.Config()) {
		t.Error("another vocabulary or another shape")
	}
	if len(file) > 75_000 {
		t.Errorf("a file of %d bytes: weights have 8 bits", len(file))
	}
	sequences := [][]int32{f[2].Pieces, f[3].Pieces}
	a, b := logitsOf(m, sequences), logitsOf(read, sequences)
	for s := range a {
		if !slices.EqualFunc(a[s], b[s], slices.Equal[[]float32]) {
			t.Errorf("sequence %d: an encoder of a file finds something else", s)
		}
	}
}

// changed returns the file of an encoder with one of its sections changed.
func changed(t testing.TB, m *Model, name string, change func([]byte) []byte) []byte {
	t.Helper()
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	f, err := container.Open(file, FileKind, FileVersion)
	if err != nil {
		t.Fatal(err)
	}
	w := container.New(FileKind, FileVersion, "")
	for _, n := range f.Names() {
		b := f.Section(n)
		if n == name {
			b = change(bytes.Clone(b))
		}
		w.Add(n, b)
	}
	out, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDamage(t *testing.T) {
	m, _ := tiny(t)
	cut := func(b []byte) []byte { return b[:len(b)-4] }
	none := func([]byte) []byte { return nil }
	number := func(bits uint32) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[8:], bits)
			return b
		}
	}
	for _, x := range []struct {
		section string
		change  func([]byte) []byte
		want    string
	}{
		{"header", none, "JSON"},
		{"header", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Heads":2`), []byte(`"Heads":3`), 1) }, "heads of attention"},
		{"header", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Layers":2`), []byte(`"Layers":3`), 1) }, "layers.2.qkv.weight: 0 weights"},
		{"header", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Inner":32`), []byte(`"Inner":33`), 1) }, "multiple of 32"},
		{"header", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Pieces":24`), []byte(`"Pieces":-1`), 1) }, "-1 pieces"},
		{"vocabulary", cut, "vocabulary"},
		{"word.weight", cut, "word.weight: 1532 weights instead of 1536"},
		{"word.weight scale", cut, "word.weight: 23 numbers instead of 24"},
		{"layers.1.up.bias", none, "layers.1.up.bias: 0 numbers instead of 32"},
		{"layers.0.qkv.weight scale", number(0x7fc00000), "layers.0.qkv.weight: number 2 is NaN"},
		{"layers.0.ln1.bias", number(0x7f800000), "layers.0.ln1.bias: number 2 is +Inf"},
		{"mark.weight", cut, "mark.weight: 383 numbers instead of 384"},
	} {
		_, err := Load(changed(t, m, x.section, x.change))
		if !errors.Is(err, container.ErrChecksum) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q in it", x.section, err, x.want)
		}
	}
	if _, err := Load([]byte("tidytalk")); err == nil {
		t.Error("no file is one")
	}
}

// rewritten returns a file of tensors with another header.
func rewritten(t testing.TB, change func(header map[string]any)) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/tiny.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(file)
	var header map[string]any
	if err := json.Unmarshal(file[8:8+n], &header); err != nil {
		t.Fatal(err)
	}
	change(header)
	b, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(b)))
	return append(append(out, b...), file[8+n:]...)
}

func TestTensors(t *testing.T) {
	vocabulary := bytes.Repeat([]byte("x\n"), 24)
	of := func(h map[string]any, name string) map[string]any { return h[name].(map[string]any) }
	for want, change := range map[string]func(h map[string]any){
		"no tensor layers.1.down.bias": func(h map[string]any) { delete(h, "layers.1.down.bias") },
		"no tensor word.weight":        func(h map[string]any) { delete(h, "word.weight") },
		"no tensor case.weight":        func(h map[string]any) { delete(h, "case.weight") },
		"heads of attention":           func(h map[string]any) { delete(h, "__metadata__") },
		"5 heads":                      func(h map[string]any) { h["__metadata__"] = map[string]any{"heads": "5"} },
		"name 2 labels of dis": func(h map[string]any) {
			h["__metadata__"] = map[string]any{"heads": "2", "labels.dis": "a b"}
		},
		"layers.0.out.weight is of BF16":  func(h map[string]any) { of(h, "layers.0.out.weight")["dtype"] = "BF16" },
		"shape [64 65] instead of":        func(h map[string]any) { of(h, "layers.0.out.weight")["shape"] = []int{64, 65} },
		"tensor ln.bias lies at":          func(h map[string]any) { of(h, "ln.bias")["data_offsets"] = []int{0, 1 << 30} },
		"tensor ln.weight lies at":        func(h map[string]any) { of(h, "ln.weight")["data_offsets"] = []int{8, 4} },
		"tensor pos.weight has the shape": func(h map[string]any) { of(h, "pos.weight")["shape"] = []int{16} },
		"tensor other is none":            func(h map[string]any) { h["other"] = h["ln.bias"] },
		"tensor ln.bias: ":                func(h map[string]any) { h["ln.bias"] = 7 },
		"40 labels: more than 32":         func(h map[string]any) { of(h, "mark.weight")["shape"] = []int{40, 64} },
	} {
		if _, err := FromSafetensors(rewritten(t, change), vocabulary); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	named := rewritten(t, func(h map[string]any) { h["__metadata__"].(map[string]any)["labels.case"] = "a b c d" })
	m, err := FromSafetensors(named, vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	if h := m.Config().Labels; !slices.Equal(h[2].Labels, []string{"a", "b", "c", "d"}) || h[0].Labels[6] != "6" || h[1].Name != "mark" {
		t.Errorf("heads %v", h)
	}
	if _, err := FromSafetensors(named, vocabulary[2:]); err == nil || !strings.Contains(err.Error(), "23 lines") {
		t.Errorf("with a short vocabulary: %v", err)
	}
	for _, n := range []int{0, 7, 12, 500} {
		if _, err := FromSafetensors(named[:n], vocabulary); err == nil {
			t.Errorf("%d bytes are an encoder", n)
		}
	}
}

func FuzzLoad(f *testing.F) {
	m := drawn(Config{Layers: 1, Hidden: 32, Heads: 1, Inner: 32, Pieces: 3, Positions: 4, Labels: heads(2)}, 1)
	file, err := m.Marshal("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file, uint16(0), byte(0))
	f.Add(file[:100], uint16(30), byte(1))
	f.Fuzz(func(t *testing.T, file []byte, at uint16, by byte) {
		if len(file) > 0 {
			file = bytes.Clone(file)
			file[int(at)%len(file)] ^= by
		}
		if m, err := Load(file, container.Covered); err == nil {
			run(m)
		}
	})
}

// run reads a short sequence.
func run(m *Model) {
	m.NewRunner().Run([][]int32{{0, 0}}[:min(1, m.Config().Positions/2)], func(int, int, []float32) {})
}

func FuzzTensors(f *testing.F) {
	file, err := os.ReadFile("testdata/tiny.safetensors")
	if err != nil {
		f.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(file)
	f.Add(file[8 : 8+n])
	f.Add([]byte(`{"word.weight":{"dtype":"F32","shape":[1,32],"data_offsets":[0,128]},"__metadata__":{"heads":"1"}}`))
	vocabulary := bytes.Repeat([]byte("x\n"), 24)
	f.Fuzz(func(t *testing.T, header []byte) {
		b := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
		if m, err := FromSafetensors(append(b, file[8+n:]...), vocabulary); err == nil {
			run(m)
		}
	})
}
