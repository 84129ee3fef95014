package chinese

// PassFeatures returns the templates that read what the passes before a pass have found.
func PassFeatures() string { return Template("marks-passes") }
