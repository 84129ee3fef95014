// Package inorder finds what two lists have in common, in order.
//
// Start with [Match].
package inorder

// MostCells is how many pairs are compared at most.
const MostCells = 1 << 22

// Match returns for each of m elements the one of n others that it is, -1: none. They are in order, and as many as can be (Wagner and
// Fischer 1974); of those that are as many, the first. Between lists that are too long for that it finds only those at both ends.
func Match(n, m int, same func(i, k int) bool) []int {
	from := make([]int, m)
	for k := range from {
		from[k] = -1
	}
	head := 0
	for head < n && head < m && same(head, head) {
		from[head] = head
		head++
	}
	rows, columns := n-head+1, m-head+1
	if rows > 1 && columns > MostCells/rows {
		for n, m = n-1, m-1; n >= head && m >= head && same(n, m); n, m = n-1, m-1 {
			from[m] = n
		}
		return from
	}
	most := make([]int32, rows*columns) // of what is left from a place on
	at := func(i, k int) *int32 { return &most[(i-head)*columns+k-head] }
	for i := n - 1; i >= head; i-- {
		for k := m - 1; k >= head; k-- {
			if same(i, k) {
				*at(i, k) = *at(i+1, k+1) + 1
			} else {
				*at(i, k) = max(*at(i+1, k), *at(i, k+1))
			}
		}
	}
	for i, k := head, head; i < n && k < m; {
		switch {
		case same(i, k):
			from[k] = i
			i, k = i+1, k+1
		case *at(i+1, k) >= *at(i, k+1):
			i++
		default:
			k++
		}
	}
	return from
}
