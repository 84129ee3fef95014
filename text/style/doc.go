// Package style says how a transcript is delivered: what goes, and how the rest is written. A style is a small file of
// lines, which users copy and change; three are built in: verbatim, clean and clean-verbatim.
//
// A line is a word and what it is about; what follows "#" is a comment:
//
//	like clean                    # begins with all that another style says: one that is built in
//	about What it is for          # a line for lists
//	remove repairs, editorial     # kinds of disfluency, which add up; none begins anew
//	keep loops                    # takes kinds off
//	openers 0.3                   # a kind of data.Editorial is removed where at least that share of editors would
//	level standard                # as Options.Level
//	notes out laughs, door slams  # notes with one of these words go: "(laughs)", "[a door slams]"
//	notes keep inaudible          # but not with one of these
//	spell gonna = going to | before verb
//	spell 'cause, 'cos = because
//	spell -in' = -ing             # the ends of words
//	answer yeah, yep = yes        # where another speaker has asked what may be answered so
//	numbers digits                # as the options of these names
//	number-style plain
//	punct restore
//	case restore
//	paragraphs 100                # about so many words; none
//
// A form is spelled out where all conditions behind it hold: "before verb" is before a verb, or at the end of a sentence;
// "before i, he, we" before one of these words; "conjunction" where the tagger says that it is one. Spelled-out forms keep the
// case of the word.
//
// Start with [Named], [Parse] and [ReadFile].
package style
