package cleaning

// Surface is a place where options are given. Several are put together with |.
type Surface uint16

// The surfaces: commands, requests over HTTP, batches, and the settings of the studio's page.
const (
	CleanCommand Surface = 1 << iota
	TraceCommand
	EvalCommand
	TuneCommand
	ServeCommand // where options are the defaults of requests
	CleanRequest
	LabelRequest
	TraceRequest
	StreamRequest
	Batch
	Page
	CutCommand
	CutRequest
)

const (
	commands = CleanCommand | CutCommand | TraceCommand | EvalCommand | TuneCommand | ServeCommand
	requests = CleanRequest | LabelRequest | TraceRequest | StreamRequest | CutRequest
)

// Surfaces returns all surfaces with their names.
func Surfaces() map[Surface]string {
	return map[Surface]string{
		CleanCommand: "clean", TraceCommand: "trace", EvalCommand: "eval", TuneCommand: "tune", ServeCommand: "serve",
		CleanRequest: "/v1/clean", LabelRequest: "/v1/label", TraceRequest: "/v1/trace", StreamRequest: "/v1/stream",
		Batch: "tidytalk-batch", Page: "the page", CutCommand: "cut", CutRequest: "/v1/cut",
	}
}

// Absence says why an option is not on surfaces.
type Absence struct {
	On  Surface
	Why string
}

// What options are absent for together.
var (
	unwritten   = Absence{TraceCommand | EvalCommand | TuneCommand | TraceRequest, "no cleaned text is written"}
	soundAlone  = Absence{CutCommand | CutRequest, "the recording is cut, and no text is written"}
	eachRequest = Absence{ServeCommand, "each request says it"}
	noDocument  = Absence{LabelRequest | StreamRequest, "labels, and what is committed of live text, are no documents"}
	onePass     = Absence{StreamRequest, "it takes the whole text"}
	asOpened    = Absence{Page, "the page has the decisions that were made when the document was opened"}
	whenSaved   = Absence{Page, "the page asks when a document is saved"}
	filesOnly   = Absence{requests | Page, "it names a file: those of the service are not for who asks"}
	local       = Absence{Batch, "workers have no files but those that are cleaned"}
	sent        = Absence{Batch, "its command reads the file, and the lines travel to the workers"}
	forPapers   = Absence{commands | requests | Batch | Page ^ EvalCommand, "it is for the experiments of the papers"}
)

// Find returns the option of a name, nil if there is none.
func Find(name string) *Option {
	for i := range options {
		if options[i].Name == name {
			o := options[i]
			return &o
		}
	}
	return nil
}

// Options returns the options, as they are where nothing is other.
func Options() []Option { return append([]Option(nil), options...) }

// On returns the options of a surface, as they are there.
func On(s Surface) []Option { return on(s, options) }

// SearchOn returns those that say how labels are searched for.
func SearchOn(s Surface) []Option { return on(s, ofSearch) }

func on(s Surface, options []Option) []Option {
	var out []Option
	for i := range options {
		if o := &options[i]; o.Without(s) == "" {
			out = append(out, o.on(s))
		}
	}
	return out
}

// At returns an option as it is on a surface, nil if it is not there.
func At(s Surface, name string) *Option {
	o := Find(name)
	if o == nil || o.Without(s) != "" {
		return nil
	}
	here := o.on(s)
	return &here
}

// NamesOf returns the names of options.
func NamesOf(options []Option) []string {
	var out []string
	for i := range options {
		out = append(out, options[i].Name)
	}
	return out
}
