package service

import (
	"encoding/json"
	"testing"

	"github.com/tidytalk/tidytalk/internal/conformance"
)

const conformanceFile = "../../testdata/conformance.jsonl"

// What comes out over HTTP is what the file says. With -update the file is made anew.
func TestConformance(t *testing.T) {
	s := start(t, Options{})
	var cases []conformance.Case
	var err error
	if *update {
		cases, err = conformance.Cases("../../text/formats/testdata")
	} else {
		cases, err = conformance.Read(conformanceFile)
	}
	if err != nil || len(cases) < 300 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	for i := range cases {
		c := &cases[i]
		r := ask(s, "POST", c.Path+"?"+c.Query().Encode(), c.Source())
		status, got := r.StatusCode, bodyOf(t, r)
		var failure *conformance.Error
		if status >= 400 {
			var e errorBody
			if err := json.Unmarshal([]byte(got), &e); err != nil {
				t.Fatalf("%s: %s: %v", c.Name, got, err)
			}
			failure, got = &conformance.Error{Code: e.Error.Code, Message: e.Error.Message}, ""
		}
		if *update {
			c.SetWant(got)
			c.Error = failure
			continue
		}
		switch {
		case (failure == nil) != (c.Error == nil), failure != nil && *failure != *c.Error:
			t.Errorf("%s: error %+v, want %+v", c.Name, failure, c.Error)
		case got != c.Want():
			t.Errorf("%s: %q, want %q: where models or formats have changed on purpose, go test ./serve/service -run TestConformance -update", c.Name, got, c.Want())
		}
	}
	if *update {
		if err := conformance.Write(conformanceFile, cases); err != nil {
			t.Fatal(err)
		}
	}
}
