package formats

import (
	"archive/zip"
	"io"
	"strings"
)

// Names of parts of Word documents, beside docxBody.
const (
	docxTypes    = "[Content_Types].xml"
	docxRels     = "word/_rels/document.xml.rels"
	docxComment  = "word/comments.xml"
	docxStyles   = "word/styles.xml"
	docxSettings = "word/settings.xml"
)

// xmlHead opens a part.
const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

const (
	typesHead   = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
	relsHead    = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	officeRels  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	wordType    = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	commentHead = `<w:comments xmlns:w="` + wordNamespace + `">`

	// plainStyles is what a page of text looks like, and nothing else.
	plainStyles = `<w:styles xmlns:w="` + wordNamespace + `"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`
	plainSettings = `<w:settings xmlns:w="` + wordNamespace + `"><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`
)

// docxOverride is the type of a part of Word, as the types of a document have it.
func docxOverride(part, of string) string {
	return `<Override PartName="/` + part + `" ContentType="` + wordType + of + `+xml"/>`
}

// docxRelation is what relates a document to a part of it.
func docxRelation(id, of, target string) string {
	return `<Relationship Id="` + id + `" Type="` + officeRels + of + `" Target="` + target + `"/>`
}

// newDocx returns a document of a body, with no more than a document needs.
func newDocx(body string) (string, error) { return packDocx(body, "") }

// packDocx returns a document of a body and of comments, "" for none.
func packDocx(body, comments string) (string, error) {
	types := typesHead + docxOverride(docxBody, "document.main") + docxOverride(docxStyles, "styles") + docxOverride(docxSettings, "settings")
	rels := relsHead + docxRelation("rId1", "styles", "styles.xml") + docxRelation("rId2", "settings", "settings.xml")
	if comments != "" {
		types += docxOverride(docxComment, "comments")
		rels += docxRelation("rId3", "comments", "comments.xml")
	}
	parts := []docxPart{
		{docxTypes, types + "</Types>"},
		{"_rels/.rels", relsHead + docxRelation("rId1", "officeDocument", docxBody) + "</Relationships>"},
		{docxBody, body},
		{docxRels, rels + "</Relationships>"},
		{docxStyles, plainStyles},
		{docxSettings, plainSettings},
	}
	if comments != "" {
		parts = append(parts, docxPart{docxComment, commentHead + comments + "</w:comments>"})
	}
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, p := range parts {
		to, err := w.Create(p.name)
		if err != nil {
			return "", err
		}
		if _, err := io.WriteString(to, xmlHead+p.text); err != nil {
			return "", err
		}
	}
	err := w.Close()
	return b.String(), err
}

// docxPart is a part of a Word document.
type docxPart struct{ name, text string }
