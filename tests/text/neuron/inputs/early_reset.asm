# A reset that nothing orders behind the transfer: it may take away what the transfer has posted.
neuron early_reset
profile device
instruction load
instruction mm
ring q sp
queue load ring=0 instruction=0 update S10 += 16

stream pe
b0:
  event_semaphore wait S10 >= 16
  work instruction=mm

stream sp
b0:
  trigger queue=load count=1
  group_reset mode=range first=10 last=10
