// Package host is what the modules of WebAssembly share: how they begin, and how requests, models and answers go
// between them and JavaScript. It is there for js/wasm alone.
//
// Start with [Run].
package host
