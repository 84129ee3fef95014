package language

// commands are what somebody says who dictates English, but for deletions.
var commands = [...]Command{
	{Words: "comma", Mark: ","}, {Words: "period", Mark: "."}, {Words: "full stop", Mark: "."}, {Words: "question mark", Mark: "?"},
	{Words: "exclamation mark", Mark: "!"}, {Words: "exclamation point", Mark: "!"}, {Words: "colon", Mark: ":"}, {Words: "semicolon", Mark: ";"}, {Words: "semi colon", Mark: ";"},
	{Words: "dash", Mark: " –"}, {Words: "em dash", Mark: " –"}, {Words: "ellipsis", Mark: "..."}, {Words: "dot dot dot", Mark: "..."},
	{Words: "open quote", Lead: `"`}, {Words: "open quotes", Lead: `"`}, {Words: "begin quote", Lead: `"`}, {Words: "close quote", Mark: `"`}, {Words: "close quotes", Mark: `"`}, {Words: "end quote", Mark: `"`}, {Words: "unquote", Mark: `"`},
	{Words: "open parenthesis", Lead: "("}, {Words: "open paren", Lead: "("}, {Words: "open bracket", Lead: "("}, {Words: "close parenthesis", Mark: ")"}, {Words: "close paren", Mark: ")"}, {Words: "close bracket", Mark: ")"},
	{Words: "new line", Lines: 1}, {Words: "newline", Lines: 1}, {Words: "next line", Lines: 1}, {Words: "new paragraph", Lines: 2}, {Words: "next paragraph", Lines: 2},
	{Words: "scratch that|strike that|delete that|erase that", Scratch: true},
	{Words: "undo that|undo last|undo the last command", Undo: true}, {Words: "redo that", Redo: true},
	{Words: "cap|capital", First: true}, {Words: "no caps", None: true}, {Words: "all caps", All: true},
	{Words: "caps on|begin caps|start caps", First: true, Through: true}, {Words: "all caps on|begin all caps|start all caps", All: true, Through: true},
	{Words: "caps off|end caps|stop caps|all caps off|end all caps|stop all caps", Off: true},
}

// deletions returns the commands that take back some of the last words or sentences: "delete the last two words".
func deletions() (out []Command) {
	for n, numbers := range [][]string{{""}, {"two "}, {"three "}, {"four "}, {"five "}} {
		for _, number := range numbers {
			add := func(noun string, words, sentences int) {
				if n > 0 {
					noun += "s"
				}
				all := ""
				for _, verb := range []string{"delete", "erase", "remove", "scratch"} {
					for _, which := range []string{"last", "the last", "previous", "the previous"} {
						all += "|" + verb + " " + which + " " + number + noun
					}
				}
				out = append(out, Command{Words: all[1:], TakesWords: words, TakesSentences: sentences})
			}
			add("word", n+1, 0)
			add("sentence", 0, n+1)
		}
	}
	return out
}

// letters are the names of letters, of the spelling alphabet of radio talk, and of what else a word is spelled with.
const letters = "alpha a alfa a bravo b charlie c delta d echo e foxtrot f golf g hotel h india i juliet j juliett j kilo k lima l mike m november n oscar o papa p " +
	"quebec q romeo r sierra s tango t uniform u victor v whiskey w whisky w xray x x-ray x yankee y zulu z zed z hyphen - apostrophe ' zero 0 one 1 two 2 " +
	"three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9"

// namedList is a list of phrases, which commas part, with what it is for.
type namedList struct{ name, phrases string }

func listsByName(lists []namedList) map[string]Set {
	out := make(map[string]Set, len(lists))
	for _, l := range lists {
		out[l.name] = list(l.phrases)
	}
	return out
}

// meantAfter are words behind which the name of a mark is hardly ever one: in 33 million words of talk and speeches, "period" comes more often after these than a
// full stop does.
var meantAfter = [...]namedList{
	{"period", "extended, enrollment, postwar, post-war, considerable, intermeeting, interim, entire, prolonged, protracted, indefinite, question-and-answer, transitional, payback, probation, probationary, initial, exclusivity, lookback, look-back, " +
		"rollover, readjustment, ramp-up, honeymoon, amnesty, tumultuous, retargeting, pre-crisis, lockup, cooling-off, cool-down, cretaceous, limitation, limitations, reporting, incubation, gestation, grace, victorian, edwardian, medieval, elizabethan, jurassic, menstrual, " +
		"during this, during that, during every, during each, over this, over that, over some, throughout this, throughout that, throughout every, within this, within that, since that, since this, for some, in each, that same, this same, the same, this difficult, this challenging, this whole, " +
		"relatively short, the comment, the transition, the recent, the previous, the long, the short, the current, the relevant, during that time, during this time, over that time, over this time, in that time, a later time, an earlier time"},
	{"colon", "ascending, descending, sigmoid, transverse, the"},
	{"dash", "yard, meter, metre, python, mad"},
	{"cap", "market, price, salary, debt, knee, ice, bottle, cradle, baseball, size, deposit, insulin, gas, night, shower, swim, bathing, polar, small, large, mid, micro, hub, wool, white, black, red, blue, consumption, refugee, aggregate, cost, pay, spending, age"},
	{"capital", "regulatory, private, working, venture, raise, raised, raising, more, additional, higher, enough, bank, human, risk-based, strong, adequate, minimum, equity, long-term, corporate, countercyclical, required, financial, sufficient, own, current, investment, access, net, lower, " +
		"public, internal, set, increased, patient, increase, social, overall, stronger, foreign, supervisory, inadequate, contingent, political, invested, growth, local, company, optimized, such, operating, reduce, paying, vetted, regulated, transmission, much, many, have, some, economic, global, international, 's, that, this, these, those, what, any, no"},
}

// meantBefore are words before which they are.
var meantBefore = [...]namedList{
	{"period", "of, piece, pieces, costume, costumes, drama, cramps, pain, pains"},
	{"colon", "cancer, polyp, polyps, infection, surgery, cleanse"},
	{"cap", "com, comm, rates, theorem, rate, prescription, ex, x"},
	{"capital", "requirements, requirement, markets, market, gains, gain, standards, investment, investments, flows, flow, allocation, levels, spending, adequacy, purchase, purchases, inflows, structure, ratios, ratio, expenditures, expenditure, rules, goods, stock, formation, management, framework, deepening, regulation, " +
		"accord, injections, injection, regime, buffer, buffers, needs, employed, equipment, positions, measures, charge, charges, assets, infusion, base, program, programs, project, projects, improvement, improvements, outflows, assessment, liquidity, increase, city, cities, arbitrage, deployment, reserve, reserves, cost, costs, " +
		"case, cases, leverage, duplication, intensity, letter, letters, punishment, offense, offence, crime, murder, hotel, budget, budgets, account, works, construction, campaign, group, partners, fund, funds, efficiency, race, invested, matters"},
}
