# A program as the source draws them: five in each other, one read and one write, a loop that never runs (case T42).
program deep_nest
engine mte1 mte2 mte3
buffer a slots 2 in L1
buffer b slots 1 in L1
buffer c slots 2 in L1
mte2: load  cost 20  reads b  writes a[0]
loop i trips 3 {
  mte1: first  cost 10  reads a[i]  writes b
  loop dead trips 0 {
    mte3: never  cost 20  reads b  writes a[0]
  }
  if p {
    loop j trips dynamic {
      mte2: copy  cost 20  reads c[j]  writes a[j]
      if q {
        mte3: back  cost 20  reads a[j]  writes c[j]
      } else {
        mte1: other  cost 10  reads a[j]  writes b
        loop k trips 1 {
          mte3: store   cost 20  reads b     writes c[1]
          mte2: reload  cost 20  reads c[k]  writes a[k]
        }
      }
    }
  }
  mte3: last  cost 20  reads a[i+1]  writes c[0]
}
mte1: behind  cost 10  reads c[1]  writes b
