package service

import (
	"net/http"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/cutting"
	"github.com/tidytalk/tidytalk/speech/cutlist"
)

// ofCuts returns the parameters of lists of cuts.
func ofCuts() (out []parameter) {
	for _, p := range cutting.Parameters {
		out = append(out, parameter{name: p.Name, about: p.About, values: p.Values})
	}
	return out
}

// cutForms are the forms of lists.
func cutForms() []form {
	var out []form
	for _, f := range cutlist.All() {
		out = append(out, form{f.Name, f.Media()})
	}
	return append(out, form{cutting.Map, mediaJSON})
}

// cut answers with what is to be cut out of the recording of a transcript, as the times of its words say.
func (s *Service) cut(w http.ResponseWriter, r *http.Request) {
	a, err := s.ask(r.URL.RawQuery, cleaning.CutRequest)
	if err == nil {
		err = s.cutTo(w, r, a)
	}
	if err != nil {
		answerError(w, r, err)
	}
}

func (s *Service) cutTo(w http.ResponseWriter, r *http.Request, a *asked) error {
	q := r.URL.Query()
	if !q.Has(paramTo) {
		all := cutForms()
		chosen, ok := choose(r.Header.Get("Accept"), all)
		if !ok {
			return notAcceptable(all)
		}
		w.Header().Add("Vary", "Accept")
		q.Set(paramTo, chosen.to)
	}
	c, err := cutting.Parse(q)
	if err != nil {
		return badRequest(err)
	}
	c.On(a.Cleaning)
	a.list, a.file = &form{c.Form(), c.Media()}, "cuts"+c.Extension()
	return s.cleanTo(w, r, a, nil)
}
