package language

// notices are how lines start, in languages other than English, that programs, services and publishers write above or
// below a transcript.
var notices = []string{
	// German
	"transkribiert von, transkribiert mit, transkribiert durch, transkript von, transkript erstellt von, transkript erstellt mit, transkription durch, automatisch transkribiert, " +
		"automatisch erstellt, automatisch generiert, dieses transkript wurde, diese transkription wurde, erstellt von, erstellt mit, generiert von, generiert mit, exportiert aus, exportiert von, alle rechte vorbehalten",
	// French
	"transcrit par, transcrit avec, transcription par, transcription réalisée par, transcription générée par, transcription automatique par, cette transcription a été, généré par, généré avec, " +
		"généré automatiquement, générée automatiquement, créé avec, exporté de, exporté depuis, tous droits réservés",
	// Spanish
	"transcrito por, transcrito con, transcripción por, transcripción realizada por, transcripción generada por, esta transcripción fue, esta transcripción ha sido, generado por, generado con, " +
		"generado automáticamente, generada automáticamente, creado con, exportado desde, todos los derechos reservados",
	// Portuguese
	"transcrito por, transcrito com, transcrição por, transcrição feita por, transcrição gerada por, esta transcrição foi, gerado por, gerado com, gerado automaticamente, " +
		"gerada automaticamente, criado com, exportado de, todos os direitos reservados",
	// Italian
	"trascritto da, trascritto con, trascrizione di, trascrizione a cura di, trascrizione generata da, questa trascrizione è stata, generato da, generato con, generato automaticamente, " +
		"generata automaticamente, creato con, esportato da, tutti i diritti riservati",
	// Dutch
	"getranscribeerd door, getranscribeerd met, transcriptie door, transcriptie gemaakt door, dit transcript is, deze transcriptie is, gegenereerd door, gegenereerd met, automatisch gegenereerd, " +
		"gemaakt met, geëxporteerd uit, geëxporteerd vanuit, alle rechten voorbehouden",
	// Polish
	"transkrypcja wykonana przez, transkrypcję wykonał, transkrypcję wykonała, transkrypcję przygotował, transkrypcję przygotowała, wygenerowano przez, wygenerowano automatycznie, " +
		"wygenerowane przez, utworzono za pomocą, wyeksportowano z, wszelkie prawa zastrzeżone",
	// Japanese, which has no blanks
	"この文字起こしは, この書き起こしは, 文字起こし作成, 自動生成された文字起こし, 自動文字起こし",
}

// pageNumbers are the lines that say the number of a page, # for a number.
const pageNumbers = "page #, page # of #, seite #, seite # von #, page # sur #, page # de #, página #, página # de #, pagina #, pagina # di #, pagina # van #, strona #, strona # z #, " +
	"page #/#, page # / #, seite #/#, seite # / #, página #/#, página # / #, pagina #/#, pagina # / #, strona #/#, strona # / #, " +
	"ページ #, ページ #/#, ページ # / #, #/#ページ, # / # ページ, #/# ページ"
