# Forty tensors alive at once: more than there are buffer ids, and more than an event has ids.
program many_tensors
engine mte2 v
buffer a0 slots 1 in UB
buffer a1 slots 1 in UB
buffer a2 slots 1 in UB
buffer a3 slots 1 in UB
buffer a4 slots 1 in UB
buffer a5 slots 1 in UB
buffer a6 slots 1 in UB
buffer a7 slots 1 in UB
buffer a8 slots 1 in UB
buffer a9 slots 1 in UB
buffer a10 slots 1 in UB
buffer a11 slots 1 in UB
buffer a12 slots 1 in UB
buffer a13 slots 1 in UB
buffer a14 slots 1 in UB
buffer a15 slots 1 in UB
buffer a16 slots 1 in UB
buffer a17 slots 1 in UB
buffer a18 slots 1 in UB
buffer a19 slots 1 in UB
buffer a20 slots 1 in UB
buffer a21 slots 1 in UB
buffer a22 slots 1 in UB
buffer a23 slots 1 in UB
buffer a24 slots 1 in UB
buffer a25 slots 1 in UB
buffer a26 slots 1 in UB
buffer a27 slots 1 in UB
buffer a28 slots 1 in UB
buffer a29 slots 1 in UB
buffer a30 slots 1 in UB
buffer a31 slots 1 in UB
buffer a32 slots 1 in UB
buffer a33 slots 1 in UB
buffer a34 slots 1 in UB
buffer a35 slots 1 in UB
buffer a36 slots 1 in UB
buffer a37 slots 1 in UB
buffer a38 slots 1 in UB
buffer a39 slots 1 in UB
mte2: ld0    op DataCopy  cost 20  writes a0
mte2: ld1    op DataCopy  cost 20  writes a1
mte2: ld2    op DataCopy  cost 20  writes a2
mte2: ld3    op DataCopy  cost 20  writes a3
mte2: ld4    op DataCopy  cost 20  writes a4
mte2: ld5    op DataCopy  cost 20  writes a5
mte2: ld6    op DataCopy  cost 20  writes a6
mte2: ld7    op DataCopy  cost 20  writes a7
mte2: ld8    op DataCopy  cost 20  writes a8
mte2: ld9    op DataCopy  cost 20  writes a9
mte2: ld10   op DataCopy  cost 20  writes a10
mte2: ld11   op DataCopy  cost 20  writes a11
mte2: ld12   op DataCopy  cost 20  writes a12
mte2: ld13   op DataCopy  cost 20  writes a13
mte2: ld14   op DataCopy  cost 20  writes a14
mte2: ld15   op DataCopy  cost 20  writes a15
mte2: ld16   op DataCopy  cost 20  writes a16
mte2: ld17   op DataCopy  cost 20  writes a17
mte2: ld18   op DataCopy  cost 20  writes a18
mte2: ld19   op DataCopy  cost 20  writes a19
mte2: ld20   op DataCopy  cost 20  writes a20
mte2: ld21   op DataCopy  cost 20  writes a21
mte2: ld22   op DataCopy  cost 20  writes a22
mte2: ld23   op DataCopy  cost 20  writes a23
mte2: ld24   op DataCopy  cost 20  writes a24
mte2: ld25   op DataCopy  cost 20  writes a25
mte2: ld26   op DataCopy  cost 20  writes a26
mte2: ld27   op DataCopy  cost 20  writes a27
mte2: ld28   op DataCopy  cost 20  writes a28
mte2: ld29   op DataCopy  cost 20  writes a29
mte2: ld30   op DataCopy  cost 20  writes a30
mte2: ld31   op DataCopy  cost 20  writes a31
mte2: ld32   op DataCopy  cost 20  writes a32
mte2: ld33   op DataCopy  cost 20  writes a33
mte2: ld34   op DataCopy  cost 20  writes a34
mte2: ld35   op DataCopy  cost 20  writes a35
mte2: ld36   op DataCopy  cost 20  writes a36
mte2: ld37   op DataCopy  cost 20  writes a37
mte2: ld38   op DataCopy  cost 20  writes a38
mte2: ld39   op DataCopy  cost 20  writes a39
v:    f0     op Exp       cost 10  reads a0  writes a0
v:    f1     op Exp       cost 10  reads a1  writes a1
v:    f2     op Exp       cost 10  reads a2  writes a2
v:    f3     op Exp       cost 10  reads a3  writes a3
v:    f4     op Exp       cost 10  reads a4  writes a4
v:    f5     op Exp       cost 10  reads a5  writes a5
v:    f6     op Exp       cost 10  reads a6  writes a6
v:    f7     op Exp       cost 10  reads a7  writes a7
v:    f8     op Exp       cost 10  reads a8  writes a8
v:    f9     op Exp       cost 10  reads a9  writes a9
v:    f10    op Exp       cost 10  reads a10  writes a10
v:    f11    op Exp       cost 10  reads a11  writes a11
v:    f12    op Exp       cost 10  reads a12  writes a12
v:    f13    op Exp       cost 10  reads a13  writes a13
v:    f14    op Exp       cost 10  reads a14  writes a14
v:    f15    op Exp       cost 10  reads a15  writes a15
v:    f16    op Exp       cost 10  reads a16  writes a16
v:    f17    op Exp       cost 10  reads a17  writes a17
v:    f18    op Exp       cost 10  reads a18  writes a18
v:    f19    op Exp       cost 10  reads a19  writes a19
v:    f20    op Exp       cost 10  reads a20  writes a20
v:    f21    op Exp       cost 10  reads a21  writes a21
v:    f22    op Exp       cost 10  reads a22  writes a22
v:    f23    op Exp       cost 10  reads a23  writes a23
v:    f24    op Exp       cost 10  reads a24  writes a24
v:    f25    op Exp       cost 10  reads a25  writes a25
v:    f26    op Exp       cost 10  reads a26  writes a26
v:    f27    op Exp       cost 10  reads a27  writes a27
v:    f28    op Exp       cost 10  reads a28  writes a28
v:    f29    op Exp       cost 10  reads a29  writes a29
v:    f30    op Exp       cost 10  reads a30  writes a30
v:    f31    op Exp       cost 10  reads a31  writes a31
v:    f32    op Exp       cost 10  reads a32  writes a32
v:    f33    op Exp       cost 10  reads a33  writes a33
v:    f34    op Exp       cost 10  reads a34  writes a34
v:    f35    op Exp       cost 10  reads a35  writes a35
v:    f36    op Exp       cost 10  reads a36  writes a36
v:    f37    op Exp       cost 10  reads a37  writes a37
v:    f38    op Exp       cost 10  reads a38  writes a38
v:    f39    op Exp       cost 10  reads a39  writes a39
