// Package audio reads recordings: WAV, FLAC and MP3, recognised by their content, as streams of
// samples. Memory stays small whatever the length of the recording and whatever its header
// claims. Files that are damaged or cut off are read as far as they go; Reader.Warnings
// says what was wrong.
//
// Not read are sound in video, m4a, ogg and the like; the errors about them say how to
// convert them.
//
// Start with [Open] and [Reader].
package audio
