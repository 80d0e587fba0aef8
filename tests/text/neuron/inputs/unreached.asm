# A record that is not simulated does no harm where no stream comes.
neuron unreached
profile device

stream pe
b0:
  branch target=b2
b1:
  poll reads=1 target=r0 op=min
b2:
  noop
