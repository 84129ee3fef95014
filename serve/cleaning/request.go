package cleaning

import (
	"net/url"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Parameters of requests that hold what the flags of their names read from files.
const (
	ParamFillers    = "fillers"    // lines that change the list
	ParamVocabulary = "vocabulary" // names as they are spelled, one a line
	ParamSpeakers   = "speakers"   // who speaks when: the text of RTTM
)

// Request is what the query of a request asks for.
type Request struct {
	*Cleaning
	Query *Query
	// FillerChanges are the changes of the list of fillers, as text: see Cleaners.
	FillerChanges string
}

// ParseRequest reads the query of a request. others are parameters that the surface has beside its options, base is
// that of Parse. All errors are about the query.
func ParseRequest(values url.Values, on Surface, base tidytalk.Options, others ...string) (*Request, error) {
	q, err := NewQuery(values, on, others...)
	if err != nil {
		return nil, err
	}
	f, err := Parse(q, on, base, on == StreamRequest)
	if err != nil {
		return nil, err
	}
	r := &Request{Cleaning: f, Query: q}
	if values.Has(ParamFillers) {
		r.FillerChanges = strings.Join(values[ParamFillers], "\n")
		if f.Options.Fillers, err = fillers.Parse(r.FillerChanges, ParamFillers); err != nil {
			return nil, err
		}
		if err := f.Options.Validate(); err != nil {
			return nil, err
		}
	}
	if values.Has(ParamVocabulary) {
		own, err := vocabulary.Parse(strings.Join(values[ParamVocabulary], "\n"), ParamVocabulary)
		if err != nil {
			return nil, err
		}
		f.Options.Vocabulary = own.With(f.Options.Vocabulary)
	}
	if values.Has(ParamSpeakers) {
		if f.Reading.Speakers, err = formats.ReadSpeakerTurns(values.Get(ParamSpeakers), ParamSpeakers); err != nil {
			return nil, err
		}
	}
	return r, nil
}
