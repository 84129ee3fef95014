package vocabulary

import "sync"

// Twice returns names in which a word is said twice, so that neither a repair takes one of them, nor a mark stands
// between them. They are no words otherwise ("Talk Talk" is not among them). It must not be changed.
var Twice = sync.OnceValue(func() *List {
	var entries []Entry
	for _, name := range []string{
		"Baden-Baden", "Bella Bella", "Bora Bora", "Boutros Boutros-Ghali", "Curl Curl", "Duran Duran", "Jar Jar Binks", "Koh Phi Phi",
		"Lang Lang", "Lapu-Lapu", "Pago Pago", "Sirhan Sirhan", "Tawi-Tawi", "Wagga Wagga", "Walla Walla", "Woy Woy", "Yo-Yo Ma", "Zsa Zsa Gabor",
	} {
		entries = append(entries, entryOf(name))
	}
	return newList(entries)
})
