package chinese

import (
	"errors"
	"reflect"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Offsets say how many marks, and how many commas, texts of a kind get, and nothing about texts of others;
// files say the same.
func TestOffsets(t *testing.T) {
	text := mini()
	for _, who := range []string{"他", "她"} {
		for _, what := range []string{"书", "报", "饭"} {
			text = append(text, Units(who+"看"+what+"，我看茶。"), Units("我看"+what+"，"+who+"看。"), Units("我看"+what+"。"))
		}
	}
	m, err := Train(t.Context(), []Source{{append(miniDialogues(t), text[len(mini()):]...), true}, {text[60:], false}}, miniConfigs(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Offsets{{}, DefaultConfig().Written}; !reflect.DeepEqual(m.offsets, want) {
		t.Fatalf("offsets %v, want %v: those of written text for the source that is no dialogue", m.offsets, want)
	}
	// count returns the gaps with a mark, and those with a comma alone, of texts of a kind and of the others.
	count := func(kind uint8, o Offsets) (marks, commas [2]int) {
		other := *m
		other.offsets = make([]Offsets, kind+1)
		other.offsets[kind] = o
		file, err := other.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		back, err := UnmarshalModel(file)
		if err != nil {
			t.Fatal(err)
		}
		r := back.NewReader()
		var out Reading
		for _, s := range text {
			r.Read(wordsOf(s), nil, &out)
			of := 0
			if back.kinds.of(r.columns.Column(ColWord), r.kind) != kind {
				of = 1
			}
			for _, signs := range out.Gaps {
				if len(signs) > 0 {
					marks[of]++
				}
				if len(signs) == 1 && signs[0].Mark == Comma {
					commas[of]++
				}
			}
			checkNested(t, out.Gaps)
		}
		return marks, commas
	}
	for kind := range uint8(2) {
		marks, commas := count(kind, Offsets{})
		if marks[0] == 0 || commas[0]+commas[1] == 0 {
			t.Fatalf("kind %d: %d marks, commas %v: there is nothing to compare", kind, marks[0], commas)
		}
		fewer, _ := count(kind, Offsets{None: 40})
		more, _ := count(kind, Offsets{None: -40})
		if !(fewer[0] < marks[0] && marks[0] < more[0]) {
			t.Errorf("kind %d: %d marks, with an offset of none %d, against none %d", kind, marks[0], fewer[0], more[0])
		}
		_, with := count(kind, Offsets{Comma: 20})
		_, without := count(kind, Offsets{Comma: -40})
		if with[0] <= commas[0] || without[0] != 0 {
			t.Errorf("kind %d: %d commas, with an offset %d, against them %d", kind, commas[0], with[0], without[0])
		}
		if fewer[1] != marks[1] || more[1] != marks[1] || with[1] != commas[1] || without[1] != commas[1] {
			t.Errorf("kind %d: texts of the other kind have other marks", kind)
		}
	}
}

func TestOffsetsFile(t *testing.T) {
	for _, of := range [][]Offsets{nil, {{}, {}}} {
		if b, err := marshalOffsets(of); b != nil || err != nil {
			t.Errorf("%v: %s, %v: no section is needed", of, b, err)
		}
	}
	if _, err := unmarshalOffsets([]byte("[{]")); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a broken section: %v", err)
	}
}
