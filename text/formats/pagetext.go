package formats

import (
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// nextStamp returns the time that follows so many others, infinity where none does, or it is none later.
func nextStamp(stamps []float64, k int) float64 {
	if k < len(stamps) && stamps[k] > stamps[k-1] {
		return stamps[k]
	}
	return math.Inf(1)
}

// readPageText reads a page whose elements do not say who speaks: by labels, headers or tables.
func readPageText(f *File) error {
	r := &htmlReader{docxReader: docxReader{xmlReader: newXMLReader(f, "the page")}, parents: []int{-1}, whole: true}
	r.read(f)
	var refused error
	r.restrict = func(texts []string, speakers map[int]string) {
		if !r.transcript(texts, speakers) {
			refused = f.errorLine(0, "this is a web page, and nothing in it tells what is said from the rest: neither names nor times are marked, nor are there labels. Copy the transcript from it, and give that as plain text, or say --from text if it is plain text after all")
		}
	}
	if err := r.say(f); err != nil {
		return err
	}
	return refused
}

// transcript leaves only the lines that are the transcript: those of the innermost element that all labels or headers
// are in, from the first of these on. It reports whether there is one.
func (r *htmlReader) transcript(texts []string, speakers map[int]string) bool {
	marked := make([]bool, len(texts))
	known := transcript.SpeakersOf(slices.Values(texts))
	style, sure, silent := stylesIn(texts)
	named, marks := 0, 0
	names := make(map[string]int)
	for i, text := range texts {
		name, _ := known.Label(text)
		switch {
		case text == "":
		case sure || silent:
			marked[i] = style.header(texts, i).style != noHeader
		case speakers[i] != "":
			marked[i] = true
		default:
			if marked[i] = name != ""; marked[i] {
				names[name]++
			}
		}
		if marked[i] {
			marks++
		}
	}
	for _, n := range names {
		if n > 1 {
			named += n
		}
	}
	in := r.holds(marked)
	lines, first, last := 0, -1, -1
	where := r.lineElements()
	for i, text := range texts {
		if text == "" || !r.isIn(where[i], in) {
			continue
		}
		if lines++; marked[i] {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	const few, fewest = 4, 2 // of the lines one in so many has a label; labels of names that come again
	if marks < fewest || !sure && !silent && len(speakers) == 0 && (named < fewest || marks*few < lines) {
		return false
	}
	kinds := make(map[string]bool)
	for i := range texts {
		inside := first >= 0 && i >= first && r.isIn(where[i], in)
		if inside && i <= last {
			kinds[r.kinds[where[i]]] = true
		} else if !inside || !kinds[r.kinds[where[i]]] {
			texts[i] = ""
		}
	}
	return true
}

// lineElements returns the element that each line is in.
func (r *htmlReader) lineElements() []int {
	out := make([]int, len(r.lines))
	for i := range r.paragraphs {
		for _, l := range r.paragraphs[i].lines {
			out[l] = r.inside[i]
		}
	}
	return out
}

// holds returns the innermost element that all marked lines are in.
func (r *htmlReader) holds(marked []bool) int {
	in := -1
	for i, e := range r.lineElements() {
		if !marked[i] {
			continue
		}
		if in < 0 {
			in = e
		}
		for in != e {
			if in > e {
				in = r.parents[in]
			} else {
				e = r.parents[e]
			}
		}
	}
	return max(in, 0)
}

func (r *htmlReader) isIn(e, in int) bool {
	for e > in {
		e = r.parents[e]
	}
	return e == in
}

// checkCoveredPage refuses a page in which what is said is there again where it is not read: in attributes, scripts, or
// elsewhere on it.
func (f *File) checkCoveredPage() error {
	if len(f.Document.Tokens) == 0 {
		return nil // all was removed from it
	}
	return f.judge((*coverage).page)
}

// page is walk for a page.
func (c *coverage) page(str func(in *place, s string)) {
	text := c.f.text
	var ends unended
	for at := 0; at < len(text); {
		name, n := "text", 0
		if text[at] == '<' {
			name, n = pageTag(text[at:])
		}
		from := at
		if n == 0 {
			name = "text"
			for at++; at < len(text) && text[at] != '<'; at++ {
			}
			if !c.covers(from, at) && !c.touches(from, at) {
				c.embedded(&place{at: from, column: name}, unescapedPage(text[from:at]), str)
			}
			continue
		}
		at += n
		if quoted := quotedIn(text[from:at]); name != "!" {
			for _, s := range quoted {
				c.embedded(&place{at: from, column: "an attribute of <" + strings.TrimPrefix(name, "/") + ">"}, unescapedPage(s), str)
			}
		} else {
			c.embedded(&place{at: from, column: "a comment"}, text[from:at], str)
		}
		if htmlSilent[name] {
			end := ends.of(text, name, at)
			if inner := text[at:end]; inner != "" {
				c.embedded(&place{at: at, column: "<" + name + ">"}, inner, str)
			}
			at = end
		}
	}
}

// touches reports whether a view has some of a stretch.
func (c *coverage) touches(from, to int) bool {
	s := strings.TrimSpace(c.f.text[from:to])
	at := from + strings.Index(c.f.text[from:to], s)
	return s == "" || c.covers(at, at+len(s)) || c.covers(at+len(s)-1, at+len(s))
}

func unescapedPage(s string) string {
	return decodedField(s, span{0, len(s)}, unescapeHTMLText, nil).text
}

// quotedIn returns the values of the attributes of a tag that are in quotes.
func quotedIn(tag string) (out []string) {
	for {
		n := strings.IndexAny(tag, `"'`)
		if n < 0 {
			return out
		}
		end := strings.IndexByte(tag[n+1:], tag[n])
		if end < 0 {
			return out
		}
		if s := tag[n+1 : n+1+end]; strings.Contains(s, " ") {
			out = append(out, s)
		}
		tag = tag[n+end+2:]
	}
}
