# A loop without an end.
neuron endless
profile device

stream pe
b0:
  noop update S3 inc
  branch target=b0
