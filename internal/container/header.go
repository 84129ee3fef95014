package container

import (
	"bytes"
	"encoding/json"

	"github.com/tidytalk/tidytalk/internal/written"
)

// readHeader reads the header text. Of a trusted file the configuration, which is most of it and nobody asks for, is left as it is.
func (f *File) readHeader(text []byte, trusted bool) error {
	if f.readWritten(text, trusted) {
		return nil
	}
	f.header, f.config = header{}, nil
	return json.Unmarshal(text, &f.header)
}

// readWritten is readHeader for a text as head writes it. It reports whether it is one.
func (f *File) readWritten(text []byte, trusted bool) bool {
	t := written.Of(bytes.TrimRight(text, " "))
	t.Is(`{"Kind":`)
	f.header.Kind = t.String()
	t.Is(`,"Config":`)
	if config := t.Quoted(); trusted {
		f.config = config
	} else if t.Failed() || json.Unmarshal(config, &f.header.Config) != nil {
		return false
	}
	t.Is(`,"Sections":[`)
	for !t.Failed() {
		var s section
		t.Is(`{"Name":`)
		s.Name = t.String()
		t.Is(`,"Offset":`)
		s.Offset = t.Number()
		t.Is(`,"Size":`)
		s.Size = t.Number()
		t.Is("}")
		f.header.Sections = append(f.header.Sections, s)
		if t.Has("]") {
			break
		}
		t.Is(",")
	}
	t.Is("}")
	return t.Done()
}
