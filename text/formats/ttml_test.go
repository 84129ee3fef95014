package formats

import (
	"math"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestTTMLTimes reads times of all kinds, with the parameters that they depend on.
func TestTTMLTimes(t *testing.T) {
	for _, c := range []struct {
		parameters, paragraph string
		from, to              float64
	}{
		{"", `begin="00:00:01.5" end="00:01:02.25"`, 1.5, 62.25},
		{"", `begin="1.5s" dur="500ms"`, 1.5, 2},
		{"", `begin="0.5h" end="31m"`, 1800, 1860},
		{"", `begin="1s" dur="5s" end="3s"`, 1, 3},
		{"", `end="3s"`, 0, 3},
		{"", `begin="00:00:01:15" end="45f"`, 1.5, 1.5},
		{`frameRate="25"`, `begin="00:00:01:20" end="50f"`, 1.8, 2},
		{`frameRate="24" subFrameRate="2"`, `begin="00:00:01:06.1" end="00:00:02:00"`, 1 + 6.5/24, 2},
		{`frameRate="30" frameRateMultiplier="1000 1001"`, `begin="00:00:10:00" end="300f"`, 10, 10.01},
		{`frameRate="30" frameRateMultiplier="1000 1001" timeBase="smpte"`, `begin="00:00:10:00" end="01:00:00:00"`, 10.01, 3603.6},
		{`frameRate="30" frameRateMultiplier="1000 1001" timeBase="smpte" dropMode="dropNTSC"`, `begin="00:00:59:29" end="01:00:00:00"`, 1799 * 1.001 / 30, 3599.9964},
		{`frameRate="30" frameRateMultiplier="1000 1001" timeBase="smpte" dropMode="dropNTSC"`, `begin="00:01:00:02" end="00:10:00:00"`, 1800 * 1.001 / 30, 17982 * 1.001 / 30},
		{`tickRate="10000000"`, `begin="15000000t" end="20000000t"`, 1.5, 2},
		{`frameRate="25" subFrameRate="2"`, `begin="50t" end="100t"`, 1, 2},
		{"", `begin="2t" end="3t"`, 2, 3},
		{"", `begin="3:58.640" end="75:00"`, 238.64, 4500},
		{"", `begin="0:3:58,64" end="1:00:04"`, 238.64, 3604},
		{"", `begin="1.5 s" dur="500 ms"`, 1.5, 2},
		{"", `begin="58.640" end="1:02.5"`, 58.64, 62.5},
	} {
		src := "<tt " + c.parameters + "><body><div><p " + c.paragraph + ">um</p></div></body></tt>"
		f := mustRead(t, src, "a.ttml", TTML)
		got := f.views[0].utterances[0].Time
		if !got.Known || math.Abs(got.Start-c.from) > 1e-6 || math.Abs(got.End-c.to) > 1e-6 {
			t.Errorf("%s %s is %v", c.parameters, c.paragraph, got)
		}
	}
}

// TestTTMLPodcast reads words as Apple writes them: without blanks between, and with times that are not relative.
func TestTTMLPodcast(t *testing.T) {
	const head, tail = `<tt xmlns:podcasts="p"><body dur="9.5"><div><p begin="1.5" end="3.5"><span podcasts:unit="sentence" begin="1.5" end="3.5">`, `</span></p></div></body></tt>`
	word := func(from, to, text string) string {
		return `<span podcasts:unit="word" begin="` + from + `" end="` + to + `">` + text + `</span>`
	}
	src := head + word("1.5", "2.0", "So,") + word("2.0", "2.5", "um,") + word("2.5", "3.5", "yes.") + tail
	f := mustRead(t, src, "a.ttml", TTML)
	sameText(t, utterancesText(f), " 1.5-2 So, 2-2.5 um, 2.5-3.5 yes.\n")
	sameText(t, f.Rewrite(keepAll(f)), src)
	sameText(t, f.Rewrite(dropFillers(f)), head+word("1.5", "2.0", "So")+word("2.5", "3.5", "yes.")+tail)
}

// TestTTMLNested adds up the times of elements that are in one another, or one after the
// other.
func TestTTMLNested(t *testing.T) {
	known := func(from, to float64) transcript.Interval {
		return transcript.Interval{Start: from, End: to, Known: true}
	}
	for _, c := range []struct {
		body string
		want []transcript.Interval
	}{
		{`<body begin="10s"><div begin="5s"><p begin="1s" end="2s">a</p></div><p begin="1s" end="2s">b</p></body>`, []transcript.Interval{known(16, 17), known(11, 12)}},
		{`<body><div begin="5s" end="8s"><p>a</p><p begin="1s">b</p></div></body>`, []transcript.Interval{known(5, 8), known(6, 8)}},
		{`<body><div timeContainer="seq"><p dur="2s">a</p><p begin="1s" dur="2s">b</p></div></body>`, []transcript.Interval{known(0, 2), known(3, 5)}},
		{`<body><p>a</p><p begin="1s">b</p></body>`, []transcript.Interval{{}, {}}},
		{`<body><p><span begin="1s" end="2s">a</span> <span begin="2s" end="4s">b</span></p></body>`, []transcript.Interval{known(1, 4)}},
	} {
		f := mustRead(t, "<tt>"+c.body+"</tt>", "a.ttml", TTML)
		for i, want := range c.want {
			if got := f.views[0].utterances[i].Time; got != want {
				t.Errorf("%s: utterance %d is at %v, not %v", c.body, i, got, want)
			}
		}
	}
}

// TestTTMLWords gives words the times and speakers of the elements that they are in.
func TestTTMLWords(t *testing.T) {
	f := mustRead(t, `<tt><head><metadata><agent id="a1"><name> Ann
 Berg</name></agent></metadata></head><body agent="a1"><p begin="1s" end="9s"><span begin="1s" end="4s">so <span begin="2s" end="3s">we</span> left</span> there<br/><span agent="a2"><span>yes</span></span> no</p></body></tt>`, "a.ttml", TTML)
	want := []heard{
		{"so", "Ann Berg", transcript.Interval{Start: 2, End: 5, Known: true}, 0}, {"we", "Ann Berg", transcript.Interval{Start: 4, End: 5, Known: true}, 0},
		{"left", "Ann Berg", transcript.Interval{Start: 2, End: 5, Known: true}, 0}, {"there", "Ann Berg", transcript.Interval{}, 0},
		{"yes", "a2", transcript.Interval{}, 0}, {"no", "a2", transcript.Interval{}, 0},
	}
	sameWords(t, words(f, nil), want)
}

// TestDropTTML takes out paragraphs and lines, with the tags that nothing is left in, and
// nothing that is no speech.
func TestDropTTML(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a paragraph", "<div>\n  <p>Um.</p>\n  <p>Yes.</p>\n</div>", "<div>\n  <p>Yes.</p>\n</div>"},
		{"the first line", "<p>Um,<br/>yes.</p>", "<p>Yes.</p>"},
		{"the last line", "<p>Yes,<br/>um.</p>", "<p>Yes.</p>"},
		{"the last lines", "<p>Yes,<br/>\n um,<br></br>\n uh.\n</p>", "<p>Yes.</p>"},
		{"a line between", "<p>Yes,<br/> um,<br/> no.</p>", "<p>Yes,<br/> no.</p>"},
		{"a span", "<p>Yes, <span a='>'>um</span> no.</p>", "<p>Yes, no.</p>"},
		{"a span over lines", "<p>Yes, <span>so<br/>um</span></p>", "<p>Yes, <span>so</span></p>"},
		{"a span that opens where all goes", "<p><span>Um,<br/>so</span> yes</p>", "<p><span>So</span> yes</p>"},
		{"elements without content", "<p><span/>Um, <span/>yes <span>no</span></p>", "<p><span/><span/>Yes <span>no</span></p>"},
		{"what is no speech", "<p><metadata>um</metadata>yes <x:y>uh <x:y>um</x:y> um</x:y><!-- um > --> um<?um?></p>", "<p><metadata>um</metadata>yes<x:y>uh <x:y>um</x:y> um</x:y><!-- um > --><?um?></p>"},
		{"references", "<p>R&#38;D &amp; um &lt;3&gt;, uh &quot;x&quot;</p>", "<p>R&#38;D &amp; &lt;3&gt; &quot;x&quot;</p>"},
		{"CDATA", "<p><![CDATA[um a < b & c]]></p>", "<p><![CDATA[a < b & c]]></p>"},
	} {
		head, tail := "<tt xmlns:x='x'>", "</tt>"
		f := mustRead(t, head+c.src+tail, "a.ttml", TTML)
		got := f.Rewrite(dropFillers(f))
		if got = strings.TrimSuffix(strings.TrimPrefix(got, head), tail); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
		mustRead(t, head+got+tail, "b.ttml", TTML)
	}
}
