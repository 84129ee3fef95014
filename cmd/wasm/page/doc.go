//go:build js && wasm

// Command page is the studio with its server as a module of WebAssembly, for pages that come from no server of tidytalk:
// see serve/web/src/site.ts. The module answers the requests of the page, and nothing leaves the browser.
package main
