import fc from 'fast-check'

// Properties detect mutants early, so few runs are enough; properties with an explicit number of runs keep it.
fc.configureGlobal({ numRuns: 10 })
