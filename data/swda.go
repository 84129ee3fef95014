package data

import "errors"

func swdaFiles(string) ([]string, error)        { return nil, nil }
func ReadSwDA(string, Split) ([]Side, error) { return nil, errors.New("unfinished") }
