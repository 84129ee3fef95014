package langid

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Undetermined is the code of a language that has none here.
const Undetermined = "und"

// named are the English names of languages by their codes, of two letters where there are such. Some have several: the first counts.
const named = `
aa Afar, ab Abkhazian, ae Avestan, af Afrikaans, ak Akan, am Amharic, an Aragonese, ar Arabic, as Assamese, av Avaric, ay Aymara, az Azerbaijani, ba Bashkir,
be Belarusian, bg Bulgarian, bi Bislama, bm Bambara, bn Bengali/Bangla, bo Tibetan, br Breton, bs Bosnian, ca Catalan/Valencian, ce Chechen, ch Chamorro, co Corsican,
cr Cree, cs Czech, cu Church Slavic, cv Chuvash, cy Welsh, da Danish, de German, dv Divehi/Maldivian, dz Dzongkha, ee Ewe, el Greek, en English, eo Esperanto,
es Spanish/Castilian, et Estonian, eu Basque, fa Persian/Farsi, ff Fulah, fi Finnish, fj Fijian, fo Faroese, fr French, fy Western Frisian/Frisian, ga Irish,
gd Scottish Gaelic/Gaelic, gl Galician, gn Guarani, gu Gujarati, gv Manx, ha Hausa, he Hebrew, hi Hindi, ho Hiri Motu, hr Croatian, ht Haitian Creole/Haitian, hu Hungarian,
hy Armenian, hz Herero, ia Interlingua, id Indonesian, ie Interlingue, ig Igbo, ii Sichuan Yi, ik Inupiaq, io Ido, is Icelandic, it Italian, iu Inuktitut,
ja Japanese, jv Javanese, ka Georgian, kg Kongo, ki Kikuyu, kj Kuanyama, kk Kazakh, kl Kalaallisut/Greenlandic, km Khmer, kn Kannada, ko Korean, kr Kanuri, ks Kashmiri,
ku Kurdish, kv Komi, kw Cornish, ky Kyrgyz/Kirghiz, la Latin, lb Luxembourgish, lg Ganda, li Limburgish, ln Lingala, lo Lao, lt Lithuanian, lu Luba-Katanga,
lv Latvian, mg Malagasy, mh Marshallese, mi Maori, mk Macedonian, ml Malayalam, mn Mongolian, mr Marathi, ms Malay, mt Maltese, my Burmese, na Nauru,
nb Norwegian Bokmål/Bokmål/Bokmal, nd North Ndebele, ne Nepali, ng Ndonga, nl Dutch/Flemish, nn Norwegian Nynorsk/Nynorsk, no Norwegian, nr South Ndebele, nv Navajo, ny Chichewa/Nyanja/Chewa,
oc Occitan, oj Ojibwa, om Oromo, or Odia/Oriya, os Ossetian, pa Punjabi/Panjabi, pi Pali, pl Polish, ps Pashto/Pushto, pt Portuguese, qu Quechua, rm Romansh, rn Rundi,
ro Romanian/Moldavian/Moldovan, ru Russian, rw Kinyarwanda, sa Sanskrit, sc Sardinian, sd Sindhi, se Northern Sami, sg Sango, si Sinhala/Sinhalese, sk Slovak, sl Slovenian/Slovene,
sm Samoan, sn Shona, so Somali, sq Albanian, sr Serbian, ss Swati, st Southern Sotho, su Sundanese, sv Swedish, sw Swahili, ta Tamil, te Telugu, tg Tajik,
th Thai, ti Tigrinya, tk Turkmen, tl Tagalog/Filipino, tn Tswana, to Tongan, tr Turkish, ts Tsonga, tt Tatar, tw Twi, ty Tahitian, ug Uyghur, uk Ukrainian, ur Urdu,
uz Uzbek, ve Venda, vi Vietnamese, vo Volapük, wa Walloon, wo Wolof, xh Xhosa, yi Yiddish, yo Yoruba, za Zhuang, zh Chinese/Mandarin, zu Zulu,
ast Asturian, bho Bhojpuri, ceb Cebuano, ckb Central Kurdish/Sorani, fil Filipino, gsw Swiss German/Alsatian, haw Hawaiian, ilo Ilocano, mai Maithili, nds Low German,
pcm Nigerian Pidgin, scn Sicilian, sco Scots, skr Saraiki, yue Cantonese`

// names has the names and the codes of languages.
type names struct {
	name map[string]string // of a code
	code map[string]string // of a name in small letters
}

var called = sync.OnceValue(func() *names {
	t := &names{make(map[string]string), make(map[string]string)}
	for entry := range strings.SplitSeq(strings.ReplaceAll(named[1:], "\n", " "), ", ") {
		code, all, _ := strings.Cut(entry, " ")
		for name := range strings.SplitSeq(all, "/") {
			if _, ok := t.name[code]; !ok {
				t.name[code] = name
			}
			if _, ok := t.code[strings.ToLower(name)]; !ok {
				t.code[strings.ToLower(name)] = code
			}
		}
	}
	return t
})

// Name returns the English name of a language, such as "German"; its code where no name
// is known.
func Name(code string) string {
	if code == Undetermined {
		return "another language"
	}
	if name, ok := called().name[code]; ok {
		return name
	}
	return code
}

// Code returns the code of what a file or a user says the language is: a tag with or without script and
// region ("en-US", "en_us"), a code of three letters ("deu") or a name ("german"). Where there is a code of
// two letters, it is that. It is "" for what says nothing, such as "multi" or "auto", and for what is no code.
func Code(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if code, ok := called().code[s]; ok {
		return code
	}
	base, _, _ := strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
	if len(base) < 2 || len(base) > 3 {
		return ""
	}
	b, err := language.ParseBase(base)
	if err != nil || base == Undetermined {
		return ""
	}
	code := b.String()
	if tag, err := language.Default.Parse(code); err == nil {
		if canonical, _ := tag.Base(); canonical.String() != "und" {
			code = canonical.String()
		}
	}
	switch code {
	case "mul", "zxx", "mis":
		return ""
	case "cmn":
		return Chinese
	}
	return code
}
