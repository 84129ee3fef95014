#include "textflag.h"

// func near(starts *uint32, lower *byte, codes *uint8, keys *uint32, n int)
TEXT ·near(SB), NOSPLIT, $0-40
	MOVQ starts+0(FP), SI
	MOVQ lower+8(FP), DI
	MOVQ codes+16(FP), R8
	MOVQ keys+24(FP), R9
	MOVQ n+32(FP), R10
	LEAQ (R9)(R10*4), R10
	CMPQ R9, R10
	JGE done

next:
	MOVWLZX 2(R9), AX        // the bucket
	MOVL (SI)(AX*4), AX      // where it starts
	PREFETCHT0 (DI)(AX*2)
	PREFETCHT0 (R8)(AX*1)
	ADDQ $4, R9
	CMPQ R9, R10
	JLT next

done:
	RET
