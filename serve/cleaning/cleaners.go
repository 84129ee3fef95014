package cleaning

import (
	"container/list"
	"reflect"
	"sync"

	"github.com/tidytalk/tidytalk"
)

// MostCleaners is how many cleaners are kept, each for other options.
const MostCleaners = 32

// Cleaners keeps the cleaners of a bundle that were used last: making one takes time. It may be used by several
// goroutines at once.
type Cleaners struct {
	bundle *tidytalk.Bundle

	mu   sync.Mutex
	used *list.List // of *keptCleaner, the last used first
}

// keptCleaner is a cleaner that is made once.
type keptCleaner struct {
	options tidytalk.Options // without what lists tells
	lists   string
	made    func() (*tidytalk.Cleaner, error)
}

// NewCleaners returns a keeper of no cleaners yet.
func NewCleaners(b *tidytalk.Bundle) *Cleaners {
	return &Cleaners{bundle: b, used: list.New()}
}

// Get returns the cleaner for options; fillers are the changes of the list that they have. Errors are those of
// tidytalk.New.
func (c *Cleaners) Get(o tidytalk.Options, fillers string) (*tidytalk.Cleaner, error) {
	named := o
	named.Fillers, named.Vocabulary, named.Settings, named.Style = nil, nil, nil, nil // the same in all requests, but for the lists; what a style says is said
	lists := fillers + "\x00" + o.Vocabulary.Spellings()
	c.mu.Lock()
	at := c.find(named, lists)
	if at == nil {
		at = c.used.PushFront(&keptCleaner{named, lists, sync.OnceValues(func() (*tidytalk.Cleaner, error) { return tidytalk.New(c.bundle, o) })})
		for c.used.Len() > MostCleaners {
			c.used.Remove(c.used.Back())
		}
	}
	c.used.MoveToFront(at)
	kept := at.Value.(*keptCleaner)
	c.mu.Unlock()
	cleaner, err := kept.made()
	if err != nil {
		c.mu.Lock()
		c.used.Remove(at) // of options of which there is no cleaner; it may be gone already
		c.mu.Unlock()
	}
	return cleaner, err
}

// find returns the cleaner for options, nil if there is none. c.mu is held. That they are compared, few as they are, takes less
// than to write them out as a key: for the first text in a browser, whose printing of values has to be compiled.
func (c *Cleaners) find(o tidytalk.Options, lists string) *list.Element {
	for at := c.used.Front(); at != nil; at = at.Next() {
		if k := at.Value.(*keptCleaner); k.lists == lists && reflect.DeepEqual(k.options, o) {
			return at
		}
	}
	return nil
}

// Len returns how many are kept.
func (c *Cleaners) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}
