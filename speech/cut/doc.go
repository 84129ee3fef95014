// Package cut takes words out of recordings: the fillers and repairs that are removed from a
// transcript, and what is too long of pauses.
//
// A [List] says which samples go. Its places are found in the signal, since times of words are
// seldom exact: where a word begins and ends by the dips of the energy beside it, and where to
// join by zero crossings. What cannot be taken out without touching a word that is kept, or
// somebody else who speaks meanwhile, stays, and is in List.Left.
package cut
