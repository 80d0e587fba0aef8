# A switch of queues.
neuron switch_queue
profile device
instruction x
ring r pe
queue q ring=0 instruction=0

stream pe
b0:
  switch_queue queue=q
