# A counter below zero: whether the wait holds is a question of its sign.
neuron below_zero
profile device

stream pe
b0:
  noop update S3 dec
  noop wait S3 >= 0
