# Two engines in a loop: PE computes what the vector engine waits for. The words, not the program.
neuron two_engines
profile device
instruction matmul
instruction copy
scope i
semaphore 0 "matmul@i"
semaphore 1 "copy@i"

stream pe
b0:
  load_trips scope=i target=r0
  move bits=32 type=8 immediate=1 target=r1
b1:
  branch if=ge type=int32 a=r1 b=r0 target=b3
b2:
  work instruction=matmul wait S1 >= r1, update S0 inc
  alu op=add type=int32 immediate=1 target=r1 a=r1 value=1
  branch target=b1
b3:
  pseudo kind=1

stream dve
b0:
  load_trips scope=i target=r0
  move bits=32 type=8 immediate=1 target=r1
  move bits=32 type=8 immediate=1 target=r2
b1:
  branch if=ge type=int32 a=r1 b=r0 target=b3
b2:
  alu op=add type=int32 immediate=1 target=r2 a=r1 value=1
  event_semaphore wait S0 >= r2
  work instruction=copy update S1 inc
  alu op=add type=int32 immediate=1 target=r1 a=r1 value=1
  branch target=b1
b3:
  pseudo kind=1
