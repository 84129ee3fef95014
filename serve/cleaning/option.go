package cleaning

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
)

// Type is what an option holds.
type Type int

// The types.
const (
	Text   Type = iota
	Switch      // true or false
	Whole       // a whole number
	Number
	Names // a comma list
	List  // comma lists, which add up where it is given several times
)

// Option declares an option: all that is said of it wherever it can be given, and where its
// value is stored.
type Option struct {
	Name    string
	Aliases []string // of the flag, on the command line
	Type    Type
	// Default is what counts where the option is not given: a string, a list of them, an int or a
	// float64, of the code that takes the value. nil: there is none. A number that the bounds exclude, and
	// +Inf, stand for none, too.
	Default any
	Cases   []Case // in which the default is another
	// Values are those that it may have, of lists each element; nil: any of its type.
	Values []string
	// Others says that it may have other values, too: Values are those that are offered.
	Others bool
	// Noun is what people are told that a value is which is not among Values; "": the code that
	// takes the value says it.
	Noun string
	// Titles are what the page calls the values that it offers.
	Titles []Title
	// Least and Most are the bounds of numbers; 0: there is none. Above says that a number
	// is more than Least.
	Least, Most float64
	Above       bool
	// Must says in messages what a number is: {range} stands for all bounds, {bound} for the
	// one that is not kept. "": it must be in the range.
	Must  string
	About string // what it does, with the name of its value in backquotes
	// Decoder says that the option is for ModeDecoder alone. Over HTTP its default is what the
	// service was started with.
	Decoder bool
	// Not says where the option cannot be given, and why.
	Not []*Absence
	// Here is what is other on some surfaces.
	Here []Variant

	set setter // nil: Parse, or who asks for it, reads it in its own way
}

// Case is a default under a condition, such as "with --stream".
type Case struct {
	When  string
	Value any
}

// Title is what a value is called.
type Title struct{ Name, Title string }

// Variant is what an option is on a surface where it is not as elsewhere; what is empty is
// the same.
type Variant struct {
	On      Surface // one
	Default any     // and no cases
	About   string
	Values  []string // fewer than elsewhere; others are refused with Noun
	Noun    string
}

// on returns the option as it is on a surface.
func (o Option) on(s Surface) Option {
	for i := range o.Here {
		here := &o.Here[i]
		if here.On != s {
			continue
		}
		if here.Default != nil {
			o.Default, o.Cases = here.Default, nil
		}
		o.About, o.Noun = cmp.Or(here.About, o.About), cmp.Or(here.Noun, o.Noun)
		if here.Values != nil {
			o.Values = here.Values
		}
	}
	return o
}

// Without returns why an option is not on a surface; "": it is.
func (o *Option) Without(s Surface) string {
	for _, x := range o.Not {
		if x.On&s != 0 {
			return x.Why
		}
	}
	return ""
}

// Fixed reports whether the default is a value that counts wherever the option is not given: it
// depends neither on other options nor on how a service was started.
func (o *Option) Fixed() bool {
	return o.DefaultValue() != nil && len(o.Cases) == 0 && !o.Decoder && o.Type != List
}

// DefaultValue returns the default; nil: there is none.
func (o *Option) DefaultValue() any {
	if o.isNone(o.Default) {
		return nil
	}
	return o.Default
}

// DefaultText says the default to people; "": there is nothing to say.
func (o *Option) DefaultText() string {
	if o.Default == nil {
		return ""
	}
	text := o.textOf(o.Default)
	for _, c := range o.Cases {
		text += "; " + o.textOf(c.Value) + " " + c.When
	}
	return text
}

func (o *Option) textOf(value any) string {
	if o.isNone(value) {
		return "none"
	}
	if list, ok := value.([]string); ok {
		return strings.Join(list, ", ")
	}
	return fmt.Sprint(value)
}

// isNone reports whether a value stands for none.
func (o *Option) isNone(value any) bool {
	x, ok := value.(float64)
	return ok && (math.IsInf(x, 1) || !o.fits(x))
}

// fits reports whether a number is within the bounds.
func (o *Option) fits(x float64) bool { return o.enough(x) && !(o.Most != 0 && x > o.Most) }

func (o *Option) enough(x float64) bool {
	switch {
	case o.Above:
		return x > o.Least
	case o.Least != 0:
		return x >= o.Least
	}
	return !math.IsNaN(x)
}

// Range says the bounds of numbers; "": there are none.
func (o *Option) Range() string {
	switch {
	case o.Above && o.Most != 0:
		return fmt.Sprintf("above %v, at most %v", o.Least, o.Most)
	case o.Above:
		return fmt.Sprintf("above %v", o.Least)
	case o.Least != 0 && o.Most != 0:
		return fmt.Sprintf("%v to %v", o.Least, o.Most)
	case o.Least != 0:
		return fmt.Sprintf("at least %v", o.Least)
	case o.Most != 0:
		return fmt.Sprintf("at most %v", o.Most)
	}
	return ""
}

// bound says the bound that a number does not keep.
func (o *Option) bound(x float64) string {
	broken := *o
	if o.enough(x) {
		broken.Least, broken.Above = 0, false
	} else {
		broken.Most = 0
	}
	return broken.Range()
}

// inRange returns an error if a number is not within the bounds. given is how it is written.
func (o *Option) inRange(s Source, x float64, given any) error {
	if o.fits(x) {
		return nil
	}
	must := o.Must
	if must == "" {
		must = "must be {range}"
	}
	must = strings.NewReplacer("{range}", o.Range(), "{bound}", o.bound(x)).Replace(must)
	return wrong(s, "--"+o.Name+" "+must+", not %v", given)
}

// among returns an error if a text is none of the values.
func (o *Option) among(s Source, value string) error {
	if o.Noun == "" || slices.Contains(o.Values, value) {
		return nil
	}
	return wrong(s, "--"+o.Name+": unknown "+o.Noun+" %q: use %s", value, prose.Or(o.Values))
}

// check returns an error if a text is not of the type of the option.
func (o *Option) check(value string) error {
	takes := ""
	switch o.Type {
	case Switch:
		if _, err := parseSwitch(value); err != nil {
			takes = "true, false or no value"
		}
	case Whole:
		if _, err := strconv.Atoi(value); err != nil {
			takes = "a whole number"
		}
	case Number:
		if x, err := strconv.ParseFloat(value, 64); err != nil || math.IsNaN(x) {
			takes = "a number"
		}
	}
	if takes != "" {
		return fmt.Errorf("%s takes %s, and not %s", o.Name, takes, shortened(value))
	}
	return nil
}

// FromJSON returns a value as a query has it; "": it is 0, or there is none. The error is that
// of package json for another type.
func (o *Option) FromJSON(value json.RawMessage) (string, error) {
	switch o.Type {
	case Switch:
		return jsonText(value, strconv.FormatBool)
	case Whole:
		return jsonText(value, strconv.Itoa)
	case Number:
		return jsonText(value, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
	case Names, List:
		var list []string
		err := json.Unmarshal(value, &list)
		return strings.Join(list, ","), err
	}
	return jsonText(value, func(s string) string { return s })
}

func jsonText[T comparable](value json.RawMessage, text func(T) string) (string, error) {
	var x, zero T
	if err := json.Unmarshal(value, &x); err != nil || x == zero {
		return "", err
	}
	return text(x), nil
}
