package chinese

import (
	"encoding/json"
	"fmt"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// Offsets are added to the scores, natural logarithms, of what the pass that puts commas may put into
// each gap of a text. A chain that says what is most probable puts few marks where it knows little: of
// written prose there is less to learn from than of dialogues, and a comma that is not sure is left out.
type Offsets struct {
	None  float64 // for no mark
	Comma float64 // for a comma alone
}

// add adds the offsets to the scores of a pass, whose labels d reads.
func (o Offsets) add(lat *m3n.Lattice, d *decoder) {
	for label := range lat.L {
		by := o.None
		if signs := d.of(uint8(label)); len(signs) == 1 && signs[0].Mark == Comma {
			by = o.Comma
		} else if len(signs) > 0 {
			continue
		}
		for at := label; at < len(lat.Node); at += lat.L {
			lat.Node[at] += by
		}
	}
}

// marshalOffsets returns the offsets of kinds as a section of a file, nil if all are 0.
func marshalOffsets(of []Offsets) ([]byte, error) {
	for _, o := range of {
		if o != (Offsets{}) {
			return json.Marshal(of)
		}
	}
	return nil, nil
}

// unmarshalOffsets is the inverse of marshalOffsets.
func unmarshalOffsets(section []byte) (out []Offsets, err error) {
	if section == nil {
		return nil, nil
	}
	if err := json.Unmarshal(section, &out); err != nil {
		return nil, fmt.Errorf("%w: offsets: %w", container.ErrChecksum, err)
	}
	return out, nil
}
