implementation event_twice
engine act
flag f
act: one signal f += 1
act: two signal f += 1
