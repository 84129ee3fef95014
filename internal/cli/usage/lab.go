package usage

// Lab returns the error of what research does, which is a program of its own.
func Lab(command string) error {
	return Errorf("this is research, and a program of its own: cd research && go run ./cmd/tidytalk-lab %s", command)
}
