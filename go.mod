module github.com/tidytalk/tidytalk

go 1.26.0

require (
	github.com/VictoriaMetrics/metrics v1.35.1
	github.com/coder/websocket v1.8.15
	github.com/emirpasic/gods v1.18.1
	github.com/gofrs/flock v0.13.1
	github.com/hajimehoshi/go-mp3 v0.3.4
	github.com/klauspost/cpuid/v2 v2.2.10
	github.com/mewkiz/flac v1.0.14
	github.com/urfave/cli/v2 v2.27.7
	github.com/xrash/smetrics v0.0.0-20240521201337-686a1a2994c1
	github.com/zeebo/xxh3 v1.1.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/cpuguy83/go-md2man/v2 v2.0.7 // indirect
	github.com/icza/bitio v1.1.0 // indirect
	github.com/mewkiz/pkg v0.0.0-20250417130911-3f050ff8c56d // indirect
	github.com/mewpkg/term v0.0.0-20241026122259-37a80af23985 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/valyala/fastrand v1.1.0 // indirect
	github.com/valyala/histogram v1.2.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
