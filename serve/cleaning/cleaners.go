package cleaning

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/tidytalk/tidytalk"
)

// MostCleaners is how many cleaners are kept, each for other options.
const MostCleaners = 32

// Cleaners keeps the cleaners of a bundle that were used last: making one takes time. It may be used by several
// goroutines at once.
type Cleaners struct {
	bundle *tidytalk.Bundle

	mu    sync.Mutex
	byKey map[string]*list.Element
	used  *list.List // of *keptCleaner, the last used first
}

// keptCleaner is a cleaner that is made once.
type keptCleaner struct {
	key  string
	made func() (*tidytalk.Cleaner, error)
}

// NewCleaners returns a keeper of no cleaners yet.
func NewCleaners(b *tidytalk.Bundle) *Cleaners {
	return &Cleaners{bundle: b, byKey: make(map[string]*list.Element), used: list.New()}
}

// Get returns the cleaner for options; fillers are the changes of the list that they have. Errors are those of
// tidytalk.New.
func (c *Cleaners) Get(o tidytalk.Options, fillers string) (*tidytalk.Cleaner, error) {
	named := o
	named.Fillers, named.Vocabulary, named.Settings, named.Style = nil, nil, nil, nil // the same in all requests, but for the lists; what a style says is said
	key := fmt.Sprintf("%+v\n%q\n%s", named, fillers, o.Vocabulary.Spellings())
	c.mu.Lock()
	at := c.byKey[key]
	if at == nil {
		at = c.used.PushFront(&keptCleaner{key, sync.OnceValues(func() (*tidytalk.Cleaner, error) { return tidytalk.New(c.bundle, o) })})
		c.byKey[key] = at
		for c.used.Len() > MostCleaners {
			last := c.used.Back()
			delete(c.byKey, c.used.Remove(last).(*keptCleaner).key)
		}
	}
	c.used.MoveToFront(at)
	kept := at.Value.(*keptCleaner)
	c.mu.Unlock()
	cleaner, err := kept.made()
	if err != nil {
		c.drop(kept)
	}
	return cleaner, err
}

// drop forgets options of which there is no cleaner.
func (c *Cleaners) drop(k *keptCleaner) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.byKey[k.key]; at != nil && at.Value == k {
		c.used.Remove(at)
		delete(c.byKey, k.key)
	}
}

// Len returns how many are kept.
func (c *Cleaners) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}
