package cleaning

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/tidytalk/tidytalk/internal/prose"
)

// Query is the source of options that stand in the query of a URL, by their names: a switch
// without a value is on, lists may be given several times.
type Query struct {
	values url.Values
}

// NewQuery checks the parameters of a query: each is an option of the surface, or among
// others, stands there once, but for lists, and has a value of its type.
func NewQuery(values url.Values, on Surface, others ...string) (*Query, error) {
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
		o := At(on, name)
		switch {
		case o == nil:
			return nil, fmt.Errorf("there is no parameter %s: there are %s", shortened(name), prose.And(slices.Concat(NamesOf(On(on)), others)))
		case o.Type != List && len(given) > 1:
			return nil, fmt.Errorf("%s is given %d times", name, len(given))
		}
		if err := o.check(given[0]); err != nil {
			return nil, err
		}
	}
	return &Query{values}, nil
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

// String returns the value of an option, which NewQuery has checked; "": it has none.
func (q *Query) String(name string) string { return q.values.Get(name) }

// Bool reports whether a switch is on.
func (q *Query) Bool(name string) bool {
	on, _ := parseSwitch(q.String(name))
	return on && q.IsSet(name)
}

// Int returns the value of a whole number, 0 where it has none.
func (q *Query) Int(name string) int {
	n, _ := strconv.Atoi(q.String(name))
	return n
}

// Float64 returns the value of a number, 0 where it has none.
func (q *Query) Float64(name string) float64 {
	x, _ := strconv.ParseFloat(q.String(name), 64)
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
	return &Query{values}
}
