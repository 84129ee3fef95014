// Package voiceview draws what was measured of a recording as SVG: pitch over time on a
// logarithmic axis, as tracked and as straight lines stand for it, energy, nuclei of syllables, and
// words, in rows like those of a score. The drawing stands alone: it has a style of its
// own, for light and dark, no scripts, and a text that says what is seen.
//
// [SVG] draws a [View].
package voiceview
