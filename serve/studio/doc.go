// Package studio is the page on which people see what cleaning does to a transcript, correct
// it, and take it away: the assets of the page, and what it asks of the server it comes from.
//
// A Studio is a http.Handler for "/", "/assets/" and "/studio/". It keeps the documents that are
// open, a few, in memory; nothing is written to disk, and no name that a request gives leads to
// a file. The decisions about a document are always those of the models: each request brings
// the corrections and says what is removed, and gets what the text becomes by them (see
// transcript.Document.Correct), so that undoing takes no memory here, and any number of pages
// may look at a document.
//
// What the requests and answers hold is described where they are declared. They are for the
// page alone, and may change with it: programs use the service that package service gives.
//
// A Studio may be used by several goroutines at once. Times are in seconds.
//
// Start with [New] and [Options].
package studio
