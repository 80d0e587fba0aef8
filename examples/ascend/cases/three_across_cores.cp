# Three results of the cube core, each handed to a vector core: one pair of cores, repeated (case T22).
program three_across_cores
engine aic.fix aiv.mte2
buffer g0 slots 1 in GM
buffer g1 slots 1 in GM
buffer g2 slots 1 in GM
aic.fix:  out0  op Fixpipe   cost 20  writes g0
aiv.mte2: in0   op DataCopy  cost 20  reads g0
aic.fix:  out1  op Fixpipe   cost 20  writes g1
aiv.mte2: in1   op DataCopy  cost 20  reads g1
aic.fix:  out2  op Fixpipe   cost 20  writes g2
aiv.mte2: in2   op DataCopy  cost 20  reads g2
