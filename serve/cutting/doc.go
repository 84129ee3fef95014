// Package cutting is how a list of cuts is asked for, without the recording: parameters of a request, by which the
// times of words alone say what is cut. The service's route takes them with a transcript, the studio's page with what a
// person has made of one.
package cutting
