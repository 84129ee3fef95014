package formats

import "strings"

// looksJSON reports whether text that starts as JSON has a member's name near its
// start.
func looksJSON(text string) bool {
	head := text[:min(len(text), 400)]
	return strings.Contains(head, `":`) || strings.Contains(head, `" :`) || strings.HasPrefix(head, "[{") || strings.TrimRight(head, " \r\n") == "{}"
}

// detectJSON finds the form of JSON by its members. Shapes that are nearly one say what
// is missing.
func (f *File) detectJSON() (*Format, error) {
	r := f.root
	switch {
	case r.get("results", "channels") != nil, r.get("channel", "alternatives") != nil:
		return Deepgram, nil
	case r.get("results", "items") != nil, r.get("results", "transcripts") != nil, r.get("jobName") != nil:
		return AWS, nil
	case r.get("transcription") != nil:
		return WhisperCPP, nil
	case r.get("results") != nil || r.get("response", "results") != nil:
		return Google, nil
	case r.get("segments") != nil, r.get("word_segments") != nil, r.get("chunks") != nil && r.get("text") != nil:
		return Whisper, nil
	case r.get("audio_url") != nil, r.get("utterances") != nil, r.get("status") != nil && r.get("words") != nil, r.get("words") != nil && r.get("text") != nil && msTimes(r.list("words")):
		return AssemblyAI, nil
	case r.get("text") != nil:
		return Whisper, nil
	}
	if r.kind == '[' && len(r.kids) > 0 && r.kids[0].get("text") != nil {
		return nil, f.errorLine(r.from, "a list of JSON objects is no form that is known: write one object a line, and use --from jsonl")
	}
	return nil, f.errorLine(r.from, "JSON of a shape that is not known: it is none of Whisper, WhisperX, whisper.cpp, Deepgram, AssemblyAI, AWS Transcribe and Google Speech-to-Text; name its form with --from")
}

// msTimes reports whether the times of words are whole numbers, milliseconds.
func msTimes(words []*node) bool {
	for _, w := range words {
		if strings.ContainsAny(w.scalar("start")+w.scalar("end"), ".eE") {
			return false
		}
	}
	return len(words) > 0 && words[0].get("start") != nil && words[0].get("text") != nil
}
