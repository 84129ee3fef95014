package harm

import (
	"regexp"
	"strings"
)

// fluentSeed is that of the generated probes, and fluentTexts how many there are.
const (
	fluentSeed  = 2
	fluentTexts = 1000
)

// fluentProbes makes fluent sentences of each kind in turn, out of templates and lists of
// words: what stands in testdata/fluent.txt.
func fluentProbes() []Probe {
	drawers := newDrawers(fluentSeed, len(fluentKinds))
	seen := make(map[string]bool)
	var out []Probe
	for len(out) < fluentTexts {
		i := len(out) % len(fluentKinds)
		k, d := &fluentKinds[i], drawers[i]
		text := k.draw(d)
		for try := 0; seen[text] && try < 1000; try++ {
			text = k.draw(d)
		}
		seen[text] = true
		out = append(out, Probe{Kind: k.name, Text: text, Stays: text})
	}
	return out
}

// fluentKind is a kind of fluent text that looks like a disfluent one.
type fluentKind struct {
	name string
	// Templates have {class} where a word of a class stands, and {class=} where the last
	// one of it stands again.
	templates []string
}

var (
	slot    = regexp.MustCompile(`\{(\w+)(=?)\}`)
	article = regexp.MustCompile(`\b([Aa]) ([aeiou])`)
)

// draw draws a template and its words, no word twice unless it says so.
func (k *fluentKind) draw(d drawer) string {
	if k.name == "number" {
		return strings.TrimSpace(numberKinds[d.IntN(len(numberKinds))].draw(d).Text)
	}
	drawn, last := make(map[string][]string), make(map[string]string)
	text := slot.ReplaceAllStringFunc(d.one(k.templates...), func(s string) string {
		m := slot.FindStringSubmatch(s)
		class := m[1]
		if m[2] == "" {
			if drawn[class] == nil {
				drawn[class] = shuffled(d, fluentWords[class])
			}
			last[class], drawn[class] = drawn[class][0], drawn[class][1:]
		}
		return last[class]
	})
	text = article.ReplaceAllString(text, "${1}n $2")
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		return `"` + capitalised(quoted)
	}
	return capitalised(text)
}

// list returns the items of a list that is separated by commas.
func list(items string) []string { return strings.Split(items, ", ") }

// fluentWords are the words of the classes that templates name.
var fluentWords = map[string][]string{
	"food":     list("apples, pears, carrots, onions, cheese, butter, bread, rice, beans, eggs, tomatoes, honey"),
	"drink":    list("coffee, tea, juice, milk, water, lemonade"),
	"color":    list("red, blue, green, white, black, brown, yellow"),
	"wear":     list("shirt, coat, scarf, hat, jacket, sweater"),
	"day":      list("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday"),
	"month":    list("March, April, June, August, October, December"),
	"city":     list("Boston, Denver, Chicago, Dallas, Seattle, Atlanta, London, Paris, Rome, Vienna"),
	"country":  list("France, Spain, Italy, Norway, Japan, Brazil, Canada, Egypt"),
	"name":     list("Anna, Ben, Carla, David, Emma, Frank, Grace, Henry, Laura, Peter"),
	"relative": list("mother, father, sister, brother, aunt, uncle, cousin, grandmother"),
	"job":      list("doctor, teacher, nurse, lawyer, plumber, baker, pilot, carpenter"),
	"people":   list("families, teachers, students, nurses, farmers, neighbours, volunteers, drivers, engineers, parents"),
	"thing":    list("house, garden, bridge, school, library, market, station, museum, harbour, theatre"),
	"loved":    list("house, car, boat, bicycle, piano, kitchen, garden, camera"),
	"friend":   list("cousin, neighbour, boss, colleague, best friend, landlord"),
	"feeling":  list("nervous, happy, tired, calm, quiet, cheerful, late, angry"),
	"noise":    list("music, engine, wind, drum, crowd, river"),
	"louder":   list("louder, faster, slower, softer, stronger, weaker, wilder"),
	"dish":     list("cheese, bread, soup, sausage, cake, tea"),
	"book":     list("book, film, play, article, song, series"),
	"tool":     list("hammer, saw, drill, ladder, brush, rope"),
	"act":      list("sing, dance, cook, swim, paint, read, write, travel, run, listen"),
	"past":     list("waited, worked, laughed, argued, cried, walked, listened, prayed"),
	"came":     list("I called, I wrote, I knocked, I asked, I begged, I waited"),
	"adj":      list("cold, warm, quiet, strange, lonely, beautiful, dull, expensive, crowded, ugly"),
	"nice":     list("nice, kind, tired, good, late, angry, patient"),
	"degree":   list("good, bad, hard, loud, slow, nice, long, cold, hot, sad, dark"),
	"more":     list("better, worse, harder, easier, slower, stranger"),
	"abstract": list("freedom, justice, peace, hope, courage, honesty, patience, trust, kindness"),
	"lack":     list("money, time, plan, map, food, water, help, heating"),
	"time":     list("year, week, month"),
	"subject":  list("maths, history, biology, music, chemistry, physics"),
	"team":     list("the engineers, the designers, the sales people, the lawyers, the editors, the testers"),
	"way":      list("paper, email, spreadsheets, sticky notes, a whiteboard, index cards"),
	"doubled":  list("New York, Walla Walla, Bora Bora, Pago Pago, Baden-Baden, Wagga Wagga"),
	"band":     list("Duran Duran, Talk Talk, Mister Mister, The The"),
	"namesake": list("William Williams, Thomas Thomas, John Johnson, Jack Jackson, Robert Roberts, Peter Peterson, Evan Evans, Owen Owens"),
	"firm":     list("Johnson and Johnson, Smith and Smith, Baker and Baker, Brown and Brown, Young and Young, Marks and Marks"),
	"san":      list("San Diego, San Jose, San Francisco, San Antonio, San Marino"),
	"saint":    list("Saint Louis, Saint Paul, Saint Peter, Saint John"),
	"south":    list("South Africa, South Korea, South Carolina, South Dakota, South Sudan"),
	"double":   list("Mary Ann, Mary Jane, Mary Lou, Mary Beth"),
	"step":     list("step by step, day by day, one by one, year after year, again and again, over and over, little by little, time after time"),
	"pairing":  list("side by side, face to face, hand in hand, back to back, shoulder to shoulder, eye to eye"),
	"half":     list("joking, serious, asleep, awake, dressed, crying, laughing"),
	"inlaw":    list("mother, father, sister, brother, son, daughter"),
	"long":     list("long, hard, quiet, busy, sad, strange"),
	"moved":    list("tired, sad, happy, angry, hungry"),
	"well":     list("known, liked, loved, made, written, designed, researched"),
	"high":     list("speed, risk, quality, level, profile, energy"),
	"span":     list("three, four, five, six"),
	"cited":    list("go away, come in, wait here, look at me, leave it alone, sit down, be careful"),
	"said":     list("he said, she said, the teacher said, my father said, the driver shouted, the child whispered"),
	"place":    list("the lake, the sea, the mountains, the harbour, the airport, the forest, the old town"),
}

var fluentKinds = []fluentKind{
	{"list", []string{
		"We need {food}, {food}, {food} and {food}.",
		"I bought a {color} {wear}, a {color} {wear} and a {color} {wear}.",
		"The {thing} is open on {day}, on {day} and on {day}.",
		"She has lived in {city}, in {city} and in {city}.",
		"You will want a {tool}, a {tool} and a {tool} for this job.",
		"{name}, {name} and {name} are coming to dinner.",
		"They serve {drink}, {drink} or {drink} with breakfast.",
		"His {relative}, his {relative} and his {relative} all came to the wedding.",
		"There was a {thing}, a {thing}, a {thing}, everything a town needs in {month}.",
		"It rained in {month}, it rained in {month} and it rained in {month}.",
		"We painted the {thing} {color}, the {thing} {color} and the {thing} {color}.",
		"I studied {subject}, {subject} and a little {subject}.",
		"From {city} to {city} and from {city} to {city} there are two trains a day.",
	}},
	{"parallel", []string{
		"Some could be using {way}, some could be using {way}, some could be using a combination.",
		"You can {act}, you can {act}, or you can stay at home.",
		"One of them {past}, one of them {past}, and the others went to bed.",
		"Some people {act}, some people {act}, and some people do nothing at all.",
		"{team} wanted {way}, {team} wanted {way}, and nobody wanted both.",
		"If you want to {act}, {act=}, and if you want to {act}, {act=}.",
		"We can start in {month}, we can start in {month}, it makes no difference.",
		"My {relative} likes {drink}, my {relative} likes {drink}, and I like both.",
		"In {city} they {act}, in {city} they {act}, and in {city} they sleep.",
		"He will go to {city}, she will go to {city}, and I will go to {city}.",
		"The first {wear} is {color}, the second {wear=} is {color}, and the third {wear=} is {color}.",
		"You bring the {drink}, I bring the {food}, and {name} brings the {food}.",
	}},
	{"rhetoric", []string{
		"We rely on our {people}, our {people}, our {people}.",
		"{came}, {came}, {came}, and nobody answered.",
		"No {lack}, no {lack}, no {lack}, and still they went on.",
		"Every {relative}, every {relative}, every {job} knows that feeling.",
		"We believe in {abstract}, we believe in {abstract}, we believe in {abstract}.",
		"This is about {abstract}, this is about {abstract}, and this is about you.",
		"We will not give up, we will not give in, and we will not go away.",
		"It was {adj}, it was {adj}, it was everything that I had feared.",
		"Not this {time}, not next {time=}, not ever.",
		"{abstract} first, {abstract=} first, and everything else can wait.",
		"Who will pay for the {thing}, who will pay for the {thing}, who will pay for us?",
		"It takes {abstract}, it takes {abstract}, and it takes a lot of {drink}.",
		"We can scale up, we can scale out, but we cannot stand still.",
		"Our {people} deserve {abstract}, our {people} deserve {abstract}, and they deserve it now.",
	}},
	{"reduplication", []string{
		"It was very, very {degree}.",
		"The day was so, so {degree}.",
		"The {job} was really, really {nice}.",
		"Long, long ago there was a {thing} on that hill.",
		"No, no, that is not what happened to {name}.",
		"Bye bye, {name}, and take care.",
		"Many, many people {past} that night.",
		"He lives far, far away, near {city}.",
		"Knock knock, is {name} at home?",
		"What it is is a {adj} {thing} near {city}.",
		"I know that that {thing} is {adj}, and I know that you know it.",
		"She had had a {long} {span}-hour day before she met {name}.",
		"There, there, {name}, it will be all right.",
		"It is a big, big {thing}, and a {adj} one at that.",
		"Night night, {name}, sleep well.",
		"Hear, hear, said the {job} from the back.",
		"The old, old {thing} in {city} is still there.",
		"Yes, yes, I will call my {relative}.",
		"It took years and years to build the {thing}.",
		"Is it a house house or a flat that your {relative} wants in {city}?",
	}},
	{"name", []string{
		"We spent a week in {doubled} with my {relative}.",
		"They are moving from {doubled} to {doubled} in {month}.",
		"My {relative} saw {band} in {city}.",
		"I used to listen to {band} and {band} all day.",
		"{namesake} and {namesake} went to school together.",
		"Doctor {namesake} will see you on {day}.",
		"She works for {firm} in {city}.",
		"{firm} and {firm} are the largest firms here.",
		"We drove from {san} to {san}.",
		"{saint} and {saint} are both on the way.",
		"{south}, {south} and {country} voted against it.",
		"{double} and {double} are sisters from {city}.",
		"He teaches {subject} at New College in New York, New York.",
		"{name} {name} is a strange name for a {job}.",
	}},
	{"apposition", []string{
		"My {friend}, a {job} from {city}, sold us this {loved}.",
		"My {friend} {name}, the {job}, lives in {city}.",
		"{name}, my {friend}, is a {job} in {city}.",
		"{city}, the city of my {relative}, is {adj} in {month}.",
		"The {job}, {name}, came on {day} and looked at the {loved}.",
		"We met {name}, a friend of my {friend}, at the {thing}.",
		"On {day}, the day of the wedding, my {friend} was {feeling}.",
		"The {thing}, the oldest in {city}, was closed.",
		"I gave it to the {job}, the one with the {color} {wear}.",
		"The {color} {wear}, the one from {city}, was too small.",
		"My {relative}, the one in {country}, was {feeling}.",
		"My {friend}, {name}, and my {friend}, {name}, did not speak.",
	}},
	{"quotation", []string{
		"\"{cited}, {cited=},\" {said}.",
		"\"{cited},\" {said}, \"and don't come back.\"",
		"My {relative} said, \"No, no, no, not the {thing}.\"",
		"\"Well, well,\" {said}, \"what have we here?\"",
		"\"I mean it,\" {said}, \"{cited}.\"",
		"\"You know the {thing},\" {said}.",
		"{name} asked, \"Why, why did you {act}?\"",
		"The crowd shouted, \"Go, go, go,\" and {name} ran.",
		"\"Sorry,\" {said}, \"I thought you were {name}.\"",
		"I said that you said that to the {job} in {city}.",
		"\"Yes,\" {said}, \"yes, I know {name}.\"",
		"\"Wait,\" {said}, \"wait for {name}.\"",
		"The song goes, \"{city}, {city}, here I come.\"",
	}},
	{"content", []string{
		"You know the {job} with the {color} {wear}.",
		"Let me know when you {act} again, and I will let you know when I can.",
		"Do you know {name}, or did you know her {relative}?",
		"I know you well, and I know your {relative} as well.",
		"Well done, {name}, you did very well.",
		"The well in the park is older than the {thing}.",
		"Click the like button if you like the {thing}.",
		"I like people like your {relative}.",
		"It looks like rain in {city}, and it feels like {month}.",
		"I would like to {act} like {name}.",
		"I mean what I say, and {name} knows what I mean.",
		"What do you mean by a {adj} {thing} in {city}?",
		"So far so good, said the {job}.",
		"I am so {moved} that I could cry, and so is {name}.",
		"I think so, and my {relative} thinks so too.",
		"Turn right at the {thing}, then right again at the {thing}.",
		"You are right, the right {tool} makes it easy.",
		"She came right away, right after {name}.",
		"What kind of {job} is your {relative}?",
		"It is a kind of {dish} that they make in {country}.",
		"You see the {thing} from here, and on a good day you see {place} too.",
		"Now is the time to {act}, and the time is now.",
		"Okay is a word that my {friend} never says.",
		"Say it as clearly as {name} did.",
		"Can you say anything about {place} in general?",
	}},
	{"hyphen", []string{
		"My {relative} was half-{half}, half-{half}.",
		"It is a well-{well}, well-{well} {book} about {city}.",
		"They sell high-{high}, high-{high} machines.",
		"We need an open-source tool and an open-ended contract in {month}.",
		"The two- and {span}-{time} plans for the {thing} are ready.",
		"There were two- and {span}-bedroom flats near the {thing}.",
		"She met the pre- and post-war mayors of {city}.",
		"The {time}-by-{time=} figures are from {city}.",
		"It is an on-again, off-again story between {name} and {name}.",
		"My {inlaw}-in-law is a part-time {job}.",
		"The {color}-and-{color} {wear} is a hand-me-down.",
		"He is a do-it-yourself man, a jack-of-all-trades from {city}.",
		"A {span}-by-{span=} plot is too small for the {thing}.",
		"The face-to-face and side-by-side tests in {city} were {long}.",
	}},
	{"number", nil},
	{"contrast", []string{
		"The {loved} is not {color} but {color}.",
		"We are not going to {city} but to {city}.",
		"I wanted {drink}, not {drink}, for my {friend}.",
		"{name}, not {name}, is the {job}.",
		"Is the {job} here on {day} or on {day}?",
		"I will take the {color} {wear} rather than the {color} {wear}.",
		"My {friend} would rather {act} than {act}.",
		"{city} is {adj} in {month}, but {adj} in {month}.",
		"He is a {job}, or was a {job} until last {time}.",
		"Do you want {drink} or {drink}, or {drink} and {drink}?",
		"I have been to {city}, but never to {city}.",
		"They went by car, and we went by bus, to {city}.",
		"Neither my {relative} nor my {relative} can {act}.",
		"My {friend} was more {feeling} than {feeling}.",
	}},
	{"echo", []string{
		"The {noise} grew {louder} and {louder=}.",
		"The {noise} grew {louder} and {louder}, {louder} and {louder}.",
		"They did it {step}, and {step} it worked.",
		"We stood {pairing} at the {thing}.",
		"The more you {act}, the {more} it gets, and the more you {act} the {more} it gets.",
		"The {thing} in {city} is as {adj} as it is {adj}.",
		"{name} said it as well as {name} did, or as well as anybody could.",
		"From {day} to {day} and from {month} to {month} nothing changes.",
		"He walked up and down, up and down, in front of the {thing}.",
		"She worked from morning to night, from {day} to {day}.",
		"What will be will be, my {relative} says.",
		"All for one and one for all, said the {job} from {city}.",
		"A deal is a deal, and a {job} is a {job=}.",
		"If it is {adj} it is {adj=}, and I like {city} as it is.",
		"Boys will be boys, and {people} will be {people=}.",
		"They {past} and {past=} and {past=} until {day}.",
		"What you {act} is what you {act=}, and that is your business.",
	}},
}
