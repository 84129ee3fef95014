package training

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/lm"
)

// MemoryFlags are the flags of what counts more than memory may hold, and how much it may
// hold if nothing is said.
func MemoryFlags(size string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "memory", Value: size, Usage: "use temporary files for counts that take more than `SIZE` of memory, such as 500MB (0: no limit); the result is the same"},
		&cli.StringFlag{Name: "tmp", Usage: "`FOLDER` of temporary files (default: that of the system)"},
	}
}

// Memory returns what memoryFlags say.
func Memory(c *cli.Context) (lm.Limits, error) {
	l := lm.Limits{Dir: c.String("tmp")}
	var err error
	if l.Memory, err = parseBytes(c.String("memory")); err != nil {
		return l, usage.Errorf("--memory: %v", err)
	}
	if l.Dir != "" {
		if info, err := os.Stat(l.Dir); err != nil {
			return l, fmt.Errorf("--tmp: %w", err)
		} else if !info.IsDir() {
			return l, usage.Errorf("--tmp: %s is no folder", l.Dir)
		}
	}
	return l, nil
}

// parseBytes reads a number of bytes, of KB, MB or GB, which are powers of 1024.
func parseBytes(s string) (int64, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(s)), 1.0
	number = strings.TrimSuffix(strings.TrimSuffix(number, "B"), "I")
	for i, letter := range []string{"K", "M", "G", "T"} {
		if n, ok := strings.CutSuffix(number, letter); ok {
			number, unit = n, math.Pow(1024, float64(i+1))
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if v *= unit; err != nil || !(v >= 0 && v < 1<<62) {
		return 0, fmt.Errorf("%q is no size: give bytes, or a number with KB, MB or GB, such as 500MB", s)
	}
	return int64(v), nil
}
