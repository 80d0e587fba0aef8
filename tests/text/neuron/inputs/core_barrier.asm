# A barrier between cores, of which an image has one.
neuron core_barrier
profile device

stream pe
b0:
  core_barrier id=1 semaphore=7 wait S7 >= 4, update S7 inc
