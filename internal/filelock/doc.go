// Package filelock locks open files against other programs that do the same: advisory
// locks, which the system takes away when a process ends, however it ends. Where the
// system or the file system has none, ErrUnsupported says so, and the caller goes on with
// less protection.
//
// The lock belongs to the opened file, so that it holds whatever the file is called; that
// is why libraries that lock by name do not do here.
//
// [Written] is about programs that know nothing of locks.
//
// [Exclusive], [Shared] and [Written] are all of it.
package filelock

import "errors"

// ErrUnsupported is wrapped by the errors of Exclusive and Shared where there are no
// locks, and by those of Written where nothing tells who has a file open.
var ErrUnsupported = errors.ErrUnsupported
