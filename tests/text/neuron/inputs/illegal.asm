neuron illegal
stream sp
b0:
  noop
  .word a410000008
