program event_twice
engine act
act: one
act: two
