// POW2 sets P to 2 to the X and uses up X, T and N; the other arguments are the numbers
// of pow2 and the vector of ONE.
#define POW2(X, T, N, P, MAGIC, ONE, C5, C4, C3, C2, C1, C0) \
	VADDPS MAGIC, X, T; \
	VSUBPS MAGIC, T, N; \
	VSUBPS N, X, X; \
	VPSLLD $23, T, T; \
	VPADDD ONE, T, T; \
	VMULPS C5, X, P; \
	VADDPS C4, P, P; \
	VMULPS X, P, P; \
	VADDPS C3, P, P; \
	VMULPS X, P, P; \
	VADDPS C2, P, P; \
	VMULPS X, P, P; \
	VADDPS C1, P, P; \
	VMULPS X, P, P; \
	VADDPS C0, P, P; \
	VMULPS X, P, P; \
	VADDPS ONE, P, P; \
	VMULPS T, P, P

#define POW2Z(X, T, N, P) POW2(X, T, N, P, Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23)
#define POW2Y(X, T, N, P) POW2(X, T, N, P, 0(DX), Y15, 128(DX), 192(DX), 256(DX), 320(DX), 384(DX), 448(DX))

// LIMIT makes X at least LOW and at most HIGH, and then BY times as large.
#define LIMIT(X, HIGH, LOW, BY) \
	VMAXPS LOW, X, X; \
	VMINPS HIGH, X, X; \
	VMULPS BY, X, X
#define SIGMOIDZ(X) LIMIT(X, Z26, Z27, Z24)
#define TANHZ(X) LIMIT(X, Z28, Z29, Z25)
#define SIGMOIDY(X) LIMIT(X, 640(DX), 704(DX), 512(DX))
#define TANHY(X) LIMIT(X, 768(DX), 832(DX), 576(DX))
