//go:build js && wasm

// Command wasm is the library as a module of WebAssembly, for tidytalk.mjs beside it: cleaning, labels, lists of cuts, traces and live
// text, with the options of the service. It has no models, no service, and trains nothing.
package main
