package formats

import "strings"

// partHeaders puts empty paragraphs before headers with the name above the time where too few are left to be told from what is
// said, as is done in plain text. drop are the lines that go with what is removed.
func (r *docxReader) partHeaders(o *outcome, blocks [][]int, drop []bool) {
	starts := make(map[int]int) // the paragraph that each line is the first of
	gone := make([]bool, len(r.lines))
	for i := range r.paragraphs {
		p := &r.paragraphs[i]
		starts[p.lines[0]] = i
		all := p.plain
		for _, l := range p.lines {
			all = all && drop[l]
		}
		for _, l := range p.lines {
			gone[l] = all
		}
	}
	var left []headLeft
	var heads []int // the line of each
	parted := true
	at := 0
	for _, block := range blocks {
		for ; at < block[0]; at++ {
			parted = parted && gone[at] || !gone[at] && r.isEmpty(at)
		}
		if !gone[at] {
			left, heads = append(left, headLeft{strings.TrimSpace(r.lines[at].text), parted}), append(heads, at)
		}
	}
	for _, i := range toPart(left) {
		if p, ok := starts[heads[i]]; ok && r.lines[heads[i]].cell < 0 {
			from := r.paragraphs[p].block.from
			o.replace(span{from, from}, r.emptyParagraph(from))
		}
	}
}

func (r *docxReader) isEmpty(line int) bool { return strings.TrimSpace(r.lines[line].text) == "" }

// emptyParagraph is one in front of another, which starts at a place.
func (r *docxReader) emptyParagraph(from int) string {
	tag := r.f.text[from:]
	return tag[:strings.IndexAny(tag, " \t\r\n/>")] + "/>"
}
