import { expose } from 'comlink'
import type { TenantSnapshot } from '../routing/snapshot'
import { type Expectation, verdictOf } from './expectation'

export type VerdictsOf = (
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
) => ReturnType<typeof verdictOf>[]

const verdicts: VerdictsOf = (snapshot, expectations, now) =>
  expectations.map((each) => verdictOf(snapshot, each, now))

expose(verdicts)
