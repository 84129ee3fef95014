package cleaning

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// ValuesOf returns options as the query of a request has them. null is as good as nothing; a list gives a value
// several times, or, of an option that takes a comma list once, with commas; an empty one is "none" where that is
// a value. Numbers are json.Number.
func ValuesOf(options map[string]any) (url.Values, error) {
	query := make(url.Values)
	for name, value := range options {
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		for _, x := range list {
			switch x := x.(type) {
			case nil:
			case string:
				query.Add(name, x)
			case json.Number, bool:
				query.Add(name, fmt.Sprint(x))
			default:
				return nil, fmt.Errorf("%s is a text, a number, true, false, or a list of these", name)
			}
		}
		switch o := Find(name); {
		case !several || o == nil:
		case len(list) == 0 && slices.Contains(o.Values, "none"):
			query.Set(name, "none")
		case len(query[name]) > 0 && o.Type == Names:
			query.Set(name, strings.Join(query[name], ","))
		}
	}
	return query, nil
}
