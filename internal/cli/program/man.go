package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

func manCommand(program *Command) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "write the manual page",
		Description: fmt.Sprintf(`Writes all that help says about the commands as a manual page.

Examples:
  %[1]s man | man -l -
  %[1]s man > /usr/local/share/man/man1/%[1]s.1`, program.Name),
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage.Errorf("man takes no arguments")
			}
			return fileio.Write(c, "", func(w io.Writer) error {
				_, err := io.WriteString(w, program.manual(c.App))
				return err
			})
		},
	}
}

// manual returns the manual page in roff, with the macros of man(7).
func (program *Command) manual(app *cli.App) string {
	p := &page{}
	p.line(".TH", strings.ToUpper(app.Name), "1", "", app.Name+" "+app.Version, "User Commands")
	p.line(".nh\n.ad l") // words that people copy are not split
	p.line(".SH", "NAME")
	p.text(app.Name + " - " + app.Usage)
	p.line(".SH", "SYNOPSIS")
	p.line(".B", app.Name)
	p.text("COMMAND [OPTION]... [ARGUMENT]...")
	p.line(".SH", "DESCRIPTION")
	p.paragraphs(program.About)
	p.line(".PP")
	p.text("Options may stand anywhere after the command. What follows -- is no option. Every command takes --help, and --version alone prints the version.")
	p.line(".SH", "COMMANDS")
	for _, c := range offered(app.Commands) {
		p.command(app.Name, c)
	}
	p.line(".SH", "EXIT STATUS")
	for _, e := range program.exitCodes() {
		p.line(".TP")
		p.line(".B", fmt.Sprint(e.code))
		p.text(e.meaning)
	}
	p.line(".SH", "EXAMPLES")
	p.paragraphs(program.Examples)
	return p.b.String()
}

// page is a manual page that is being written.
type page struct{ b strings.Builder }

// line writes a macro with its arguments.
func (p *page) line(macro string, args ...string) {
	p.b.WriteString(macro)
	for _, a := range args {
		p.b.WriteString(` "` + strings.ReplaceAll(roff(a), `"`, `\(dq`) + `"`)
	}
	p.b.WriteByte('\n')
}

// text writes lines of text.
func (p *page) text(s string) {
	for line := range strings.Lines(s) {
		line = roff(strings.TrimRight(line, "\n"))
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line // else it is a macro
		}
		p.b.WriteString(line + "\n")
	}
}

// paragraphs writes a description. Its lines are filled again, but indented ones are kept
// as they are.
func (p *page) paragraphs(s string) {
	for part := range strings.SplitSeq(s, "\n\n") {
		p.line(".PP")
		exact := false
		for line := range strings.Lines(part) {
			if indented := strings.HasPrefix(line, "  "); indented != exact {
				exact = indented
				p.line(map[bool]string{true: ".RS 4\n.nf", false: ".fi\n.RE"}[exact])
			}
			p.text(strings.TrimPrefix(line, "  "))
		}
		if exact {
			p.line(".fi\n.RE")
		}
	}
}

// command writes a command and those below it.
func (p *page) command(parent string, c *cli.Command) {
	name := parent + " " + c.Name
	if c.Action != nil && (c.ArgsUsage != "" || len(c.Subcommands) == 0) {
		line := name
		if len(c.Flags) > 0 {
			line += " [OPTION]..."
		}
		p.line(".SS", strings.TrimSpace(line+" "+c.ArgsUsage))
		p.text(strings.ToUpper(c.Usage[:1]) + c.Usage[1:] + ".")
		if c.Description != "" {
			p.paragraphs(c.Description)
		}
		for _, f := range c.Flags {
			if d, ok := f.(cli.DocGenerationFlag); ok && f != cli.HelpFlag && shown(f) {
				p.flag(d)
			}
		}
	}
	for _, sub := range offered(c.Subcommands) {
		p.command(name, sub)
	}
}

func (p *page) flag(f cli.DocGenerationFlag) {
	value, about := unquoted(f.GetUsage())
	names := ""
	for _, name := range f.(cli.Flag).Names() {
		names += `, \fB` + roff(usage.Dashed(name)) + `\fR`
		if f.TakesValue() && value != "" {
			names += ` \fI` + roff(value) + `\fR`
		}
	}
	p.line(".TP")
	p.b.WriteString(names[2:] + "\n")
	p.text(strings.ToUpper(about[:1]) + about[1:] + ".")
	if d := strings.Trim(f.GetDefaultText(), `"`); f.TakesValue() && d != "" && d != "0" && !strings.Contains(about, "(default: ") {
		p.text("Default: " + d + ".")
	}
}

// unquoted returns the name of a flag's value, which is in backquotes, and the text
// without those.
func unquoted(usage string) (value, text string) {
	before, rest, ok := strings.Cut(usage, "`")
	value, after, ok2 := strings.Cut(rest, "`")
	if !ok || !ok2 {
		return "", usage
	}
	return value, before + value + after
}

// roff escapes what the typesetter would take for something else: its escapes, and
// hyphens, which are minus signs in what people copy.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "\\`").Replace(s)
}
