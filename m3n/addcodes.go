package m3n

// addCodes adds the units of dense rows of codes to out. The sums of the widths that models have are in
// registers: the compiler keeps an array in memory.
func addCodes(cells []uint8, width int, rows []uint32, units *[256]int32, out []int32) {
	switch width {
	case 2:
		a, b := out[0], out[1]
		for _, i := range rows {
			r := (*[2]uint8)(cells[i:])
			a, b = a+units[r[0]], b+units[r[1]]
		}
		out[0], out[1] = a, b
	case 3:
		a, b, c := out[0], out[1], out[2]
		for _, i := range rows {
			r := (*[3]uint8)(cells[i:])
			a, b, c = a+units[r[0]], b+units[r[1]], c+units[r[2]]
		}
		out[0], out[1], out[2] = a, b, c
	case 4:
		o := (*[4]int32)(out)
		a, b, c, d := o[0], o[1], o[2], o[3]
		for _, i := range rows {
			r := (*[4]uint8)(cells[i:])
			a, b, c, d = a+units[r[0]], b+units[r[1]], c+units[r[2]], d+units[r[3]]
		}
		*o = [4]int32{a, b, c, d}
	case 8, 9:
		if len(rows) == 0 {
			return
		}
		addEight(&cells[0], &rows[0], len(rows), units, (*[8]int32)(out))
		if width == 9 {
			sum := out[8]
			for _, i := range rows {
				sum += units[cells[i+8]]
			}
			out[8] = sum
		}
	default:
		for _, i := range rows {
			for k, c := range cells[i:][:width] {
				out[k] += units[c]
			}
		}
	}
}
