// Package voice hears what a recording says about the words of a transcript: it finds out on
// which channel each speaker is, measures the words in the tracks of that channel, and gives
// each word of a document its features at the boundary after it, for the models.
//
// What keeps the voice from being heard at all is an *Unfit: the text can be cleaned
// without it. What concerns some words only is a warning.
//
// Start with [Track] and [Hear].
package voice
