// Package cleaning says how a transcript is cleaned by options, and writes what becomes of
// it: what the command line and the service share. The options stand in one table, of which
// the command makes its flags, and the service the parameters of its requests.
//
// Start with [Options], [Parse] and [Cleaning].
package cleaning
