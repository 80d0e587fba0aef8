# An event that is set twice unless the other engine takes it in between.
neuron double_set
profile device

stream pe
b0:
  noop update E4 set
  noop update E4 set
  noop wait E4 set_then_clear

stream sp
b0:
  noop wait E4 set_then_clear
