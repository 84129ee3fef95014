package language

// chinese has what is known by heart of Chinese: no more than its filled pauses and the words that
// are said twice by mistake. Words are in simplified characters.
var chinese = &Language{
	// Spellings of the sounds that fill a pause. What is also said as an answer is in Listening, too.
	FilledPauses: set("呃 额 唔 嗯 恩 嗯嗯 呃呃 em emm emmm uh um er"),
	// Pronouns, prepositions, conjunctions and adverbs that Chinese does not double: verbs, adjectives, most
	// nouns and measure words it does ("看看", "慢慢", "人人", "一个一个", "考虑考虑"), and what people agree with ("对对", "是是").
	Repeated: set("我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 咱 自己 大家 这 那 这个 那个 这些 那些 这种 那种 这里 那里 这儿 那儿 其 在 把 被 从 向 跟 和 与 " +
		"及 以及 或 或者 还是 对于 关于 为了 由 由于 以 于 将 给 除了 根据 通过 因为 所以 但是 但 可是 不过 如果 要是 假如 虽然 尽管 而且 并且 而 然后 于是 因此 那么 接着 " +
		"另外 就是 就是说 也就是说 比如 比如说 例如 就 也 还 都 才 已经 正在 其实 可能 应该 大概 主要 首先 最后 现在 今天 的 地"),
	// Answers, where they open or are all of what is said.
	Listening: set("嗯 恩 嗯嗯 唔 em emm emmm"),
}

// Chinese returns the language "zh", of which only few lists are filled.
func Chinese() *Language { return chinese }
