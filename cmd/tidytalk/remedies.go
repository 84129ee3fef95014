package main

import (
	"errors"
	"syscall"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/extsort"
	"github.com/tidytalk/tidytalk/models/stages"
)

// remedies say what to do about errors of the library, which knows no commands.
var remedies = []struct {
	err    error
	remedy string
}{
	{extsort.ErrTemporary, "name a folder with room in it with --tmp"},
	{syscall.EISDIR, "name a file in it"},
	{engine.ErrNoStreams, "train them with 'tidytalk train punct'"},
	{engine.ErrNoDecoder, "train them with 'tidytalk train --parts decoder', or use --mode baseline"},
	{engine.ErrNoExperts, "train them with 'tidytalk train experts', or use another --mode"},
	{stages.ErrScheme, "train it with --scheme EFO, or use --mode baseline"},
	{experts.ErrOtherBaseline, "train them again with 'tidytalk train experts --base BUNDLE'"},
}

// remedy returns what to do about an error, "" where that is not known.
func remedy(err error) string {
	for _, r := range remedies {
		if errors.Is(err, r.err) {
			return r.remedy
		}
	}
	return ""
}
