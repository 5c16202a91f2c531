import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branchesOf } from '@/lib/telephony/routing/branches'
import { directDialed } from '@/lib/telephony/routing/menu'
import { MAX_STEPS } from '@/lib/telephony/routing/next-step'
import type { Path } from '@/lib/telephony/routing/path'
import { placeKey } from '@/lib/telephony/routing/place'
import { problems } from '@/lib/telephony/routing/problems'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { randomCall } from '@/tests/support/factories/random-call'
import { randomTenant } from '@/tests/support/factories/random-tenant'
import { voicemailOf } from '@/tests/support/factories/snapshot'
import { aMember, anExtension, aNumber, aRingGroup } from '@/tests/support/factories/snapshot-rows'

const seeds = fc.tuple(fc.nat(), fc.nat())

function walked(tenantSeed: number, callSeed: number): { tenant: TenantSnapshot; path: Path } {
  const tenant = randomTenant(tenantSeed)
  const { assumptions, ...started } = randomCall(tenant, callSeed)
  return { tenant, path: simulate(tenant, started, assumptions) }
}

/** The keys of the places between two digits. */
function stretches({ stages }: Path): string[][] {
  const found: string[][] = [[]]
  for (const { step, taken } of stages) {
    found.at(-1)?.push(placeKey(step.place))
    if (taken?.pressed) found.push([])
  }
  return found
}

describe('every call of every tenant', () => {
  test('ends, within the step limit and the caller’s patience', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const { path } = walked(tenantSeed, callSeed)
        expect(path.stages.length).toBeLessThanOrEqual(MAX_STEPS + 2)
        expect(path.seconds).toBeGreaterThanOrEqual(0)
        expect(path.seconds).toBeLessThanOrEqual(900)
        expect(Number.isInteger(path.seconds)).toBe(true)
      }),
      { numRuns: 2600 },
    )
  })

  test('has a reason in words, with its record, at each step, note and ending', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const { path } = walked(tenantSeed, callSeed)
        const reasons = path.stages.flatMap(({ step }) => [
          step.reason,
          ...step.notes,
          ...branchesOf(step).map(({ reason }) => reason),
        ])
        const bad = [...reasons, path.end.reason].filter((reason) => {
          const text = reasonText(reason)
          return reason.record.id === '' || !/^\S.+\S\.$/.test(text) || /undefined|null|NaN| {2}/.test(text)
        })
        expect(bad).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('visits no place twice without a key press, except for a loop that is cut and reported', () => {
    let loops = 0
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const { path } = walked(tenantSeed, callSeed)
        for (const places of stretches(path)) {
          const again = places.filter((place, at) => !place.startsWith('end') && places.indexOf(place) < at)
          if (again.length === 0) continue
          loops += 1
          expect(again).toEqual([places.at(-1)])
          expect(path.end).toMatchObject({ how: 'refused', cause: 'EXCHANGE_ROUTING_ERROR' })
          expect(['loop', 'too many steps']).toContain(path.end.reason.why)
        }
      }),
      { numRuns: 2000, seed: 7 },
    )
    expect(loops).toBeGreaterThan(10)
  })

  test('goes only where its steps’ branches, limits or direct dial lead', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const { tenant, path } = walked(tenantSeed, callSeed)
        for (const { step, taken } of path.stages) {
          if (!taken) continue
          const known = [...branchesOf(step), ...step.limits.map(({ full }) => full)].map(({ place }) =>
            placeKey(place),
          )
          const dialed =
            step.kind === 'menu' && taken.reason.why === 'menu direct dial'
              ? directDialed(tenant, step, taken.reason.digits)
              : null
          expect([...known, ...(dialed ? [placeKey(dialed.place)] : [])]).toContain(placeKey(taken.place))
        }
      }),
      { numRuns: 1200 },
    )
  })

  test('rings phones only during the call, and is answered at most once', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const { path } = walked(tenantSeed, callSeed)
        expect(path.rings.filter(({ start, end }) => start < 0 || end < start || end > path.seconds)).toEqual(
          [],
        )
        const answered = path.rings.filter(({ outcome }) => outcome === 'answered')
        expect(answered.length).toBeLessThanOrEqual(1)
        if (answered.length === 1) {
          expect(path.end.how).toBe('answered')
          expect(path.end.answeredBy?.label).toBe(answered[0]?.target.label)
        }
      }),
      { numRuns: 1200 },
    )
  })

  test('comes out the same when repeated, and leaves its input unchanged', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const first = walked(tenantSeed, callSeed)
        const again = walked(tenantSeed, callSeed)
        expect(JSON.stringify(again.path)).toBe(JSON.stringify(first.path))
        expect(JSON.stringify(again.tenant)).toBe(JSON.stringify(randomTenant(tenantSeed)))
      }),
      { numRuns: 800 },
    )
  })

  test('comes out the same if an unrelated record changes, or rows are in another order', () => {
    fc.assert(
      fc.property(seeds, ([tenantSeed, callSeed]) => {
        const tenant = randomTenant(tenantSeed)
        const { assumptions, ...started } = randomCall(tenant, callSeed)
        const told = (given: TenantSnapshot) => JSON.stringify(simulate(given, started, assumptions))
        const before = told(tenant)
        expect(told(withStranger(reversed(tenant), 'Old'))).toBe(before)
        expect(told(withStranger(tenant, 'New'))).toBe(before)
      }),
      { numRuns: 800 },
    )
  })
})

test('the check reports every problem once, with a sentence and a page, for any tenant', () => {
  fc.assert(
    fc.property(seeds, ([tenantSeed, callSeed]) => {
      const tenant = randomTenant(tenantSeed)
      const { moment } = randomCall(tenant, callSeed)
      const found = problems(tenant, moment)
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
      for (const { text, href } of found) {
        expect(text).toMatch(/^\S.+\S\.$/)
        expect(text).not.toMatch(/undefined|null|NaN/)
        expect(href).toMatch(/^\/app\/tenants\/tenant(\/|$)/)
      }
    }),
    { numRuns: 60 },
  )
})

/** A tenant with a number, a group and an extension that nothing else refers to. */
function withStranger(tenant: TenantSnapshot, name: string): TenantSnapshot {
  const extension = anExtension('1999', { effective_caller_id_name: name, listed_in_directory: false })
  const group = aRingGroup('6999', { name })
  return {
    ...tenant,
    extensions: [...tenant.extensions, extension],
    ring_groups: [...tenant.ring_groups, group],
    ring_group_members: [...tenant.ring_group_members, aMember(group.id, 1, extension.id)],
    dids: [...tenant.dids, aNumber('+12075550166', { description: name, destination_id: group.id })],
    destinations: [
      ...tenant.destinations,
      { id: extension.id, kind: 'extensions', record_id: extension.id, number: '1999', name, enabled: true },
      {
        id: voicemailOf(extension.id),
        kind: 'voicemails',
        record_id: extension.id,
        number: '1999',
        name,
        enabled: true,
      },
      { id: group.id, kind: 'ring_groups', record_id: group.id, number: '6999', name, enabled: true },
    ],
  }
}

/** The same rows in another order. */
function reversed(tenant: TenantSnapshot): TenantSnapshot {
  return Object.fromEntries(
    Object.entries(tenant).map(([key, rows]) => [key, Array.isArray(rows) ? rows.toReversed() : rows]),
  ) as unknown as TenantSnapshot
}
