package service

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/tidytalk/tidytalk"
)

// mostCleaners is how many cleaners are kept, each for other options.
const mostCleaners = 32

// cleaners keeps the cleaners that were used last: making one takes time.
type cleaners struct {
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

func newCleaners(b *tidytalk.Bundle) *cleaners {
	return &cleaners{bundle: b, byKey: make(map[string]*list.Element), used: list.New()}
}

// get returns the cleaner for options. list says which list of fillers they have.
func (c *cleaners) get(o tidytalk.Options, fillers string) (*tidytalk.Cleaner, error) {
	named := o
	named.Fillers, named.Vocabulary, named.Settings, named.Style = nil, nil, nil, nil // the same in all requests, but for the lists; what a style says is said
	key := fmt.Sprintf("%+v\n%q\n%s", named, fillers, o.Vocabulary.Spellings())
	c.mu.Lock()
	at := c.byKey[key]
	if at == nil {
		at = c.used.PushFront(&keptCleaner{key, sync.OnceValues(func() (*tidytalk.Cleaner, error) { return tidytalk.New(c.bundle, o) })})
		c.byKey[key] = at
		for c.used.Len() > mostCleaners {
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
func (c *cleaners) drop(k *keptCleaner) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.byKey[k.key]; at != nil && at.Value == k {
		c.used.Remove(at)
		delete(c.byKey, k.key)
	}
}

// len returns how many are kept.
func (c *cleaners) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}
