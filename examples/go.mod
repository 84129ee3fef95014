// Programs of others that use tidytalk: a module of their own, as theirs are.
module example.com/talk

go 1.26.0

replace github.com/tidytalk/tidytalk => ../

require github.com/tidytalk/tidytalk v0.0.0-00010101000000-000000000000

require (
	github.com/emirpasic/gods v1.18.1 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	github.com/xrash/smetrics v0.0.0-20240521201337-686a1a2994c1 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
