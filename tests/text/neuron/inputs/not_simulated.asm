# A record whose effect the sources do not give.
neuron not_simulated
profile device

stream pe
b0:
  ordering mode=1
