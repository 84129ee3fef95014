package formats

import (
	"slices"
	"strings"
	"sync"
)

// service is a shape of JSON that is known, and is read by a map: that of a recogniser, or of a program, that has no reader of its
// own.
type service struct {
	// has are paths to members that a file of the shape has wherever they lead, separated by blanks, beside those of the first mapping.
	has string
	// maps is the map of the shape. Mappings behind the first one, and parts of any other than text and start, are left out where a file
	// lacks them.
	maps string
	// messages says that the file is what people write to one another, or to a machine: see messages.go.
	messages bool
	// escaped says that texts of messages have &, < and > as references.
	escaped bool
}

// services are the shapes. One with a list of words comes before one without.
var services = []service{
	// DashScope of Alibaba Cloud (Paraformer, Fun-ASR)
	{has: "transcripts[].channel_id", maps: `transcripts[].sentences[].words[]: word=text start=begin_time/1000 end=end_time/1000 speaker=^speaker_id; ` +
		`transcripts[].sentences[]: text=text start=begin_time/1000 end=end_time/1000 speaker=speaker_id; transcripts[]: text=text`},
	{has: "transcripts[].channel_id", maps: `transcripts[].sentences[]: text=text start=begin_time/1000 end=end_time/1000 speaker=speaker_id; transcripts[]: text=text`},
	// recorded files of Alibaba Cloud
	{has: "TaskId", maps: `Result.Sentences[]: text=Text start=BeginTime/1000 end=EndTime/1000 speaker=SpeakerId`},
	// Tencent Cloud, whose words count from the start of their sentence
	{has: "Data.TaskId", maps: `Data.ResultDetail[]: text=FinalSentence start=StartMs/1000 end=EndMs/1000 speaker=SpeakerId; ` +
		`Data.ResultDetail[].Words[]: word=Word; Data.ResultDetail[]: text=SliceSentence; text=Data.Result`},
	// CLOVA Speech of Naver
	{has: "segments[].speaker.name", maps: `segments[].words[]: word=[2] start=[0]/1000 end=[1]/1000 speaker=^speaker.name; ` +
		`segments[]: text=text; segments[]: text=textEdited; text=text`},
	// SpeechKit of Yandex, version 2
	{has: "response.chunks[].channelTag", maps: `response.chunks[].alternatives[].words[]: word=word start=startTime end=endTime confidence=confidence speaker=^^channelTag; ` +
		`response.chunks[].alternatives[]: text=text`},
	// streams of Amazon Transcribe
	{has: "Transcript.Results[].ResultId", maps: `Transcript.Results[].Alternatives[].Items[]: word=Content start=StartTime end=EndTime confidence=Confidence speaker=Speaker; ` +
		`Transcript.Results[].Alternatives[]: text=Transcript`},
	// Parakeet and Canary on MLX, whose tokens are pieces of words
	{has: "sentences[].text", maps: `sentences[].tokens[]: word=text start=start end=end confidence=confidence; sentences[]: text=text; text=text`},
	// NeMo, a manifest with times
	{has: "audio_filepath pred_text", maps: `timestamps_word[]: word=word start=start end=end; timestamps_segment[]: text=segment; text=pred_text`},
	{has: "audio_filepath pred_text", maps: `timestamp.word[]: word=word start=start end=end; timestamp.segment[]: text=segment; text=pred_text`},
	// SpeechKit of Yandex, version 3: lines of JSON
	{has: "result.final", maps: `result.final.alternatives[].words[]: word=text start=startTimeMs/1000 end=endTimeMs/1000 speaker=^^result.final.channelTag; ` +
		`result.final.alternatives[]: text=text`},
	// sherpa-onnx, whose tokens are pieces of words; when each starts is said in a list beside them, so that all stay in their places
	{has: "timestamps[] lang", maps: `tokens[]: word=.; text=text`},
	// Symbl
	{has: "messages[].from.name messages[].timeOffset", maps: `messages[]: text=text start=timeOffset duration=duration speaker=from.name; messages[].words[]: word=word`},
	// Retell
	{has: "call_id", maps: `transcript_object[].words[]: word=word start=start end=end speaker=^role; transcript_object[]: text=content; ` +
		`transcript_with_tool_calls[].words[]: word=word; transcript_with_tool_calls[]: text=content; text=transcript`},
	// Loom
	{has: "phrases[].value", maps: `phrases[].ranges[]: word=value start=ts; phrases[]: text=value`},
	// aeneas, and what writes its sync maps
	{has: "fragments[].id", maps: `fragments[].lines[]: text=. start=^begin end=^end`},
}

// knownService is a service as it is looked for.
type knownService struct {
	has      [][]mapStep
	maps     []mapping
	messages bool
	escaped  bool
}

// knownServices reads the services once. They are right: a test reads a file of each.
var knownServices = sync.OnceValue(func() []knownService {
	all := slices.Concat(services, messageServices)
	out := make([]knownService, len(all))
	for i, s := range all {
		out[i].messages, out[i].escaped = s.messages, s.escaped
		for path := range strings.FieldsSeq(s.has) {
			p := &mapParser{text: path}
			steps, err := p.path()
			if err != nil {
				panic(err)
			}
			out[i].has = append(out[i].has, steps)
		}
		maps, err := parseMaps(s.maps)
		if err != nil {
			panic(err)
		}
		out[i].maps = maps
	}
	return out
})

// detectService reports whether the values of a file have a shape that is known, and has it read by the map of it then. emptied says that lists
// may be empty wherever they are, as in a file that has lost all that was said.
func (f *File) detectService(values []*node, emptied bool) bool {
	for _, s := range knownServices() {
		if maps := s.of(values, emptied); maps != nil {
			f.maps, f.service, f.messages, f.escaped = maps, true, s.messages, s.escaped
			return true
		}
	}
	return false
}

// detectServiceLines is detectService for lines of JSON, of which the first one tells.
func (f *File) detectServiceLines() bool {
	at := len(f.text) - len(strings.TrimLeft(strings.TrimPrefix(f.text, "\ufeff"), " \t\r\n"))
	if at == len(f.text) || f.text[at] != '{' {
		return false
	}
	end := at + valueSize(f.text[at:])
	if rest := strings.TrimLeft(f.text[end:], " \t\r\n"); rest != "" && rest[0] != '{' {
		return false
	}
	first, err := parseValue(f, at, end)
	return err == nil && f.detectService([]*node{first}, true)
}

// of returns the maps that read values of the shape, nil if they are of another one.
func (s *knownService) of(values []*node, emptied bool) []mapping {
	if s.messages {
		if !emptied {
			return nil // files of all other shapes come before
		}
		return s.ofMessages(values)
	}
	all := func(steps []mapStep) bool {
		return !slices.ContainsFunc(values, func(v *node) bool { return v.kind != '{' || !leads(v, steps, true) })
	}
	some := func(steps []mapStep) bool {
		return slices.ContainsFunc(values, func(v *node) bool { return leads(v, steps, false) })
	}
	for _, path := range s.has {
		if !all(path) {
			return nil
		}
	}
	var out []mapping
	for i, m := range s.maps {
		for part, source := range m.parts {
			if source == nil {
				continue
			}
			path := m.pathOf(source)
			found := some(path) || emptied && all(path)
			if i == 0 && (mapPart(part) == mapText && !all(path) || mapPart(part) <= mapStart && !found) {
				return nil
			}
			if !found {
				m.parts[part] = nil
			}
		}
		if m.parts[mapText] != nil && all(m.path) {
			out = append(out, m)
		}
	}
	return out
}

// pathOf returns the way from the value of the file to a source.
func (m *mapping) pathOf(s *mapSource) []mapStep {
	path := m.path
	if up := s.up; up > 0 {
		if m.levels() > m.each() {
			up--
		}
		lists := m.each() - up // that the value is in which the source starts from
		to := 0
		for ; lists > 0; to++ {
			if path[to].each() {
				lists--
			}
		}
		path = path[:to]
	}
	return append(path[:len(path):len(path)], s.steps...)
}

// leads reports whether steps lead from a value to something: wherever they go through lists, or anywhere.
func leads(n *node, steps []mapStep, everywhere bool) bool {
	if len(steps) == 0 {
		return n.kind != '0'
	}
	if !steps[0].each() {
		next := steps[0].from(n)
		return next != nil && leads(next, steps[1:], everywhere)
	}
	if n.kind != '[' {
		return false
	}
	for _, e := range n.list() {
		if leads(e, steps[1:], everywhere) != everywhere {
			return !everywhere
		}
	}
	return everywhere
}
