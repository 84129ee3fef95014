//go:build page

package web

import "strings"

// Mux hands requests on by method and path. Routes are those of net/http as far as the studio has them: a method, and a path
// whose parts may be wildcards in braces.
type Mux struct{ routes []route }

type route struct {
	method string
	parts  []string
	handle HandlerFunc
}

// NewMux returns a Mux without routes.
func NewMux() *Mux { return new(Mux) }

// HandleFunc adds a route.
func (m *Mux) HandleFunc(pattern string, handle func(ResponseWriter, *Request)) {
	method, path, _ := strings.Cut(pattern, " ")
	m.routes = append(m.routes, route{method, strings.Split(path, "/"), handle})
}

// ServeHTTP has the handler of the route answer a request.
func (m *Mux) ServeHTTP(w ResponseWriter, r *Request) {
	parts := strings.Split(r.URL.Path, "/")
	var others []string
	for i := range m.routes {
		x := &m.routes[i]
		values, ok := x.match(parts)
		if !ok {
			continue
		}
		if x.method == r.Method {
			own := *r
			own.values = values
			x.handle(w, &own)
			return
		}
		others = append(others, x.method)
	}
	if others == nil {
		Error(w, "there is nothing here", StatusNotFound)
		return
	}
	w.Header().Set("Allow", strings.Join(others, ", "))
	Error(w, "use "+strings.Join(others, ", "), StatusMethodNotAllowed)
}

// match returns what a path has in place of the wildcards, if it is one of the route.
func (x *route) match(parts []string) (values map[string]string, ok bool) {
	if len(parts) != len(x.parts) {
		return nil, false
	}
	for i, p := range x.parts {
		name, wild := strings.CutPrefix(p, "{")
		switch {
		case wild && parts[i] != "":
			if values == nil {
				values = make(map[string]string)
			}
			values[strings.TrimSuffix(name, "}")] = parts[i]
		case p != parts[i]:
			return nil, false
		}
	}
	return values, true
}
