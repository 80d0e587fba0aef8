# PollSem: one layout, no meaning.
neuron poll
profile device

stream pe
b0:
  poll reads=1 target=r0 op=min
