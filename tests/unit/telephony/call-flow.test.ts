import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveState, otherState } from '@/lib/telephony/call-flow'

const at = (time: number) => new Date(time).toISOString()
const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') })
const states = fc.constantFrom('normal' as const, 'alternate' as const)

describe('the state of a call flow', () => {
  test('stays as switched if no time to switch back is set', () => {
    fc.assert(
      fc.property(states, moments, (state, now) => {
        expect(effectiveState({ state, reverts_at: null }, new Date(now))).toBe(state)
      }),
    )
  })

  test('is the normal one from the moment the scheduled switch-back is due', () => {
    fc.assert(
      fc.property(states, moments, moments, (state, reverts, now) => {
        expect(effectiveState({ state, reverts_at: at(reverts) }, new Date(now))).toBe(
          now >= reverts ? otherState(state) : state,
        )
      }),
    )
  })
})
