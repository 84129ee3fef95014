package harm

import "strings"

// wordClasses are classes of content words any of which can be corrected to another, with
// the Penn tags that the words have where they mean what the class says.
var wordClasses = []struct{ tags, words string }{
	{"NNP", "monday tuesday wednesday thursday friday saturday sunday"},
	{"NNP", "january february march april june july august september october november december"},
	{"NN", "spring summer fall winter"},
	{"NN", "morning afternoon evening night"},
	{"NN", "second minute hour day week month year"},
	{"NNS", "seconds minutes hours days weeks months years"},
	{"CD", "two three four five six seven eight nine ten eleven twelve fifteen"},
	{"CD", "twenty thirty forty fifty sixty seventy eighty ninety"},
	{"CD", "hundred thousand million billion"},
	{"JJ", "first second third fourth fifth sixth"},
	{"NNP", "dallas houston austin chicago boston denver atlanta seattle detroit cleveland baltimore pittsburgh washington"},
	{"NNP", "texas california virginia maryland florida georgia ohio michigan pennsylvania colorado oklahoma iowa minnesota"},
	{"NNP", "america canada mexico england germany france russia china japan iraq"},
	{"NNP", "john bob bill jim mike david mary susan karen linda"},
	{"JJ", "red blue green white black yellow brown gray"},
	{"NN", "mother father sister brother"},
	{"NN", "son daughter niece nephew"},
	{"NN", "wife husband"},
	{"NNS", "sons daughters brothers sisters cousins"},
	{"NN", "boy girl man woman kid"},
	{"NNS", "boys girls men women"},
	{"NN", "aunt uncle cousin grandmother grandfather"},
	{"NN", "beef chicken pork fish steak turkey lamb"},
	{"NN", "bread rice pasta soup salad pizza cheese"},
	{"NN", "coffee tea milk beer wine"},
	{"NNS", "apples oranges tomatoes potatoes beans peppers onions"},
	{"NN", "breakfast lunch dinner supper"},
	{"NN", "dog cat horse bird"},
	{"NNS", "dogs cats horses birds fish"},
	{"NN", "car truck van bus boat plane bike train"},
	{"NNS", "cars trucks vans buses boats planes bikes"},
	{"NN", "house apartment condo trailer"},
	{"NN", "kitchen bedroom bathroom basement garage yard garden"},
	{"NN", "shirt dress suit skirt jacket coat sweater"},
	{"NNS", "shoes boots sneakers pants jeans shorts shirts dresses suits"},
	{"NN", "hammer saw drill ladder lawnmower"},
	{"NN", "school college church work"},
	{"NN", "hospital library bank store restaurant office"},
	{"NN", "teacher doctor lawyer nurse engineer secretary"},
	{"NNS", "teachers doctors lawyers nurses engineers secretaries"},
	{"NN NNP", "math english history science spanish german"},
	{"NN", "football baseball basketball hockey golf tennis soccer"},
	{"NNS", "hands feet arms legs knees eyes"},
	{"NN", "city town county state country"},
	{"NNS", "cities towns counties states countries"},
	{"NN", "movie book show program song game"},
	{"NNS", "movies books shows programs songs games"},
	{"NN", "radio television newspaper magazine"},
	{"NN", "oil gas water electricity"},
	{"NN", "rain snow wind sun"},
	{"NN", "north south east west"},
	{"VB VBP", "buy sell rent"},
	{"VBD", "bought sold rented"},
	{"VB VBP", "watch read see hear"},
	{"VB VBP", "walk run drive swim ride"},
	{"VBD", "walked ran drove"},
	{"VB VBP", "eat drink cook"},
	{"VB VBP", "come go leave stay"},
	{"VBD", "came went left stayed"},
	{"VBD", "called wrote visited"},
	{"VB VBP", "paint clean fix build"},
	{"JJ", "good bad nice great terrible"},
	{"JJ", "big small large little huge"},
	{"JJ", "old new young"},
	{"JJR", "older younger bigger smaller"},
	{"JJ", "hot cold warm cool"},
	{"JJ", "expensive cheap"},
	{"JJ", "hard easy simple difficult"},
	{"JJ", "interesting boring funny"},
	{"RB", "inside outside"},
}

// classOf maps words with their tags to the words of their class.
var classOf = func() map[string][]string {
	out := make(map[string][]string)
	for _, class := range wordClasses {
		words := strings.Fields(class.words)
		for _, tag := range strings.Fields(class.tags) {
			for _, w := range words {
				if key := w + "/" + tag; out[key] == nil {
					out[key] = words
				}
			}
		}
	}
	return out
}()
