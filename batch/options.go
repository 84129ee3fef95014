package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Options say how texts are cleaned. The zero value is what 'tidytalk clean' does by default.
// Options travel to the workers with the pipeline: they hold nothing but values.
type Options struct {
	// Settings are options of 'tidytalk clean' by their names, without dashes, such as
	// "level": {"light"}. Lists may have several values, a switch none or "true".
	Settings map[string][]string `json:",omitempty"`
	// Fillers is the text of a file of 'tidytalk clean --fillers'; "" changes nothing.
	Fillers string `json:",omitempty"`
	// Vocabulary is the text of a file of 'tidytalk clean --vocabulary'; "" has no names.
	Vocabulary string `json:",omitempty"`
	// Speakers is the text of a file of 'tidytalk clean --speakers'; "" leaves transcripts the speakers that they name.
	// Streams cannot have it.
	Speakers string `json:",omitempty"`
	// Weights are the texts of files of 'tidytalk clean --weights', one for an engine; none leaves the settings of the bundle.
	Weights []string `json:",omitempty"`
	// StreamWeights is the text of a file of 'tidytalk clean --stream-weights'; "" leaves the settings of the bundle.
	StreamWeights string `json:",omitempty"`
	// Bundle is a file of models, which each worker reads through Beam's file systems; "" is
	// the embedded bundle. A file that has models for Chinese alone is used beside that.
	Bundle string `json:",omitempty"`
	// Jobs is how many documents are cleaned at once in each worker process; 0 is GOMAXPROCS. Of files, three times as
	// many are read and written meanwhile.
	Jobs int `json:",omitempty"`
}

// ErrOptions is wrapped by the errors about options.
var ErrOptions = errors.New("options that cannot be")

// Validate checks the options, but for what is in the bundle. Errors wrap ErrOptions.
func (o Options) Validate() error {
	_, err := o.parse("", false)
	return err
}

// parse returns the cleaning that the options ask for, with an output format in place of
// theirs where to is not "".
func (o Options) parse(to string, stream bool) (*cleaning.Cleaning, error) {
	if o.Jobs < 0 {
		return nil, fmt.Errorf("%w: %d jobs", ErrOptions, o.Jobs)
	}
	values := url.Values{}
	for name, v := range o.Settings {
		if values[name] = v; len(v) == 0 {
			values[name] = []string{""}
		}
	}
	if to != "" {
		values["to"] = []string{to}
	}
	q, err := cleaning.NewQuery(values, cleaning.Batch)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	f, err := cleaning.Parse(q, cleaning.Batch, tidytalk.Options{Fillers: fillers.Default()}, stream)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if o.Fillers != "" {
		if f.Options.Fillers, err = fillers.Parse(o.Fillers, "the list of fillers"); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
	}
	if o.Vocabulary != "" {
		if f.Options.Vocabulary, err = vocabulary.Parse(o.Vocabulary, "the vocabulary"); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
	}
	if o.Speakers != "" {
		if stream {
			return nil, fmt.Errorf("%w: speakers are for transcripts with times, not for a stream", ErrOptions)
		}
		if f.Reading.Speakers, err = formats.ReadSpeakerTurns(o.Speakers, "speakers"); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
	}
	if f.Options.Settings, err = o.settings(); err == nil {
		err = f.Options.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	f.Options.Jobs = 1 // documents are cleaned side by side instead
	return f, nil
}

// settings returns those of the decoders.
func (o Options) settings() ([]engine.Settings, error) {
	texts, streams := o.Weights, o.StreamWeights != ""
	if streams {
		texts = append(slices.Clone(texts), o.StreamWeights)
	}
	var all []engine.Settings
	for i, text := range texts {
		name := "weights"
		own := streams && i == len(texts)-1
		if own {
			name = "stream-weights"
		}
		s, err := engine.ReadSettings(strings.NewReader(text), name)
		if err != nil {
			return nil, err
		}
		if s.Engine = cmp.Or(s.Engine, engine.Sentences); own {
			s.Engine = engine.Streams
		}
		if slices.ContainsFunc(all, func(x engine.Settings) bool { return x.Engine == s.Engine }) {
			return nil, fmt.Errorf("%s: there are settings for the engine %s already", name, s.Engine)
		}
		all = append(all, s)
	}
	return all, nil
}

// models are what documents are cleaned with. They are shared by all that work with the same
// options in a process, and do not change.
type models struct {
	cleaning *cleaning.Cleaning
	cleaner  *tidytalk.Cleaner
	key      string        // of settings, models and version
	slots    chan struct{} // one is taken for each document that is cleaned
	atHand   chan struct{} // one is taken for each file that is read, cleaned or written
}

// purpose is what models are for.
type purpose struct {
	To     string // in place of the output format of the options; "" is none
	Stream bool
}

// once gives every value of a kind one place in the process, whoever asks first.
type once[T any] struct{ places sync.Map }

func (o *once[T]) get(key string, make func() (T, error)) (T, error) {
	place, _ := o.places.LoadOrStore(key, &result[T]{})
	r := place.(*result[T])
	r.once.Do(func() { r.value, r.err = make() })
	if r.err != nil {
		o.places.CompareAndDelete(key, place) // what could not be read may be there next time
	}
	return r.value, r.err
}

type result[T any] struct {
	once  sync.Once
	value T
	err   error
}

// What a process has loaded: bundles by their files, and models and pools by all that they
// depend on.
var (
	loadedBundles once[*tidytalk.Bundle]
	loadedModels  once[*models]
	pools         once[chan struct{}]
)

// filesAtHand is how many files are read, cleaned or written for each that is cleaned: disks and stores let wait, and the
// processor is not to.
const filesAtHand = 4

// load returns the models for options, which it loads where no one in the process has.
func load(ctx context.Context, o Options, p purpose) (*models, error) {
	id, err := json.Marshal(struct {
		Options
		purpose
	}{o, p})
	if err != nil {
		return nil, err
	}
	return loadedModels.get(string(id), func() (*models, error) {
		f, err := o.parse(p.To, p.Stream)
		if err != nil {
			return nil, err
		}
		b, err := loadedBundles.get(o.Bundle, func() (*tidytalk.Bundle, error) { return openBundle(ctx, o.Bundle) })
		if err != nil {
			return nil, err
		}
		m := &models{cleaning: f, key: o.key(b, f)}
		if m.cleaner, err = tidytalk.New(b, f.Options); err != nil {
			return nil, err
		}
		jobs := cmp.Or(o.Jobs, runtime.GOMAXPROCS(0))
		pool := func(name string, n int) chan struct{} {
			slots, _ := pools.get(fmt.Sprint(name, n), func() (chan struct{}, error) { return make(chan struct{}, n), nil })
			return slots
		}
		m.slots, m.atHand = pool("cleaned", jobs), pool("at hand", jobs*filesAtHand)
		return m, nil
	})
}

func openBundle(ctx context.Context, path string) (*tidytalk.Bundle, error) {
	if path == "" {
		return tidytalk.LoadEmbedded(bundle.Default()...)
	}
	r, err := openRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	file, err := bounded.ReadAll(r, path, bounded.Models)
	if err != nil {
		return nil, err
	}
	b, err := tidytalk.LoadBundle(file)
	if errors.Is(err, tidytalk.ErrNoEnglish) {
		b, err = tidytalk.LoadEmbedded(append(bundle.Default(), file)...)
	}
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", path, err)
	}
	return b, nil
}

// key returns a key of all that changes what becomes of a text.
func (o Options) key(b *tidytalk.Bundle, f *cleaning.Cleaning) string {
	var said []string
	for _, name := range slices.Sorted(maps.Keys(o.Settings)) {
		if !slices.Contains(cleaning.Told, name) {
			said = append(said, fmt.Sprintf("%s %q", name, o.Settings[name]))
		}
	}
	return f.Key(b, said)
}

// clean cleans a text, and returns what becomes of it with the count of its words. A panic is
// an error. Notes about odd places go to note.
func (m *models) clean(ctx context.Context, src, name string, note func(line int, text string)) (out string, tally *cleaning.Tally, err error) {
	defer fault.Catch(name, &err)
	tally = new(cleaning.Tally)
	if src == "" {
		return "", tally, nil
	}
	f := *m.cleaning
	f.Tally = tally
	f.Note = func(_ string, line int, text string) { note(line, text) }
	var to bytes.Buffer
	to.Grow(len(src))
	if err := f.Clean(ctx, m.cleaner, src, name, &to); err != nil {
		return "", tally, err
	}
	return to.String(), tally, nil
}
