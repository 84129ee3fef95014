package studio

import (
	"crypto/rand"
	"errors"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/internal/web"
)

// store keeps the documents that are open. It is safe for several goroutines.
type store struct {
	mu   sync.Mutex
	most int // documents
	room int // words of all of them
	open []*document
}

func newStore(most, room int) *store { return &store{most: most, room: room} }

// put keeps a document under a new id, and lets go of those that were not asked for the
// longest where there are too many.
func (s *store) put(d *document) {
	d.id = rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = append(s.open, d)
	words := 0
	for i := len(s.open) - 1; i >= 0; i-- {
		if words += len(s.open[i].file.Document.Words); len(s.open)-i > s.most || words > s.room && i < len(s.open)-1 {
			s.open = slices.Delete(s.open, 0, i+1)
			return
		}
	}
}

// errGone says that a document is not kept any more.
var errGone = &problem{web.StatusNotFound, "gone", errors.New("the server does not have this document any more: open the file again")}

// get returns a document.
func (s *store) get(id string) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.open, func(d *document) bool { return d.id == id })
	if i < 0 {
		return nil, errGone
	}
	d := s.open[i]
	s.open = append(slices.Delete(s.open, i, i+1), d)
	return d, nil
}

// drop lets go of a document.
func (s *store) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = slices.DeleteFunc(s.open, func(d *document) bool { return d.id == id })
}
