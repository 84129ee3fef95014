package kafka

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// Options say what a Worker does. In, Out, Group and Bundle are needed.
type Options struct {
	// Connect are options of the client: brokers, and who it is to them.
	Connect []kgo.Opt
	// In, Out and Failures are topics: of words, results, and what could not be cleaned, which is only logged where
	// Failures is "". Records of In that are compacted away, or deleted before their conversation is over, are lost.
	In, Out, Failures string
	// Group is the consumer group: its members share the partitions of In.
	Group string
	// Instance names this member of the group, so that one that is started again in its place goes on with its
	// partitions at once; no two that run have the same. "" is a new one, whose partitions wait for the end of its
	// session when it dies.
	Instance string
	// Settings are options of live text of 'tidytalk clean --stream' by their names, without dashes, such as
	// "latency": {"1s"}, but for what says which events there are: provisional ones are not told of. "fillers" and
	// "vocabulary" are texts of such files.
	Settings map[string][]string
	// Bundle has the models.
	Bundle *tidytalk.Bundle
	// Jobs is how many conversations are worked on at once; 0 is GOMAXPROCS.
	Jobs int
	// Silence is how long nothing comes in a conversation until it is over, and after which its name may be used
	// again; 0 is ten minutes.
	Silence time.Duration
	// Wait is for how long records that came early wait for those before them; 0 is ten seconds. It is less than
	// Silence.
	Wait time.Duration
	// CommitEvery is the least time between two transactions; 0 is a tenth of a second.
	CommitEvery time.Duration
	// Session is after how long without a sign of life a member of the group is dead; 0 is ten seconds.
	Session time.Duration
	// Log is told what happens, without anything of what is said; nil is slog.Default.
	Log *slog.Logger
}

// ErrOptions is wrapped by the errors about options.
var ErrOptions = errors.New("options that cannot be")

// Unused are the options of live text that are not those of a Worker.
var Unused = []string{"provisional", "to"}

// mostSettle is how much longer a transaction may take than a commit, until the broker gives it up. What is cleaned is
// cleaned before it begins.
const mostSettle = 10 * time.Second

func (o *Options) complete() error {
	o.Jobs = cmp.Or(o.Jobs, runtime.GOMAXPROCS(0))
	o.Silence = cmp.Or(o.Silence, 10*time.Minute)
	o.Wait = cmp.Or(o.Wait, 10*time.Second)
	o.CommitEvery = cmp.Or(o.CommitEvery, time.Second/10)
	o.Session = cmp.Or(o.Session, 10*time.Second)
	o.Log = cmp.Or(o.Log, slog.Default())
	switch {
	case o.In == "" || o.Out == "" || o.Group == "":
		return fmt.Errorf("%w: topics of words and of results, and a group, are needed", ErrOptions)
	case o.In == o.Out || o.In == o.Failures || o.Out == o.Failures:
		return fmt.Errorf("%w: words, results and failures are different topics", ErrOptions)
	case o.Bundle == nil:
		return fmt.Errorf("%w: there are no models", ErrOptions)
	case o.Jobs < 0 || o.Silence < 0 || o.CommitEvery < 0 || o.Session < 0:
		return fmt.Errorf("%w: numbers and times are above 0", ErrOptions)
	case o.Wait < 0 || o.Wait >= o.Silence:
		return fmt.Errorf("%w: a wait of %s: it is above 0, and less than the silence of %s", ErrOptions, o.Wait, o.Silence)
	}
	return nil
}

// parse returns the cleaning that the settings ask for.
func (o *Options) parse() (*cleaning.Cleaning, error) {
	for _, name := range Unused {
		if _, set := o.Settings[name]; set {
			return nil, fmt.Errorf("%w: there is no option %s", ErrOptions, name)
		}
	}
	values := url.Values{}
	for name, v := range o.Settings {
		if values[name] = v; len(v) == 0 {
			values[name] = []string{""}
		}
	}
	r, err := cleaning.ParseRequest(values, cleaning.StreamRequest, tidytalk.Options{Fillers: fillers.Default()}, cleaning.ParamFillers, cleaning.ParamVocabulary)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	r.Options.Jobs = 1 // conversations are cleaned side by side instead
	return r.Cleaning, nil
}

// key returns a key of all that changes what becomes of the records of a partition.
func (o *Options) key(f *cleaning.Cleaning) string {
	said := []string{fmt.Sprintf("silence %s", o.Silence), fmt.Sprintf("wait %s", o.Wait)}
	for _, name := range slices.Sorted(maps.Keys(o.Settings)) {
		if !slices.Contains(cleaning.Told, name) {
			said = append(said, fmt.Sprintf("%s %s", name, strings.Join(o.Settings[name], "\n")))
		}
	}
	return f.Key(o.Bundle, said)
}
