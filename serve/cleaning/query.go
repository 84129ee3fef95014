package cleaning

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"

	"github.com/tidytalk/tidytalk/internal/prose"
)

// Query is the source of options that stand in the query of a URL, by their names: a switch
// without a value is on, lists may be given several times.
type Query struct {
	values   url.Values
	defaults map[string]string
}

// NewQuery checks the parameters of a query: each is an option that is allowed, or among
// others, stands there once, but for lists, and has a value of its type. Defaults are those
// of options where they are other than in the table.
func NewQuery(values url.Values, allowed []string, defaults map[string]string, others ...string) (*Query, error) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names) // so that errors do not depend on the order of a map
	for _, name := range names {
		given := values[name]
		if slices.Contains(others, name) {
			continue
		}
		o := Find(name)
		switch {
		case o == nil || !slices.Contains(allowed, name):
			return nil, fmt.Errorf("there is no parameter %s: there are %s", shortened(name), prose.And(slices.Concat(allowed, others)))
		case o.Type != List && len(given) > 1:
			return nil, fmt.Errorf("%s is given %d times", name, len(given))
		}
		if err := o.check(given[0]); err != nil {
			return nil, err
		}
	}
	return &Query{values, defaults}, nil
}

// check returns an error if a value is not of the type of the option.
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

// shortened quotes the beginning of what came in a request.
func shortened(s string) string {
	const most = 80 // bytes
	if len(s) > most {
		return strconv.Quote(s[:most]) + "..."
	}
	return strconv.Quote(s)
}

func parseSwitch(value string) (bool, error) {
	if value == "" {
		return true, nil
	}
	return strconv.ParseBool(value)
}

// value returns the value of an option, which NewQuery has checked, or its default.
func (q *Query) value(name string) string {
	if given := q.values[name]; len(given) > 0 {
		return given[0]
	}
	if d := q.defaults[name]; d != "" {
		return d
	}
	if o := Find(name); o != nil {
		return o.Default
	}
	return ""
}

// String returns the value of an option.
func (q *Query) String(name string) string { return q.value(name) }

// Bool reports whether a switch is on.
func (q *Query) Bool(name string) bool {
	on, _ := parseSwitch(q.value(name))
	return on && (q.IsSet(name) || q.defaults[name] != "")
}

// Int returns the value of a whole number, 0 where it has none.
func (q *Query) Int(name string) int {
	n, _ := strconv.Atoi(q.value(name))
	return n
}

// Float64 returns the value of a number, 0 where it has none.
func (q *Query) Float64(name string) float64 {
	x, _ := strconv.ParseFloat(q.value(name), 64)
	return x
}

// StringSlice returns the values of a list.
func (q *Query) StringSlice(name string) []string { return q.values[name] }

// IsSet reports whether the query has an option.
func (q *Query) IsSet(name string) bool { return len(q.values[name]) > 0 }

// Spell writes the options of a message without dashes.
func (q *Query) Spell(message string) string { return Bare(message) }

// With returns the query with another value of an option.
func (q *Query) With(name, value string) *Query {
	values := maps.Clone(q.values)
	values[name] = []string{value}
	return &Query{values, q.defaults}
}
