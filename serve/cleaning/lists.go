package cleaning

import (
	"slices"

	"github.com/tidytalk/tidytalk/text/formats"
)

// InputFormats returns what the option from takes.
func InputFormats() []string {
	return slices.Concat([]string{"auto"}, formats.Names(), []string{"tokens"})
}

// transcriptFormats are those of InputFormats that are transcripts.
func transcriptFormats() []string {
	all := InputFormats()
	return all[:len(all)-1] // tokens, which have no times
}

// OutputFormats returns what the option to takes.
func OutputFormats() []string {
	return slices.Concat([]string{"auto"}, FormatsWith(formats.Format.IsWritten), []string{"labels", "html", "review"})
}

// FormatsWith returns the names of the formats that have a property.
func FormatsWith(property func(formats.Format) bool) []string {
	var out []string
	for _, f := range formats.All() {
		if property(f) {
			out = append(out, string(f))
		}
	}
	return out
}

// Labels returns what the option to takes where labels are asked for.
func Labels() []string { return []string{auto, "labels", string(formats.JSONL), Columns, Arrays} }

// liveInputs returns what from takes where text is live.
func liveInputs() []string { return slices.Concat(liveFormats, liveNames()) }

// liveFormats are what to takes where text is live.
var liveFormats = []string{auto, string(formats.Text)}
