package harm

import (
	"fmt"
	"strconv"
	"strings"
)

// repeatedTerm draws a calculation with a term that comes again.
func (d drawer) repeatedTerm() string {
	a, b := d.small(20), d.small(9)
	op := d.one("plus", "plus", "minus", "times", "and")
	write := cardinal
	if d.chance(40) {
		write = strconv.Itoa
	}
	if d.chance(30) {
		return write(b) + " " + op + " " + write(b)
	}
	return write(a) + strings.Repeat(" "+op+" "+write(b), 2+d.IntN(3))
}

// clock draws a time of day, often with the hour in the minutes ("two twenty two").
func clock(d drawer) string {
	h, m := d.small(12), 10+d.IntN(50)
	if d.chance(40) {
		if m = 11 * h; m > 59 {
			m = max(h, 10)
		}
		m = max(m, 11)
	}
	part := d.one("", "", " a.m.", " p.m.")
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("%d:%02d", h, m) + part
	case 1:
		return d.one("five to ", "ten past ", "five past ") + d.word("five ten five ten six eleven two")
	case 2:
		return cardinal(h) + " " + cardinal(m) + " and " + cardinal(h) + " " + cardinal(min(m+10, 59))
	}
	return cardinal(h) + " " + cardinal(m) + part
}

func price(d drawer) string {
	a, b := d.twice(99)
	switch d.IntN(6) {
	case 0:
		return fmt.Sprintf("$%d.%02d", a, b)
	case 1:
		return fmt.Sprintf("%s dollars and %s cents", cardinal(a), cardinal(b))
	case 2:
		return fmt.Sprintf("%s %s", cardinal(a), cardinal(max(b, 10)))
	case 3:
		return fmt.Sprintf("%s thousand %s hundred dollars", cardinal(a), digitNames[max(1, b%10)])
	case 4:
		return fmt.Sprintf("%d dollars %d", a, max(b, 10))
	}
	n := digitNames[max(1, b%10)]
	return fmt.Sprintf("%s %s %s", n, cardinal(10*max(2, b%10)), n)
}

func date(d drawer) string {
	month, day := d.word(months), d.small(20)
	switch d.IntN(5) {
	case 0:
		a := d.small(12)
		return fmt.Sprintf("%d/%d/%02d", a, a, a)
	case 1:
		return month + " " + ordinals[day-1] + ", " + d.year()
	case 2:
		return "the " + ordinals[day-1] + " of " + month + " " + d.year()
	case 3:
		return month + " " + strconv.Itoa(day) + ", " + strconv.Itoa(1900+d.IntN(125))
	}
	return month + " " + ordinals[day-1] + " and " + month + " " + ordinals[min(day, 19)]
}

func version(d drawer) string {
	product := d.one("version", "version", "release", "Python", "Postgres", "Ubuntu", "Windows", "Java", "Node", "Kubernetes")
	a, b := d.twice(22)
	c, _ := d.twice(9)
	if d.chance(50) {
		c = b
	}
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("%s %d", product, a)
	case 1:
		return fmt.Sprintf("%s %d.%d.%d", product, a, b, c)
	case 2:
		return fmt.Sprintf("%s %s point %s", product, cardinal(a), cardinal(b))
	case 3:
		return fmt.Sprintf("%s %d and %s %d", product, a, product, a+1)
	}
	return fmt.Sprintf("%s %s point %s point %s", product, cardinal(a), cardinal(b), cardinal(c))
}

func coordinates(d drawer) string {
	a, b := d.twice(89)
	side := func(n int, of ...string) string {
		if d.chance(40) {
			return fmt.Sprintf("%d.%d degrees %s", n, n, d.one(of...))
		}
		return fmt.Sprintf("%s point %s %s", cardinal(n), d.spoken(d.digits(2+d.IntN(3))), d.one(of...))
	}
	return side(a, "north", "south") + ", " + side(b, "east", "west")
}

func code(d drawer) string {
	switch d.IntN(6) {
	case 0:
		return "B B C " + d.word("one two three four")
	case 1:
		return d.letters(2) + " " + written(d.digits(3), " ", 1, 1, 1)
	case 2:
		return d.letters(3 + d.IntN(3))
	case 3:
		word := d.word("Apple Bravo Delta Echo Hotel Nectar Mother Sugar")
		return word[:1] + " as in " + word + ", " + d.letters(2)
	case 4:
		return d.letters(1) + " " + d.spoken(d.digits(2)) + " " + d.letters(1) + " " + d.spoken(d.digits(2))
	}
	return d.letters(2) + " " + d.spoken(d.digits(3+d.IntN(2)))
}

// spelling spells a name with a letter that comes twice.
func spelling(d drawer) string {
	name := d.word("Anna Aaron Matthew Phillips Collins Bennett Hannah Scott Emma Russell Barrett Willow Jeffers Moore Lee Abbott Kessler Quinn Dunne Hill Keller Rossi Tommy Betty Harry Pippa Gwynne Lloyd Ellis Cass")
	var out []string
	for _, l := range strings.ToUpper(name) {
		out = append(out, string(l))
	}
	if d.chance(40) {
		return name + ", " + strings.Join(out, " ")
	}
	return strings.Join(out, d.one(" ", " ", ", "))
}

func chess(d drawer) string {
	square := func() string { return d.word("a b c d e f g h") + strconv.Itoa(d.small(8)) }
	piece := func() string { return d.word("knight bishop rook queen king") }
	s := square()
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("e%d e%d", d.small(4), 4+d.small(3))
	case 1:
		p := piece()
		return fmt.Sprintf("%s %s %s %s", p, s, p, square())
	case 2:
		return fmt.Sprintf("%s takes %s", piece(), s)
	case 3:
		return fmt.Sprintf("%s %s %s", capitalised(piece()), strings.ToUpper(s), "check")
	}
	return fmt.Sprintf("%s %s", capitalised(piece()), strings.ToUpper(s))
}

func score(d drawer) string {
	a, b := d.twice(7)
	switch d.IntN(6) {
	case 0:
		return fmt.Sprintf("%d %d", a, b)
	case 1:
		return cardinal(a) + " " + cardinal(b) + ", " + cardinal(b) + " " + cardinal(b)
	case 2:
		return d.one("forty forty", "thirty thirty", "fifteen fifteen", "one one", "two two", "six six", "three three")
	case 3:
		return fmt.Sprintf("%d-%d %d-%d", 6, a, 6, b)
	case 4:
		return cardinal(a) + " to " + cardinal(b)
	}
	return cardinal(a) + " " + cardinal(b)
}

func flight(d drawer) string {
	n := d.digits(3 + d.IntN(2))
	switch d.IntN(4) {
	case 0:
		return "flight " + d.letters(2) + " " + written(n, " ", len(n))
	case 1:
		return d.one("United", "Delta", "Lufthansa", "American", "Air France") + " " + d.spoken(n)
	case 2:
		return "flight " + written(n, "", len(n)) + ", gate " + d.letters(1) + " " + cardinal(d.small(40))
	}
	return "flight " + d.spoken(n)
}

func percentage(d drawer) string {
	a, b := d.twice(99)
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("%d percent", a)
	case 1:
		return fmt.Sprintf("%s point %s percent", cardinal(a), d.spoken(d.digits(1+d.IntN(2))))
	case 2:
		return fmt.Sprintf("%d.%d%%", a, b)
	case 3:
		return fmt.Sprintf("%d percent or %d percent", a, a+1)
	}
	return fmt.Sprintf("%s to %s percent", cardinal(a), cardinal(min(99, a+5)))
}

// share draws two parts of a hundred.
func share(d drawer) string {
	a := 50
	if d.chance(50) {
		a = 50 + 5*d.IntN(10)
	}
	switch d.IntN(3) {
	case 0:
		return fmt.Sprintf("%d %d", a, 100-a)
	case 1:
		return fmt.Sprintf("%d-%d", a, 100-a)
	}
	return cardinal(a) + " " + cardinal(100-a)
}

func address(d drawer) string {
	street := d.one("Main Street", "Oak Avenue", "King Street", "Park Lane", "Elm Road", "Second Street", "Church Street", "Mill Lane")
	switch d.IntN(4) {
	case 0:
		n := 1 + d.IntN(9)
		return fmt.Sprintf("%d %d%dth Street", 10*n+n, n, 4+d.IntN(6))
	case 1:
		n := d.digits(2)
		return fmt.Sprintf("%s %s, apartment %s", d.spoken(d.digits(3)), street, d.spoken(n))
	case 2:
		a, b := d.twice(99)
		return fmt.Sprintf("%s %s %s", cardinal(a), cardinal(max(b, 10)), street)
	}
	return d.spoken(d.digits(4)) + " " + street
}

func sequence(d drawer) string {
	from := d.small(6)
	var out []string
	for i := range 3 + d.IntN(4) {
		out = append(out, cardinal(from+i))
	}
	switch d.IntN(5) {
	case 0:
		return strings.Join(out, ", ")
	case 1:
		return "one one two three five eight"
	case 2:
		a := d.small(9)
		return fmt.Sprintf("%s by %s by %s", cardinal(a), cardinal(a), cardinal(a))
	case 3:
		a := d.small(8)
		return fmt.Sprintf("%s or %s or %s", cardinal(a), cardinal(a+1), cardinal(a+2))
	}
	return strings.Join(out, " ")
}

func measure(d drawer) string {
	a, b := d.twice(11)
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("%s foot %s by %s foot %s", cardinal(a), cardinal(b), cardinal(a), cardinal(b))
	case 1:
		return fmt.Sprintf("%d by %d by %d", a, b, b)
	case 2:
		return fmt.Sprintf("%s and a half by %s and a half", cardinal(a), cardinal(b))
	case 3:
		return fmt.Sprintf("%s by %s", cardinal(a), cardinal(a))
	}
	return fmt.Sprintf("%s point %s by %s point %s", cardinal(a), cardinal(b), cardinal(a), cardinal(b))
}

func large(d drawer) string {
	a, b := d.twice(9)
	switch d.IntN(5) {
	case 0:
		return fmt.Sprintf("%s thousand %s hundred and %s", cardinal(a), cardinal(b), cardinal(b))
	case 1:
		return fmt.Sprintf("%s hundred million, %s hundred thousand", cardinal(a), cardinal(b))
	case 2:
		return fmt.Sprintf("%d,%d%d%d,%d%d%d", a, b, b, b, b, b, b)
	case 3:
		return d.one("a billion billion", "a million million", "a thousand thousand", "two billion billion", "a hundred million billion")
	}
	return fmt.Sprintf("%s million %s hundred and %s thousand", cardinal(a), cardinal(b), cardinal(b*10+b))
}

var numberKinds = []numberKind{
	{"phone", func(d drawer) string {
		if d.chance(50) {
			return d.either(d.digits(7), 3, 4)
		}
		return d.either(d.digits(10), 3, 3, 4)
	}, []string{
		"My number is %.", "You can reach me at % after lunch.", "Call % and ask for Maria.", "The office line is %, and it rings all day.",
		"Is % still your number?", "She wrote down %, which turned out to be wrong.", "If nobody answers, try %.", "The number on the door was %.",
		"We had % for twenty years.", "Please text your name to % before Friday.",
	}},
	{"card", func(d drawer) string { return d.either(d.digits(16), 4, 4, 4, 4) }, []string{
		"My card number is %.", "The card ends the same way, and in full it is %.", "He read out % to the clerk.", "The account number is %.",
		"Could you check whether % is active?", "The old card was %, but it has expired.", "Your reference number is %.",
	}},
	{"zip", func(d drawer) string { return d.either(d.digits(5), 5) }, []string{
		"The zip code is %.", "We live in %.", "Send it to Springfield, %.", "My zip code used to be %, near the river.", "Is it % or is that the next town?",
		"The pin is %.", "The code for the gate is %.", "Enter % and press the green button.",
	}},
	{"year", (drawer).year, []string{
		"The house was built in %.", "He was born in %, at the end of a long winter.", "In % we moved to the coast.", "The % season was the best one.",
		"Do you remember the summer of %?", "She retired in %.", "The war ended in %, but peace came later.", "They have been married since %.",
	}},
	{"time", clock, []string{
		"The train leaves at %.", "Can you come at %?", "The meeting starts at % sharp.", "He woke up at % and could not sleep again.", "The shop opens at %.",
		"At % the bell rang.", "There is a bus at %, and then nothing for an hour.", "Our flight lands at %.",
	}},
	{"price", price, []string{
		"The ticket costs %.", "It came to %, with tax.", "I paid % for these shoes.", "That will be %, please.", "They wanted % for a sandwich.",
		"The total is %.", "We sold it for %, which was a good price.", "Is % too much for a haircut?",
	}},
	{"date", date, []string{
		"The wedding is on %.", "We signed the contract on %.", "On % the school was closed.", "The deadline is %.", "Is your appointment on %?",
		"The exhibition opens on %.", "Her birthday is on %, I think.",
	}},
	{"version", version, []string{
		"We run %.", "Before %, which had great optimisations, everything was slow.", "The bug was fixed in %.", "Please upgrade to % before you call again.",
		"This does not work with %.", "Since % the default has changed.", "The server still uses %.", "Does it happen with %?",
	}},
	{"coordinates", coordinates, []string{
		"The ship was last seen at %.", "Our position is %.", "The coordinates are %.", "They found the wreck at %, under a hundred metres of water.",
		"The island lies at %.", "Set the course for %.",
	}},
	{"code", code, []string{
		"We listen to % every morning.", "The licence plate is %.", "Your booking code is %.", "The part number is %.", "The model is called %.",
		"The ticket says %.", "Is the room % or is that the seat?", "My membership number is %, and the password is the same.",
	}},
	{"spelling", spelling, []string{
		"My name is spelled %.", "That is %.", "The street is called %.", "You write it %.", "Her surname is %.", "It is spelled %, like my aunt.",
	}},
	{"arithmetic", (drawer).repeatedTerm, []string{
		"What is %?", "He asked the class for %.", "The answer is %.", "The result of % is easy to see.", "She counted % on her fingers.",
		"If you take % you will see it.", "The formula says %.",
	}},
	{"chess", chess, []string{
		"White plays %, which is a mistake.", "Then came %.", "She answered with %.", "The engine suggests %.", "After % the game was over.",
		"He plays % which loses a piece.", "I would have played %.",
	}},
	{"score", score, []string{
		"The game ended %.", "It was % at half time.", "They won %.", "At % the rain began.", "The final score was %, after a long fight.",
		"She led % in the second set.", "Is it % already?",
	}},
	{"flight", flight, []string{
		"I am booked on %.", "The passengers of % are still waiting.", "Has % landed yet?", "She missed %.", "The crew of % did a wonderful job.",
		"My seat on % is by the window.", "We took % to Denver.",
	}},
	{"percentage", percentage, []string{
		"They own % of the firm.", "Sales fell by %.", "The chance is %.", "He gets % of the profit.", "Turnout was %, the highest ever.",
		"Rates went up by % in a year.",
	}},
	{"share", share, []string{
		"We split the cost %.", "They share the profit %.", "The odds are %.", "The vote was %, in the end.", "The work is divided % between us.",
		"My chances are %, at best.", "It is a % decision.", "Their marriage is %, as it should be.", "The partners own it %.",
	}},
	{"address", address, []string{
		"The shop is at %.", "We live at %.", "Send it to %.", "There was a fire at %.", "The taxi waits at %.", "Her old flat was at %, above the bakery.",
		"Is the party at %?",
	}},
	{"sequence", sequence, []string{
		"The children counted % and jumped.", "The pattern goes %.", "Repeat after me: %.", "He counted % out loud.", "The answer to the riddle is %.",
		"It takes % to get it right.",
	}},
	{"measure", measure, []string{
		"The box is %.", "The room measures %.", "The shelf should be %.", "The plan says %.", "Cut the board to %.", "The tumour was %, on the scan.",
	}},
	{"large", large, []string{
		"It is made of % molecules.", "There are % of them.", "The city spent % dollars.", "The debt is %.", "They sold % copies.", "We counted % stars.",
		"The galaxy has % stars, more or less.",
	}},
}
