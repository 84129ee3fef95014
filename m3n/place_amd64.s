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
//
// Nothing can foretell whether a key is there, so nothing branches on it: a row is written for every key,
// over the last one that was not there. The processor so waits for the memory of many keys at a time.
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
	LEAQ (R9)(R11*8), R11    // behind the last key
	XORQ R14, R14            // keys that are found
	CMPQ R9, R11
	JGE done

next:
	SHRXQ CX, (R9), AX
	MOVL (SI)(AX*4), DX      // where its bucket starts
	MOVL 4(SI)(AX*4), AX     // and ends
	SUBL DX, AX              // its entries
	LEAQ 3(R8), R15
	IMULQ DX, R15            // its first byte
	VPBROADCASTD (R9), Y0
	VPAND Y6, Y0, Y0
	VPERMD (DI)(R15*1), Y4, Y1
	VPSHUFB Y5, Y1, Y1
	VPCMPEQD Y0, Y1, Y1
	VMOVMSKPS Y1, BP
	CMPL AX, $8
	JHI crowded
	BZHIL AX, BP, BP         // what stands behind the bucket is nothing

compared:
	TZCNTL BP, BX            // the first that is equal
	TESTQ R8, R8
	JEQ sparse
	IMULQ R8, BX
	LEAQ (AX)(AX*2), DX      // its codes stand behind the prints
	ADDQ R15, DX

sparse:
	ADDQ BX, DX
	MOVL DX, (R12)(R14*4)
	MOVW (R10), AX
	MOVW AX, (R13)(R14*2)
	NEGL BP                  // carries if it is there
	ADCQ $0, R14
	ADDQ $8, R9
	ADDQ $2, R10
	CMPQ R9, R11
	JLT next

done:
	VZEROUPPER
	MOVQ R14, ret+72(FP)
	RET

crowded:                     // more than eight: the others come eight by eight
	TESTL BP, BP
	JNE compared
	MOVQ DX, 0(SP)
	LEAQ (DI)(R15*1), DX
	XORQ BX, BX

scan:
	ADDQ $24, DX
	ADDQ $8, BX
	VPERMD (DX), Y4, Y1
	VPSHUFB Y5, Y1, Y1
	VPCMPEQD Y0, Y1, Y1
	VMOVMSKPS Y1, BP
	MOVL AX, R10
	SUBL BX, R10             // entries that are left
	CMPL R10, $8
	JLS last
	TESTL BP, BP
	JEQ scan
	JMP place

last:
	BZHIL R10, BP, BP

place:
	MOVQ of+40(FP), R10
	MOVQ R9, 8(SP)
	SUBQ keys+32(FP), R9
	SHRQ $2, R9
	ADDQ R9, R10             // restored: two bytes for eight of the keys
	MOVQ 8(SP), R9
	MOVQ 0(SP), DX
	MOVQ BX, 0(SP)
	TZCNTL BP, BX
	ADDQ 0(SP), BX
	TESTQ R8, R8
	JEQ sparse
	IMULQ R8, BX
	LEAQ (AX)(AX*2), DX
	ADDQ R15, DX
	JMP sparse
