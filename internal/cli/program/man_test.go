package program

import (
	"testing"
)

func TestRoff(t *testing.T) {
	p := &page{}
	p.line(".SS", `a "b" -c`)
	p.text(".dot\n'quote\nback\\slash\n")
	p.paragraphs("one\ntwo\n\nExample:\n  three\n    four\nfive\n  six")
	const want = `.SS "a \(dqb\(dq \-c"
\&.dot
\&'quote
back\eslash
.PP
one
two
.PP
Example:
.RS 4
.nf
three
  four
.fi
.RE
five
.RS 4
.nf
six
.fi
.RE
`
	if got := p.b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
