package formats

import (
	"cmp"
	"slices"
)

// wordPlace is the place of a word in the transcript, or of a letter, and the hash of it and those after it.
type wordPlace struct {
	hash uint32
	at   int32
}

// wordPlaces finds stretches of the transcript, when it is sorted.
type wordPlaces []wordPlace

func (a wordPlace) compare(b wordPlace) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.at, b.at))
}

func (x wordPlaces) sort() { slices.SortFunc(x, wordPlace.compare) }

// find returns where a stretch with a hash is, best not before a given place; -1: nowhere.
func (x wordPlaces) find(hash uint32, from int) int {
	for _, from := range [...]int{from, 0} {
		i, _ := slices.BinarySearchFunc(x, wordPlace{hash, int32(from)}, wordPlace.compare)
		if i < len(x) && x[i].hash == hash {
			return int(x[i].at)
		}
	}
	return -1
}
