package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestCut(t *testing.T) {
	english, line := newDecider(t, Options{}), newDecider(t, Options{Segment: transcript.SegmentLine})
	both := chineseDecider(t, Options{})
	chinese := chineseDecider(t, Options{Language: "zh"})
	for _, c := range []struct {
		name   string
		d      *Decider
		text   string
		spoken string // the languages of the words; "": nobody has looked
		want   []string
	}{
		{"sentences", english, "So we went. And then?", "", []string{"sentence: So we went.", "sentence: And then?"}},
		{"a stream", english, "so we went and then", "", []string{"stream: so we went and then"}},
		{"lines", line, "so we went\nand then", "", []string{"sentence: so we went", "sentence: and then"}},
		{"what is left", english, "so we went na ja", "en en en sl sl", []string{"stream: so we went", "left sl: na ja"}},
		{"another language", english, "so we went. Na ja. Gut.", "en en en de de de", []string{"sentence: so we went.", "turn de: Na ja. Gut."}},
		{"Chinese without models", english, "我们去", "zh zh zh", []string{"left zh: 我们去"}},
		{"Chinese", both, "我们去。你们", "zh zh zh zh zh", []string{"Chinese: 我们去。你们"}},
		{"English between", both, "我们 so 你们", "zh zh en zh zh", []string{"Chinese: 我们", "stream: so", "Chinese: 你们"}},
		{"turns", both, "我们\n你们", "zh zh zh zh", []string{"Chinese: 我们", "Chinese: 你们"}},
		{"all is Chinese", chinese, "我们 so", "", []string{"Chinese: 我们 so"}},
		{"notes alone", english, "[noise]", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &work{Decider: c.d, doc: parse(t, c.text)}
			if c.spoken != "" {
				w.spoken = strings.Fields(c.spoken)
			}
			w.cut()
			var got []string
			for _, s := range w.segments {
				name := [...]string{"sentence", "stream", "Chinese", "turn " + s.language, "left " + s.language}[s.way]
				got = append(got, name+": "+w.doc.Source[w.doc.Words[s.Words.Start].Bytes.Start:w.doc.Words[s.Words.End-1].Bytes.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Sentences that run on are decided about as one, in English alone.
func TestRunOn(t *testing.T) {
	doc, err := transcript.ParseText("We measure the. The rest is low. We went. We saw a. A cow.", "test")
	if err != nil {
		t.Fatal(err)
	}
	for english, want := range map[bool]int{true: 3, false: 5} {
		if got := new(Decider).runOn(doc, doc.Segments(transcript.SegmentAuto), func(transcript.Segment) bool { return english }); len(got) != want {
			t.Errorf("english %v: %d sentences, want %d: %v", english, len(got), want, got)
		}
	}
}
