package container

// HeadSize is how many bytes CheckHead looks at.
const HeadSize = len(magic)

// CheckHead returns ErrForeign if a file does not begin as a container does.
func CheckHead(head []byte) error {
	if len(head) < HeadSize || string(head[:HeadSize]) != magic {
		return ErrForeign
	}
	return nil
}
