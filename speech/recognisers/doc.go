// Package recognisers reads what speech recognisers send while somebody speaks: hypotheses that grow and change, and
// at some time stand.
//
// A [Reader] takes the bytes that come, cut anywhere, and tells for each message which words stand from now on, what is
// heard behind them and may still change, and where an utterance ends. The messages of each recogniser are read as
// its documentation and its clients have them; [Kinds] lists them.
//
// Times are seconds from the beginning of the audio. A Reader belongs to one goroutine.
package recognisers
