package tidytalk

import (
	"context"
	"errors"
	"fmt"
)

// ErrNil is wrapped by the errors about arguments that must not be nil and are: a bundle, a
// context, a document, a writer, a Cleaner that New has not made.
var ErrNil = errors.New("nil argument")

// usable reports what a call cannot do without.
func (c *Cleaner) usable(ctx context.Context) error {
	if c == nil || c.pipeline == nil {
		return fmt.Errorf("%w: a cleaner has to be made with New", ErrNil)
	}
	if ctx == nil {
		return fmt.Errorf("%w: a context is needed, such as context.Background()", ErrNil)
	}
	return nil
}
