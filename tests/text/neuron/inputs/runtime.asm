# A record that only the runtime writes: wait for 4, then add 1.
neuron runtime
profile device
stream sp
b0:
  event_semaphore wait2 S2 == 4, update S2 inc (1)
