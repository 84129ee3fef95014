package adapt

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// ReadCorpus reads what somebody has annotated, from a file that may be compressed
// (.gz): sentences with decisions, if its name ends with .jsonl, else a token TSV. Those that name
// no document are of that which the file is called after. Errors about what it holds wrap data.ErrFormat.
func ReadCorpus(path string) ([]data.Side, error) {
	if !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".jsonl") {
		return data.ReadTSVFile(path)
	}
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := decisions.Read(f, path)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Document = cmp.Or(list[i].Document, filepath.Base(path))
	}
	sides, err := Sides(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return sides, nil
}
