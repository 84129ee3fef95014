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
	default:
		for at := 0; at < width; at += 8 {
			addNext(cells, width, at, rows, units, out)
		}
	}
}

// addNext adds the units of up to eight codes of the rows, from the code at a place on.
func addNext(cells []uint8, width, at int, rows []uint32, units *[256]int32, out []int32) {
	if at+8 <= width {
		if len(rows) > 0 {
			addEight(&cells[at], &rows[0], len(rows), units, (*[8]int32)(out[at:]))
		}
		return
	}
	for k := at; k < width; k++ {
		sum := out[k]
		for _, i := range rows {
			sum += units[cells[int(i)+k]]
		}
		out[k] = sum
	}
}
