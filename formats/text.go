package formats

import (
	"github.com/tidytalk/tidytalk/transcript"
)

// readText reads plain text.
func readText(f *File) (err error) {
	f.Document, err = transcript.ParseText(f.text, f.Name)
	return err
}
