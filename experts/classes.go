// Package experts holds POS-class experts: models with the features of the
// baseline's edit model, each trained to make fewer errors on words of some
// part-of-speech tags (COLING 2014, sections 3.1 and 4.6).
//
// Start with [Trainer], [Model] and [Classes].
package experts

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Class is a set of tags, with how much the errors on their words count in the
// training of its expert.
type Class struct {
	Name  string
	Boost float64 // B_c of Eqn. 4
	Tags  []string
	// Comment is what a class file says of the class; it means nothing.
	Comment string
}

// Classes are disjoint sets of tags.
type Classes []Class

// DefaultBoost is B_c in the paper.
const DefaultBoost = 2

var className = lazy.Regexp(`^[A-Za-z0-9_]+$`)

// ReadClasses reads classes as text: a line for each with its name, its boost and
// its tags; the rest of a line after # is a comment. tags are those that the tagger
// knows. Errors name the line.
func ReadClasses(r io.Reader, file string, tags []string) (Classes, error) {
	var out Classes
	where := make(map[string]int) // line of a tag
	in := bufio.NewScanner(r)
	line := 0
	fail := func(format string, args ...any) (Classes, error) {
		return nil, fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
	}
	for in.Scan() {
		line++
		text, comment, _ := strings.Cut(in.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 3 {
			return fail("a class needs a name, a boost and at least one tag")
		}
		c := Class{Name: fields[0], Tags: fields[2:], Comment: strings.TrimSpace(comment)}
		if !className().MatchString(c.Name) {
			return fail("the name of a class is made of letters, digits and _, and is not %q", c.Name)
		}
		if slices.ContainsFunc(out, func(o Class) bool { return o.Name == c.Name }) {
			return fail("there is a class %s already", c.Name)
		}
		var err error
		if c.Boost, err = strconv.ParseFloat(fields[1], 64); err != nil || !(c.Boost > 0) || math.IsInf(c.Boost, 0) {
			return fail("the boost of class %s must be a number above 0, and is %q", c.Name, fields[1])
		}
		for _, tag := range c.Tags {
			if !slices.Contains(tags, tag) {
				return fail("unknown tag %q: the tagger knows %s", tag, strings.Join(tags, " "))
			}
			if before, ok := where[tag]; ok {
				return fail("tag %s is in a class already, in line %d", tag, before)
			}
			where[tag] = line
		}
		out = append(out, c)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("reading classes: %s: %w", file, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no classes", file)
	}
	return out, nil
}

// Write writes classes as ReadClasses reads them.
func (c Classes) Write(w io.Writer) error {
	var b strings.Builder
	for _, k := range c {
		fmt.Fprintf(&b, "%s %s %s", k.Name, strconv.FormatFloat(k.Boost, 'g', -1, 64), strings.Join(k.Tags, " "))
		if k.Comment != "" {
			fmt.Fprintf(&b, "  # %s", k.Comment)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns the classes as text, without comments.
func (c Classes) String() string {
	var b strings.Builder
	plain := slices.Clone(c)
	for i := range plain {
		plain[i].Comment = ""
	}
	plain.Write(&b)
	return b.String()
}

// Index returns the class of each of the tags, -1 for none.
func (c Classes) Index(tags []string) []int {
	out := make([]int, len(tags))
	for i, tag := range tags {
		out[i] = slices.IndexFunc(c, func(k Class) bool { return slices.Contains(k.Tags, tag) })
	}
	return out
}

// Left returns the tags that are in no class.
func (c Classes) Left(tags []string) []string {
	var out []string
	for i, k := range c.Index(tags) {
		if k < 0 {
			out = append(out, tags[i])
		}
	}
	return out
}
