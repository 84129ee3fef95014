package formats

import "fmt"

// checkCoveredTable is checkCovered for the cells of a table that no view covers.
func (f *File) checkCoveredTable() error {
	return f.judge((*coverage).cells)
}

// cells is walk for a table: columns are as members.
func (c *coverage) cells(str func(in *place, s string)) {
	t := c.f.table
	for i := t.first; i < len(t.rows); i++ {
		for k, cell := range t.rows[i].cells {
			if cell.inner.from == cell.inner.to || c.covers(cell.inner.from, cell.inner.to) {
				continue
			}
			p := &place{at: cell.from, column: fmt.Sprintf("#%d", k+1)}
			if k < len(t.columns) {
				p.column = t.columns[k]
			}
			c.embedded(p, t.text(cell), str)
		}
	}
}
