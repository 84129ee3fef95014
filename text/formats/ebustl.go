package formats

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// The subtitles of European broadcasters (EBU Tech 3264) are a block about the file, and blocks of 128 bytes
// with a time and up to 112 characters each. They are read as a text with a line for each subtitle: its
// number among them, a tab, and its characters.

const (
	headSTL  = 1024
	blockSTL = 128
	textSTL  = 16 // where the text of a block starts
	// What stands in a text for the end of a row, and for nothing.
	rowSTL, unusedSTL = 0x8a, 0x8f
)

// isSTL reports whether a file begins as EBU STL does.
func isSTL(src string) bool {
	return len(src) >= 11 && src[3:6] == "STL" && src[8:11] == ".01" && isDigits(src[:3]) && isDigits(src[6:8])
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// ebuSTL is such a file.
type ebuSTL struct {
	src   string
	rate  float64 // frames a second
	chars chars3264
	list  []subtitleSTL
	rest  string // behind the last block
}

// subtitleSTL is a subtitle: the blocks in a row with its number.
type subtitleSTL struct {
	blocks  []string
	speech  bool   // it is no comment
	payload string // of the blocks with text, without what is unused at the end
	shown   string // the same as characters
}

// newSTL reads the blocks of a file.
func newSTL(src, name string) (*ebuSTL, error) {
	cut := func(reason string) error { return &Error{name, 1, 0, "the EBU STL file is cut off: " + reason} }
	if len(src) < headSTL {
		return nil, cut("it ends within its first block")
	}
	s := &ebuSTL{src: src}
	rate, _ := strconv.Atoi(src[6:8])
	if s.rate = float64(rate); rate == 0 {
		return nil, &Error{name, 1, 0, "the EBU STL file has 0 frames a second"}
	}
	table := src[12:14]
	if s.chars.part = parts8859[table]; s.chars.part == nil && table != "00" {
		return nil, &Error{name, 1, 0, fmt.Sprintf("the EBU STL file has the code table %q, which is none of 00 to 04", table)}
	}
	body := src[headSTL:]
	count := len(body) / blockSTL
	for count > 0 && isPadding(body[(count-1)*blockSTL:count*blockSTL]) {
		count--
	}
	if s.rest = body[count*blockSTL:]; !isPadding(s.rest) {
		return nil, cut("it ends within a block")
	}
	if said, err := strconv.Atoi(strings.TrimSpace(src[238:243])); err == nil && said > count {
		return nil, cut(fmt.Sprintf("it has %d of %d blocks", count, said))
	}
	for i := range count {
		b := body[i*blockSTL : (i+1)*blockSTL]
		if !s.isBlock(b) {
			return nil, &Error{name, 1, 0, fmt.Sprintf("block %d of the EBU STL file is none of a subtitle: the file is cut off or damaged before", i+1)}
		}
		n := len(s.list)
		if n == 0 || s.list[n-1].blocks[0][:3] != b[:3] || last(s.list[n-1].blocks)[3] == 0xff && b[3] != 0xfe {
			s.list = append(s.list, subtitleSTL{})
			n++
		}
		s.list[n-1].blocks = append(s.list[n-1].blocks, b)
	}
	for i := range s.list {
		x := &s.list[i]
		for _, b := range x.blocks {
			if b[3] != 0xfe {
				x.speech = b[15] == 0
				x.payload += withoutUnused(b[textSTL:])
			}
		}
		s.chars.generic = s.chars.generic || s.chars.part == nil && strings.IndexByte(x.payload, 0xa4) >= 0
	}
	for i := range s.list {
		if x := &s.list[i]; x.speech {
			x.shown = s.chars.show(x.payload)
		}
	}
	return s, nil
}

// withoutUnused returns a text without what is unused at its end. It is no UTF-8, by which TrimRight goes.
func withoutUnused(text string) string {
	n := len(text)
	for n > 0 && text[n-1] == unusedSTL {
		n--
	}
	return text[:n]
}

// isPadding reports whether there is nothing in what is behind the last block.
func isPadding(s string) bool { return strings.Trim(s, "\x00\x1a\r\n ") == "" }

// isBlock reports whether the parts of a block have values that they may have.
func (s *ebuSTL) isBlock(b string) bool {
	for _, t := range [...]string{b[5:9], b[9:13]} {
		if t[0] > 99 || t[1] > 59 || t[2] > 59 || float64(t[3]) > s.rate {
			return false
		}
	}
	return b[4] <= 3 && b[14] <= 3 && b[15] <= 1
}

func last[T any](list []T) T { return list[len(list)-1] }

// text returns what stands for the file.
func (s *ebuSTL) text() string {
	var b strings.Builder
	for i := range s.list {
		if s.list[i].speech {
			fmt.Fprintf(&b, "%d\t%s\n", i, s.list[i].shown)
		}
	}
	return b.String()
}

// openSTL puts the text of a file that is EBU STL in its place.
func (f *File) openSTL() error {
	if !isSTL(f.original) {
		return nil
	}
	if len(f.original) > MaxSize {
		return tooLarge(f.Name, MaxSize)
	}
	s, err := newSTL(f.original, f.Name)
	if err != nil {
		return err
	}
	f.stl = s
	f.stand(s.text(), s.pack)
	return nil
}

// languagesSTL are the codes of languages, from 01 on.
var languagesSTL = strings.Fields("sq br ca hr cy cs da de en es eo et eu fo fr fy ga gd gl is it se la lv lb lt hu mt nl no oc pl pt ro rm sr sk sl fi sv tr nl wa")

// readSTL reads the subtitles.
func readSTL(f *File) error {
	if f.stl == nil {
		return f.errorLine(0, "this is no EBU STL: it does not begin with a code page and STL25.01, or another rate")
	}
	s := f.stl
	if n, err := strconv.ParseUint(strings.TrimSpace(s.src[14:16]), 16, 8); err == nil && n > 0 && int(n) <= len(languagesSTL) {
		f.inLanguage(languagesSTL[n-1])
	}
	c := newCues(f)
	c.tagAt = noTag
	var before transcript.Interval
	var found []textCue
	for _, l := range f.lines() {
		number, _, _ := strings.Cut(f.text[l.from:l.to], "\t")
		i, _ := strconv.Atoi(number)
		b := s.list[i].blocks[0]
		from, to := s.time(b[5:9]), s.time(b[9:13])
		f.checkTime(l.from, from, to, &before)
		q := textCue{cue: cue{block: l.span, time: interval(from, to, true)}}
		start := l.from + len(number) + 1
		end := l.to - len("\n")
		row := func(to int) {
			if text := f.text[start:to]; strings.TrimSpace(text) != "" {
				q.text = append(q.text, textLine{span{start, to}, start + len(strings.TrimRight(text, " "))})
			}
		}
		for k, r := range f.text[start:end] {
			if isCode608(r) {
				at := l.from + len(number) + 1 + k
				row(at)
				start = at + len(string(r))
			}
		}
		row(end)
		found = append(found, q)
	}
	c.addAll(found)
	f.finish = c.drop
	return nil
}

// time returns the seconds of a time code: hours, minutes, seconds and frames.
func (s *ebuSTL) time(b string) float64 {
	return float64((int(b[0])*60+int(b[1]))*60+int(b[2])) + float64(b[3])/s.rate
}

// pack returns the file with the subtitles of the text that stands for it. Those that are not in it are removed,
// and later numbers count on; those that are there are written anew where they have changed.
func (s *ebuSTL) pack(text string) string {
	is := make(map[int]string)
	for line := range strings.Lines(text) {
		number, shown, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if i, err := strconv.Atoi(number); err == nil {
			is[i] = shown
		}
	}
	var b strings.Builder
	b.Grow(len(s.src))
	removed := make(map[byte]int) // by group
	groups, blocks, subtitles := make(map[byte]bool), 0, 0
	first := ""
	for i := range s.list {
		x := &s.list[i]
		group := x.blocks[0][0]
		shown, there := is[i]
		if x.speech && !there && x.blocks[0][4] == 0 { // else others are shown on top of it
			removed[group]++
			continue
		}
		own := x.blocks
		if x.speech && shown != x.shown {
			own = x.written(s.chars.encode(shown))
		}
		for _, block := range own {
			head := []byte(block[:textSTL])
			number := int(head[1]) | int(head[2])<<8
			if number >= removed[group] {
				number -= removed[group]
			}
			head[1], head[2] = byte(number), byte(number>>8)
			b.Write(head)
			b.WriteString(block[textSTL:])
			blocks++
		}
		groups[group] = true
		if subtitles++; first == "" && x.speech {
			first = own[0][5:9]
		}
	}
	return s.head(blocks, subtitles, len(groups), first) + b.String() + s.rest
}

// head returns the block about the file, with what has changed: how many blocks, subtitles and groups there are, and
// when the first subtitle is shown. What did not say that before does not say it then.
func (s *ebuSTL) head(blocks, subtitles, groups int, first string) string {
	head := []byte(s.src[:headSTL])
	count := func(from, to, now, before int) {
		if said, err := strconv.Atoi(strings.TrimSpace(string(head[from:to]))); err == nil && said == before && now != before {
			copy(head[from:to], fmt.Sprintf("%0*d", to-from, now))
		}
	}
	wasBlocks, wasGroups := 0, make(map[byte]bool)
	wasFirst := ""
	for i := range s.list {
		wasBlocks += len(s.list[i].blocks)
		wasGroups[s.list[i].blocks[0][0]] = true
		if wasFirst == "" && s.list[i].speech {
			wasFirst = s.list[i].blocks[0][5:9]
		}
	}
	count(238, 243, blocks, wasBlocks)
	count(243, 248, subtitles, len(s.list))
	count(248, 251, groups, len(wasGroups))
	if first != "" && first != wasFirst && string(head[264:272]) == digitsSTL(wasFirst) {
		copy(head[264:272], digitsSTL(first))
	}
	return string(head)
}

// digitsSTL returns a time of a block as the head has it.
func digitsSTL(code string) string {
	return fmt.Sprintf("%02d%02d%02d%02d", code[0], code[1], code[2], code[3])
}

// written returns the blocks of a subtitle with another text, and all that has none as it is.
func (x *subtitleSTL) written(text string) []string {
	const room = blockSTL - textSTL
	var with, without []string // text
	for _, b := range x.blocks {
		if b[3] == 0xfe {
			without = append(without, b)
		} else {
			with = append(with, b)
		}
	}
	var out []string
	for k := 0; k == 0 || len(text) > 0; k++ {
		// An accent is not parted from its letter.
		n := min(len(text), room)
		if n < len(text) {
			if _, accent := accents6937[text[n-1]]; accent {
				n--
			}
		}
		block := []byte(with[min(k, len(with)-1)])
		copy(block[textSTL:], bytes.Repeat([]byte{unusedSTL}, room))
		copy(block[textSTL:], text[:n])
		block[3] = byte(k)
		if text = text[n:]; text == "" {
			block[3] = 0xff
		}
		out = append(out, string(block))
	}
	return append(out, without...)
}
