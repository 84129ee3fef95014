package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffTextGrid(text string) bool {
	if sniffChronological(text) {
		return true
	}
	head := headLines(text, 2)
	return len(head) == 2 && strings.Contains(head[0], "ooTextFile") && strings.Contains(head[1], "TextGrid")
}

// readTextGrid reads Praat TextGrids. A tier is a speaker; one of words is read as such,
// one of sounds is left alone, as are tiers of points. Intervals stay, with an empty
// label where their words are removed.
func readTextGrid(f *File) error {
	tiers, err := readTiers(f)
	if err != nil {
		return err
	}
	f.addTiers(tiers)
	return nil
}

// addTiers adds what is said in tiers.
func (f *File) addTiers(tiers []tier) {
	var words, utterances []*tier
	said := make(map[string]bool) // speakers with a tier of words
	for i := range tiers {
		t := &tiers[i]
		switch speaker, kind := tierKind(t); kind {
		case wordTier:
			words = append(words, t)
			said[speaker] = true
		case utteranceTier:
			utterances = append(utterances, t)
		}
	}
	v := f.newView()
	var again *view
	for _, t := range words {
		speaker, _ := tierKind(t)
		if len(words) == 1 && len(utterances) == 0 {
			speaker = ""
		}
		addWords(v, speaker, t)
	}
	for _, t := range utterances {
		speaker, _ := tierKind(t)
		to := v
		if said[speaker] || len(words) > 0 && len(utterances) == len(words) {
			if again == nil {
				again = f.newView()
			}
			to = again
		}
		for _, x := range t.intervals {
			if strings.TrimSpace(x.label.text) != "" {
				to.addText(speaker, x.time, x.label)
			}
		}
	}
}

type tierSort uint8

const (
	otherTier tierSort = iota
	wordTier
	utteranceTier
)

// tierKind says what a tier holds, and whose words they are. "Ann - words" is what
// aligners call the tier of Ann's words.
func tierKind(t *tier) (speaker string, kind tierSort) {
	speaker, name, ok := strings.Cut(t.name, " - ")
	if !ok {
		name = t.name
	}
	if isPhoneTier(name) {
		return speaker, otherTier
	}
	switch name := strings.ToLower(strings.TrimSpace(name)); name {
	case "syllables", "syllable", "tones", "tobi", "breaks", "pos", "notes", "comments":
		return speaker, otherTier
	case "words", "word", "wrd", "utterances", "utterance", "sentences", "transcript", "transcription", "text":
		if !ok {
			speaker = ""
		}
		if strings.HasPrefix(name, "w") {
			return speaker, wordTier
		}
		return speaker, utteranceTier
	}
	labels, single, long := 0, 0, 0.0
	for _, x := range t.intervals {
		if n := len(strings.Fields(x.label.text)); n > 0 {
			labels++
			if n == 1 {
				single++
			}
			long += x.time.End - x.time.Start
		}
	}
	if labels > 4 && single*10 > labels*9 && long < 1.2*float64(labels) {
		return t.name, wordTier
	}
	return t.name, utteranceTier
}

// addWords adds a tier of words, cut at silences.
func addWords(v *view, speaker string, t *tier) {
	var u transcript.Utterance
	var fields []*field
	end := func() {
		if len(fields) > 0 {
			v.add(u, fields)
		}
		u, fields = transcript.Utterance{}, nil
	}
	for _, x := range t.intervals {
		switch strings.ToLower(strings.TrimSpace(x.label.text)) {
		case "", "sil", "sp", "spn", "<eps>", "<p:>", "<sil>", "#":
			continue // silence
		}
		if len(fields) > 0 && (!x.time.Known || x.time.Start-u.Time.End > wordPause) {
			end()
		}
		if len(fields) == 0 {
			u.Speaker, u.Time = speaker, x.time
		} else {
			u.Pieces, fields = append(u.Pieces, transcript.Piece{Text: " "}), append(fields, nil)
		}
		u.Time.End = x.time.End
		u.Pieces, fields = append(u.Pieces, transcript.Piece{Time: x.time}), append(fields, x.label)
	}
	end()
}

func writeTextGrid(b *strings.Builder, t *Transcript) error {
	end := 0.0
	for i := range t.Utterances {
		end = max(end, t.Utterances[i].Time.End)
	}
	lanes := t.lanes()
	for i := range lanes {
		if speaker, kind := tierKind(&tier{name: lanes[i].name}); speaker != lanes[i].name || kind != utteranceTier {
			lanes[i].name = strings.ReplaceAll(lanes[i].name, " - ", "-") + "_" // no name of a kind of tier
		}
	}
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	fmt.Fprintf(b, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = %v \ntiers? <exists> \nsize = %d \nitem []: \n", second(end), len(lanes))
	for i, l := range lanes {
		type interval struct {
			from, to float64
			text     string
		}
		var all []interval
		at := 0.0
		for _, u := range l.utterances {
			if u.Time.Start > at {
				all = append(all, interval{at, u.Time.Start, ""})
			}
			all = append(all, interval{u.Time.Start, u.Time.End, u.Text()})
			at = u.Time.End
		}
		if at < end {
			all = append(all, interval{at, end, ""})
		}
		fmt.Fprintf(b, "    item [%d]:\n        class = \"IntervalTier\" \n        name = %s \n        xmin = 0 \n        xmax = %v \n        intervals: size = %d \n", i+1, quote(l.name), second(end), len(all))
		for k, x := range all {
			fmt.Fprintf(b, "        intervals [%d]:\n            xmin = %v \n            xmax = %v \n            text = %s \n", k+1, second(x.from), second(x.to), quote(x.text))
		}
	}
	return nil
}
