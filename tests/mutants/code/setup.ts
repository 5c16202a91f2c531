import fc from 'fast-check'

// A change that a property notices, it notices soon; those that say how often they are tried keep their number.
fc.configureGlobal({ numRuns: 10 })
