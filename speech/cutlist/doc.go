// Package cutlist writes the cuts of a recording for the programs that people edit in: as lists of
// edits, as projects, or as markers at what would be cut, so that an editor decides.
//
// [All] are the formats; [Format.Write] writes one. Some count samples, and have the cuts as they
// are. Others count frames: their edges are the nearest that let no error add up. After any clip
// the list is less than a frame off from the recording that is cut by samples, however many clips
// were before it, and no two clips have a frame in common.
//
// Formats and the functions that write them are safe for concurrent use.
package cutlist
