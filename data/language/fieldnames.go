package language

// exported are the names of fields above transcripts that the programs for meetings and transcription write in
// languages other than English, which they are exported in whatever is spoken. Left out are names that talk has before
// a colon as well, and those that English has too.
var exported = []string{
	// German
	"datum, uhrzeit, beginn, startzeit, ende, endzeit, dauer, länge, thema, besprechung, besprechungstitel, teilnehmer, teilnehmende, teilnehmerinnen, anwesend, anwesende, abwesend, " +
		"eingeladen, ort, aufnahme, aufnahmedatum, aufzeichnung, transkript, transkription, transkribiert von, erstellt von, erstellt am, exportiert am, datei, dateiname, sprache, sprecher",
	// French
	"durée, heure, heure de début, heure de fin, début, titre, sujet, objet, ordre du jour, réunion, titre de la réunion, participants, participantes, présents, absents, invités, " +
		"lieu, enregistrement, date de l'enregistrement, date d'enregistrement, transcription par, transcrit par, créé le, exporté le, fichier, nom du fichier, langue, intervenants",
	// Spanish
	"fecha, hora, hora de inicio, hora de finalización, duración, título, asunto, tema, reunión, título de la reunión, participantes, asistentes, invitados, " +
		"lugar, grabación, fecha de grabación, transcripción, transcrito por, creado el, exportado el, archivo, nombre del archivo, idioma, hablantes",
	// Portuguese
	"data, horário, início, término, hora de início, hora de término, duração, assunto, reunião, título da reunião, participantes, convidados, gravação, data da gravação, transcrição, " +
		"transcrito por, criado em, exportado em, arquivo, ficheiro, nome do arquivo, local, falantes",
	// Italian
	"ora, ora di inizio, ora di fine, inizio, durata, titolo, oggetto, argomento, riunione, titolo della riunione, partecipanti, presenti, assenti, invitati, luogo, registrazione, " +
		"data di registrazione, trascrizione, trascritto da, creato il, esportato il, nome del file, lingua, relatori",
	// Dutch
	"tijd, begintijd, starttijd, eindtijd, duur, titel, onderwerp, vergadering, deelnemers, aanwezig, aanwezigen, afwezig, genodigden, locatie, plaats, opname, opnamedatum, " +
		"transcriptie, getranscribeerd door, gemaakt op, geëxporteerd op, bestand, bestandsnaam, taal, sprekers",
	// Polish
	"godzina, godzina rozpoczęcia, godzina zakończenia, czas trwania, tytuł, temat, spotkanie, uczestnicy, obecni, nieobecni, zaproszeni, miejsce, nagranie, data nagrania, " +
		"transkrypcja, utworzono, wyeksportowano, plik, nazwa pliku, język, mówcy",
	// Japanese
	"日付, 日時, 時刻, 開始時刻, 終了時刻, 開始時間, 終了時間, 所要時間, 時間, 長さ, タイトル, 件名, 議題, 会議, 会議名, 参加者, 出席者, 欠席者, 場所, 録音, 録画, 録音日, 文字起こし, 作成日, ファイル, ファイル名, 言語, 話者",
}
