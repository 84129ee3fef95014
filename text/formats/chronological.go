package formats

import "strings"

// sniffChronological reports whether text is a chronological TextGrid.
func sniffChronological(text string) bool {
	return strings.Contains(text[:min(len(text), 60)], `"Praat chronological TextGrid text file"`)
}

// readChronological reads a chronological TextGrid: its tiers first, and then labels in the order in which they begin, each with
// the number of its tier.
func readChronological(f *File) ([]tier, error) {
	r := &gridReader{f: f, at: len(f.text) - len(strings.TrimPrefix(f.text, "\ufeff"))}
	if _, err := r.str("file type"); err != nil {
		return nil, err
	}
	if err := r.extent("the recording"); err != nil {
		return nil, err
	}
	n, err := r.count("number of tiers")
	if err != nil {
		return nil, err
	}
	var tiers []tier
	var points []bool // tiers of points
	for range n {
		t, intervals, err := r.tier()
		if err != nil {
			return nil, err
		}
		tiers, points = append(tiers, t), append(points, !intervals)
	}
	for !r.ended() {
		at := r.at
		k, err := r.count("number of the tier of a label")
		if err != nil {
			return nil, err
		}
		if k < 1 || k > n {
			return nil, f.errorAt(at, "a label of tier %d, and there are %d", k, n)
		}
		x, err := r.interval(!points[k-1])
		if err != nil {
			return nil, err
		}
		if !points[k-1] {
			tiers[k-1].intervals = append(tiers[k-1].intervals, x)
		}
	}
	kept := tiers[:0]
	for i := range tiers {
		if !points[i] {
			kept = append(kept, tiers[i])
		}
	}
	return kept, nil
}

// ended reports whether nothing but comments follows.
func (r *gridReader) ended() bool {
	for rest := r.f.text[r.at:]; ; {
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !strings.HasPrefix(rest, "!") {
			return rest == ""
		}
		_, rest, _ = strings.Cut(rest, "\n")
	}
}
