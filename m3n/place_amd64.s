#include "textflag.h"

// Bytes 0 to 15 and 12 to 27 of a vector, and from each half four prints of three bytes.
DATA spread<>+0(SB)/8, $0x0000000100000000
DATA spread<>+8(SB)/8, $0x0000000300000002
DATA spread<>+16(SB)/8, $0x0000000400000003
DATA spread<>+24(SB)/8, $0x0000000600000005
GLOBL spread<>(SB), RODATA|NOPTR, $32

DATA widen<>+0(SB)/8, $0x8005040380020100
DATA widen<>+8(SB)/8, $0x800b0a0980080706
DATA widen<>+16(SB)/8, $0x8005040380020100
DATA widen<>+24(SB)/8, $0x800b0a0980080706
GLOBL widen<>(SB), RODATA|NOPTR, $32

// func placeAll(starts *uint32, shift uint64, rows *uint8, width uint64, keys *uint64, of *uint16, n int, first *uint32, ops *uint16) int
TEXT ·placeAll(SB), NOSPLIT, $16-80
	MOVQ starts+0(FP), SI
	MOVQ shift+8(FP), CX
	MOVQ rows+16(FP), DI
	MOVQ width+24(FP), R8
	MOVQ keys+32(FP), R9
	MOVQ of+40(FP), R10
	MOVQ n+48(FP), R11
	MOVQ first+56(FP), R12
	MOVQ ops+64(FP), R13
	VMOVDQU spread<>(SB), Y4
	VMOVDQU widen<>(SB), Y5
	VPCMPEQD Y6, Y6, Y6
	VPSRLD $8, Y6, Y6        // the bits of a print
	MOVQ $0, 8(SP)           // keys that are found
	XORQ BX, BX              // key

next:
	CMPQ BX, R11
	JGE done
	MOVQ (R9)(BX*8), AX
	SHRQ CX, AX
	MOVL 4(SI)(AX*4), AX     // where its bucket ends
	MOVL (R12)(BX*4), DX     // and starts
	SUBL DX, AX              // its entries
	JEQ missing
	VPBROADCASTD (R9)(BX*8), Y0
	VPAND Y6, Y0, Y0
	LEAQ 3(R8), R15
	IMULQ DX, R15            // its first byte
	MOVQ R15, 0(SP)
	ADDQ DI, R15
	XORQ R14, R14

scan:
	VPERMD (R15), Y4, Y1
	VPSHUFB Y5, Y1, Y1
	VPCMPEQD Y0, Y1, Y1
	VMOVMSKPS Y1, BP
	BSFL BP, BP
	JEQ more
	ADDQ R14, BP
	CMPQ BP, AX
	JLT found

more:
	ADDQ $24, R15
	ADDQ $8, R14
	CMPQ R14, AX
	JLT scan

missing:
	INCQ BX
	JMP next

found:
	TESTQ R8, R8
	JEQ sparse
	MOVQ 0(SP), DX
	LEAQ (AX)(AX*2), R15
	ADDQ R15, DX             // the first of its codes
	IMULQ R8, BP

sparse:
	ADDQ BP, DX
	MOVQ 8(SP), R14
	MOVL DX, (R12)(R14*4)
	MOVW (R10)(BX*2), AX
	MOVW AX, (R13)(R14*2)
	INCQ R14
	MOVQ R14, 8(SP)
	INCQ BX
	JMP next

done:
	VZEROUPPER
	MOVQ 8(SP), DX
	MOVQ DX, ret+72(FP)
	RET
