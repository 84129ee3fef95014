package formats

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestDropJSON takes fillers out of the answers of recognisers, with the elements,
// results and marks that go with them.
func TestDropJSON(t *testing.T) {
	for _, c := range []struct {
		name      string
		format    Format
		src, want string
		keepEmpty bool
	}{
		{"a result of several", Vosk, "{\"text\": \"um\"}\n{\"text\": \"yes um\"}\n{\"text\": \"uh\"}\n", "{\"text\": \"yes\"}\n", false},
		{"the only result", Vosk, "{\"text\": \"um\"}\n", "{\"text\": \"\"}\n", false},
		{"results, kept", Vosk, "{\"text\": \"um\"}\n{\"text\": \"yes\"}\n", "{\"text\": \"\"}\n{\"text\": \"yes\"}\n", true},
		{"an element of a list", Vosk, `[{"result":[{"word":"um"}],"text":"um"}, {"result":[{"word":"yes"},{"word":"um"}],"text":"yes um"}]`,
			`[{"result":[{"word":"yes"}],"text":"yes"}]`, false},
		{"what was partial", Vosk, `{"partial":"um"} {"partial":"um yes"} {"text":"um yes uh"}`, `{"partial":""} {"partial":"yes"} {"text":"yes"}`, false},
		{"words, marks and an entity", Speechmatics,
			`{"results":[{"alternatives":[{"content":"Um"}],"type":"word"},{"alternatives":[{"content":","}],"type":"punctuation"},{"alternatives":[{"content":"one uh mile"}],"type":"entity","spoken_form":[{"alternatives":[{"content":"one"}]},{"alternatives":[{"content":"uh"}]},{"alternatives":[{"content":"mile"}]}]},{"alternatives":[{"content":","}],"type":"punctuation","is_eos":false},{"alternatives":[{"content":"um"}],"type":"word"},{"alternatives":[{"content":"."}],"type":"punctuation","is_eos":true}]}`,
			`{"results":[{"alternatives":[{"content":"One mile"}],"type":"entity","spoken_form":[{"alternatives":[{"content":"one"}]},{"alternatives":[{"content":""}]},{"alternatives":[{"content":"mile"}]}]},{"alternatives":[{"content":"."}],"type":"punctuation","is_eos":true}]}`, false},
		{"words of a list", List, `[{"word":"um,","start":0,"end":1}, {"word":"yes","start":1,"end":2},{"word":"uh","start":2,"end":3}]`, `[{"word":"yes","start":1,"end":2}]`, false},
		{"words without blanks of their own", List, `{"words":[{"word":" um"},{"word":" y"},{"word":"es"}]}`, `{"words":[{"word":" y"},{"word":"es"}]}`, false},
		{"segments of a list", List, `[{"text":"um","start":0,"duration":2},{"text":"yes uh no","start":2,"duration":2}]`, `[{"text":"yes no","start":2,"duration":2}]`, false},
		{"segments, kept", List, `[{"text":"um","start":0,"duration":2},{"text":"yes","start":2,"duration":2}]`, `[{"text":"","start":0,"duration":2},{"text":"yes","start":2,"duration":2}]`, true},
		{"words as they are shown, and as heard", List, `[{"word":"um","punctuated_word":"Um,","start":0,"end":1},{"word":"yes","punctuated_word":"yes.","start":1,"end":2}]`, `[{"word":"yes","punctuated_word":"Yes.","start":1,"end":2}]`, false},
		{"the same in one string", List, `{"words":[{"word":"um","start":0,"end":0.5},{"word":"yes","start":0.5,"end":1}],"transcript":"um yes"}`, `{"words":[{"word":"yes","start":0.5,"end":1}],"transcript":"yes"}`, false},
		{"elements and their blanks", RevAI,
			`{"monologues":[{"elements":[{"type":"text","value":"So"},{"type":"punct","value":", "},{"type":"text","value":"um"},{"type":"punct","value":", "},{"type":"text","value":"yes"},{"type":"punct","value":" "},{"type":"text","value":"uh"},{"type":"punct","value":"."}]},{"elements":[{"type":"text","value":"Um"},{"type":"punct","value":". "}]}]}`,
			`{"monologues":[{"elements":[{"type":"text","value":"So"},{"type":"punct","value":" "},{"type":"text","value":"yes"},{"type":"punct","value":"."}]}]}`, false},
		{"what is no speech", Azure, `[{"RecognitionStatus":"NoMatch"},{"RecognitionStatus":"Success","DisplayText":"Um."},{"RecognitionStatus":"Success","DisplayText":"Um, yes."}]`,
			`[{"RecognitionStatus":"NoMatch"},{"RecognitionStatus":"Success","DisplayText":"Yes."}]`, false},
		{"lists of words, and labels", Watson,
			`{"results":[{"final":true,"alternatives":[{"timestamps":[["um",0.1,0.2],["yes",0.20,0.4]],"word_confidence":[["um",0.5],["yes",1.0]],"transcript":"um yes "}]},{"final":true,"alternatives":[{"timestamps":[["uh",0.5,0.6]],"transcript":"uh "}]}],"speaker_labels":[{"from":0.1,"to":0.2,"speaker":0},{"from":0.20,"to":0.4,"speaker":0},{"from":0.5,"to":0.6,"speaker":1}]}`,
			`{"results":[{"final":true,"alternatives":[{"timestamps":[["yes",0.20,0.4]],"word_confidence":[["yes",1.0]],"transcript":"yes "}]}],"speaker_labels":[{"from":0.20,"to":0.4,"speaker":0}]}`, false},
		{"offsets of what was found", AWSCalls,
			`{"Transcript":[{"Content":"Um, “no”: uh, it is um late, uh.","IssuesDetected":[{"CharacterOffsets":{"Begin":10,"End":27},"Text":"uh, it is um late"},{"CharacterOffsets":{"Begin":0,"End":3},"Text":"else"}]}]}`,
			`{"Transcript":[{"Content":"“No”: it is late.","IssuesDetected":[{"CharacterOffsets":{"Begin":6,"End":16},"Text":"it is late"},{"CharacterOffsets":{"Begin":0,"End":0},"Text":"else"}]}]}`, false},
		{"offsets, kept", AWSCalls, `{"Transcript":[{"Content":"Um, uh.","ActionItemsDetected":[{"CharacterOffsets":{"BeginOffsetChar":4,"EndOffsetChar":6},"Text":"uh"}]}]}`,
			`{"Transcript":[{"Content":"","ActionItemsDetected":[{"CharacterOffsets":{"BeginOffsetChar":0,"EndOffsetChar":0},"Text":""}]}]}`, true},
		{"offsets that are none", AWSCalls, `{"Transcript":[{"Content":"Um, yes.","IssuesDetected":[{"CharacterOffsets":{"Begin":4,"End":99}},{"CharacterOffsets":{"Begin":-1,"End":2.5}},{}]}]}`,
			`{"Transcript":[{"Content":"Yes.","IssuesDetected":[{"CharacterOffsets":{"Begin":4,"End":99}},{"CharacterOffsets":{"Begin":-1,"End":2.5}},{}]}]}`, false},
		{"offsets of words", Otter, `{"transcripts":[{"transcript":"Um, yés, uh, no.","start_offset":0,"end_offset":32000,"alignment":[{"word":"Um,","startOffset":0,"endOffset":3},{"word":"yés,","startOffset":4,"endOffset":8},{"word":"uh,","startOffset":9,"endOffset":12},{"word":"no.","startOffset":13,"endOffset":16}]}]}`,
			`{"transcripts":[{"transcript":"Yés no.","start_offset":0,"end_offset":32000,"alignment":[{"word":"Yés","startOffset":0,"endOffset":3},{"word":"no.","startOffset":4,"endOffset":7}]}]}`, false},
		{"words with blanks between them, and an event", ElevenLabs,
			`{"text":"So um (laughter) yes.","words":[{"text":"So","type":"word"},{"text":" ","type":"spacing"},{"text":"um","type":"word"},{"text":" ","type":"spacing"},{"text":"(laughter)","type":"audio_event"},{"text":" ","type":"spacing"},{"text":"yes.","type":"word"}]}`,
			`{"text":"So (laughter) yes.","words":[{"text":"So","type":"word"},{"text":" ","type":"spacing"},{"text":"(laughter)","type":"audio_event"},{"text":" ","type":"spacing"},{"text":"yes.","type":"word"}]}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "drop.json", c.format)
			d := dropFillers(f)
			d.KeepEmpty = c.keepEmpty
			got := f.Rewrite(d)
			if got != c.want {
				t.Errorf("%s\n  becomes %s\n      not %s", c.src, got, c.want)
			}
			if _, err := Read(got, "dropped.json", c.format); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRestoreJSON puts punctuation after words: as elements, in formats in which they are that.
func TestRestoreJSON(t *testing.T) {
	for _, c := range []struct {
		format    Format
		src, want string
	}{
		{Speechmatics,
			`{"results":[{"alternatives":[{"content":"um","speaker":"S1"}],"channel":"c","end_time":0.2,"start_time":0.1,"type":"word"},{"alternatives":[{"content":"boston","language":"en","speaker":"S1"}],"channel":"c","end_time":0.50,"start_time":0.2,"type":"word"},{"alternatives":[{"content":"there","language":"en","speaker":"S1"}],"channel":"c","end_time":0.80,"start_time":0.5,"type":"word"}]}`,
			`{"results":[{"alternatives":[{"content":"Boston","language":"en","speaker":"S1"}],"channel":"c","end_time":0.50,"start_time":0.2,"type":"word"},{"alternatives":[{"content":"there","language":"en","speaker":"S1"}],"channel":"c","end_time":0.80,"start_time":0.5,"type":"word"},{"alternatives":[{"confidence":1.0,"content":".","language":"en","speaker":"S1"}],"attaches_to":"previous","channel":"c","end_time":0.80,"is_eos":true,"start_time":0.80,"type":"punctuation"}]}`},
		{RevAI,
			`{"monologues":[{"elements":[{"type":"text","value":"well"},{"type":"punct","value":" "},{"type":"text","value":"i"},{"type":"punct","value":" "},{"type":"text","value":"was"},{"type":"punct","value":" "},{"type":"text","value":"there"},{"type":"punct","value":" "},{"type":"text","value":"um"}]}]}`,
			`{"monologues":[{"elements":[{"type":"text","value":"Well"},{"type":"punct","value":", "},{"type":"text","value":"I"},{"type":"punct","value":" "},{"type":"text","value":"was"},{"type":"punct","value":" "},{"type":"text","value":"there"},{"type":"punct","value":"."}]}]}`},
		{AWSCalls,
			`{"Transcript":[{"Content":"um i was there","Items":[{"Content":"um","Confidence":0.5},{"Content":"i","Confidence":0.5},{"Content":"was","Confidence":0.5},{"Content":"there","Confidence":0.5}],"IssuesDetected":[{"CharacterOffsets":{"Begin":3,"End":14}}]}]}`,
			`{"Transcript":[{"Content":"I was there.","Items":[{"Content":"I","Confidence":0.5},{"Content":"was","Confidence":0.5},{"Content":"there","Confidence":0.5},{"Confidence":0.0,"Content":"."}],"IssuesDetected":[{"CharacterOffsets":{"Begin":0,"End":12}}]}]}`},
	} {
		f := mustRead(t, c.src, "restore.json", c.format)
		got := f.Rewrite(restoring(f))
		sameText(t, got, c.want)
		// What has punctuation is not given more.
		g := mustRead(t, got, "restored.json", c.format)
		sameText(t, g.Rewrite(restoring(g)), got)
	}
}

// TestHeardOtherwise takes what is written one way out of what was heard, too.
func TestHeardOtherwise(t *testing.T) {
	const (
		src  = `{"combinedRecognizedPhrases":[{"lexical":"um we have nine hundred no ninety left","display":"We have 900, no, 90 left."}],"recognizedPhrases":[{"nBest":[{"lexical":"um we have nine hundred no ninety left","display":"We have 900, no, 90 left.","words":[{"word":"um"},{"word":"we"},{"word":"have"},{"word":"nine"},{"word":"hundred"},{"word":"no"},{"word":"ninety"},{"word":"left"}]}]}]}`
		want = `{"combinedRecognizedPhrases":[{"lexical":"um we have ninety left","display":"We have 90 left."}],"recognizedPhrases":[{"nBest":[{"lexical":"um we have ninety left","display":"We have 90 left.","words":[{"word":"um"},{"word":"we"},{"word":"have"},{"word":"ninety"},{"word":"left"}]}]}]}`
	)
	f := mustRead(t, src, "a.json", "")
	d := keepAll(f)
	d.Remove = data.Repairs
	for i, x := range f.Document.Tokens {
		if x.Text == "900" || x.Text == "no" {
			d.Decisions[i].Why = data.Repairs
		}
	}
	sameText(t, f.Rewrite(d), want)
}

// TestJSONTimes reads times under their names, in their units.
func TestJSONTimes(t *testing.T) {
	for _, c := range []struct {
		src      string
		from, to float64
	}{
		{`[{"text":"um so","start":1.5,"end":3}]`, 1.5, 3},
		{`[{"text":"um so","start":"1.5","duration":"1.5"}]`, 1.5, 3},
		{`[{"text":"um so","start":2,"end":4}]`, 2, 4},
		{`[{"text":"um so","offset":1500,"duration":1500}]`, 1.5, 3},
		{`[{"text":"um so","start_ms":1500,"end_ms":3000}]`, 1.5, 3},
		{`[{"text":"um so","timestamp":[1.5,3.0]}]`, 1.5, 3},
		{`{"text":"um so. So it was.","chunks":[{"text":"um so.","timestamp":[1.5,null]},{"text":" So it was.","timestamp":[3.0,null]}]}`, 1.5, 3},
		{`[{"speaker":"A","text":"um so","words":[{"w":"um","s":1500,"e":1800},{"w":"so","s":1900,"e":3000}]}]`, 1.5, 3},
		{`{"recognizedPhrases":[{"offset":"PT1.5S","duration":"PT1.5S","nBest":[{"display":"Um."}]}]}`, 1.5, 3},
		{`{"recognizedPhrases":[{"offset":"PT1H2M1.5S","duration":"PT1M","nBest":[{"display":"Um."}]}]}`, 3721.5, 3781.5},
		{`{"NBest":[{"Display":"Um."}],"Offset":15000000,"Duration":15000000}`, 1.5, 3},
		{`{"combinedPhrases":[],"phrases":[{"text":"Um.","offset":1500,"duration":1500}]}`, 1.5, 3},
		{`{"transcripts":[{"transcript":"um","start_offset":24000,"end_offset":48000}]}`, 1.5, 3},
		{`{"duration":4,"transcripts":[{"transcript":"um so","start_offset":1500,"end_offset":3000}]}`, 1.5, 3},
		{`{"transcripts":[{"transcript":"um so","start_offset":24000,"end_offset":48000,"alignment":[{"word":"um","start":0,"end":0.4},{"word":"so","start":0.5,"end":1.5}]}]}`, 1.5, 3},
		{`{"monologues":[{"elements":[{"type":"text","value":"um","timestamp":"00:00:01,500","end_timestamp":"00:00:03,000"}]}]}`, 1.5, 3},
	} {
		f := mustRead(t, c.src, "a.json", "")
		s := f.Transcript(keepAll(f))
		if got := s.Utterances[0].Time; !got.Known || got.Start != c.from || got.End != c.to {
			t.Errorf("%s is at %v", c.src, got)
		}
	}
}
