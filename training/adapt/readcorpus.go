package adapt

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
)

// ReadCorpus reads what somebody has annotated, from a file that may be compressed
// (.gz): corrections, if its name ends with .jsonl, else a token TSV. Errors about what it
// holds wrap data.ErrFormat.
func ReadCorpus(path string) ([]data.Side, error) {
	if !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".jsonl") {
		return data.ReadTSVFile(path)
	}
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := ReadCorrected(f, path)
	if err != nil {
		return nil, err
	}
	sides, err := Sides(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return sides, nil
}
