import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Resource } from '@/lib/records/resource'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { callCenterAgent } from '@/lib/resources/call-center-agent'
import { callCenterQueue } from '@/lib/resources/call-center-queue'
import { callFlow } from '@/lib/resources/call-flow'
import { did } from '@/lib/resources/did'
import { extension } from '@/lib/resources/extension'
import { ivrMenu } from '@/lib/resources/ivr-menu'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { ringGroup } from '@/lib/resources/ring-group'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { timeCondition } from '@/lib/resources/time-condition'
import { SNAPSHOT_TABLES } from '@/lib/supabase/record-tables'
import { simulate } from '@/lib/telephony/routing/simulate'
import { type SnapshotTable, type TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { isInSnapshot, NEW_ROWS, overlay } from '@/lib/telephony/simulator/overlay'
import { questionOf } from '@/lib/telephony/simulator/question'
import { startedCall } from '@/lib/telephony/simulator/started-call'
import { randomCall } from '@/tests/support/factories/random-call'
import { randomTenant } from '@/tests/support/factories/random-tenant'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import { aMember, anExtension, aNumber, aRingGroup } from '@/tests/support/factories/snapshot-rows'

const FORMS = [
  callBlockRule,
  callCenterAgent,
  callCenterQueue,
  callFlow,
  did,
  extension,
  ivrMenu,
  outboundRoute,
  ringGroup,
  timeCondition,
] as unknown as readonly (Resource & { table: SnapshotTable })[]

/** Form values of a stored record. */
function storedValues({ blank, children }: Resource, snapshot: TenantSnapshot, row: { id: string }) {
  const columnsOf = (of: object) => of as Readonly<Record<string, unknown>>
  const parts = children.map(({ table, parent, orderBy }) => [
    table,
    (snapshot[table as SnapshotTable] as readonly { id: string }[])
      .filter((part) => columnsOf(part)[parent] === row.id)
      .toSorted(
        (one, other) =>
          Number(columnsOf(one)[orderBy]) - Number(columnsOf(other)[orderBy]) || (one.id < other.id ? -1 : 1),
      ),
  ])
  const own = Object.keys(blank).filter((column) => column in row)
  return Object.fromEntries([...own.map((column) => [column, columnsOf(row)[column]]), ...parts])
}

/** What a stored record's form would save. */
function savedValues(resource: Resource, snapshot: TenantSnapshot, row: { id: string }) {
  const { blank, schema } = resource
  const stored = storedValues(resource, snapshot, row)
  const filled = Object.entries(blank).map(([column, start]) => [column, stored[column] ?? start])
  return { ...stored, ...schema.safeParse(Object.fromEntries(filled)).data }
}

describe('a record overlaid on the snapshot as saved', () => {
  test('changes no result, whatever the record', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (tenantSeed, callSeed, choice) => {
        const snapshot = randomTenant(tenantSeed)
        const { assumptions, ...started } = randomCall(snapshot, callSeed)
        const resource = FORMS[choice % FORMS.length] as (typeof FORMS)[number]
        const rows = snapshot[resource.table] as readonly { id: string }[]
        const row = rows[choice % Math.max(rows.length, 1)]
        fc.pre(row !== undefined)
        const { table, children } = resource
        const values = savedValues(resource, snapshot, row)
        const laid = overlay(snapshot, { table, id: row.id, values, children })
        expect(simulate(laid, started, assumptions)).toEqual(simulate(snapshot, started, assumptions))
      }),
      { numRuns: 1500 },
    )
  })

  test('keeps the same rows, and leaves the snapshot untouched', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const snapshot = randomTenant(seed)
        const before = structuredClone(snapshot)
        const byId = (rows: readonly object[]) =>
          (rows as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))
        for (const resource of FORMS) {
          const { table, children } = resource
          for (const row of snapshot[table]) {
            const values = storedValues(resource, snapshot, row)
            const laid = overlay(snapshot, { table, id: row.id, values, children })
            for (const each of Object.keys(SNAPSHOT_TABLES) as SnapshotTable[]) {
              expect(byId(laid[each])).toEqual(byId(snapshot[each]))
            }
          }
        }
        expect(snapshot).toEqual(before)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a new record', () => {
  test.each(FORMS.filter(({ elsewhere }) => !elsewhere.includes('create')))(
    'of $table has every column that the engine reads',
    ({ table, blank }) => {
      const [example] = Array.from({ length: 400 }, (_, seed) => randomTenant(seed)[table]).flat()
      const unknown = Object.keys(example ?? {}).filter((column) => column !== 'id' && !(column in blank))
      expect(unknown.sort()).toEqual(Object.keys(NEW_ROWS[table] ?? {}))
    },
  )

  test('can be reached by its number before it is saved', () => {
    const snapshot = snapshotOf({ extensions: [anExtension('1001')] })
    const values = {
      ...ringGroup.blank,
      number: '6000',
      name: 'Sales',
      ring_group_members: [
        { id: 'm1', extension_id: 'e1001', delay: 0, timeout: 30, enabled: true, position: 1 },
      ],
    }
    const { table, children } = ringGroup
    const laid = overlay(snapshot, { table, id: 'new', values, children })
    const call = startedCall(laid, table, { id: 'new', ...values })
    const asked = questionOf(laid, call, 0)
    const path = 'field' in asked ? undefined : simulate(laid, asked.started, asked.assumptions)
    expect(path?.rings.map(({ target }) => target.number)).toEqual(['1001'])
    expect(snapshot.ring_groups).toEqual([])
  })
})

describe('unsaved values', () => {
  const snapshot = snapshotOf({
    dids: [aNumber('+12075550107', { destination_id: 'g6000' })],
    ring_groups: [aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') })],
    ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
    extensions: [anExtension('1001'), anExtension('1002')],
  })
  const group = {
    table: 'ring_groups',
    id: 'g6000',
    values: savedValues(
      ringGroup,
      snapshot,
      aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') }),
    ),
    children: ringGroup.children,
  }
  const answer = (of: TenantSnapshot) => {
    const asked = questionOf(of, startedCall(of, 'ring_groups', { number: '6000' }), 0)
    if ('field' in asked) throw new Error(asked.text)
    return simulate(of, asked.started, asked.assumptions)
  }

  test('of child rows count: a removed member does not ring', () => {
    const [first] = group.values.ring_group_members
    const laid = overlay(snapshot, { ...group, values: { ...group.values, ring_group_members: [first] } })
    expect(answer(snapshot).rings.map(({ target }) => target.number)).toEqual(['1001', '1002'])
    expect(answer(laid).rings.map(({ target }) => target.number)).toEqual(['1001'])
  })

  test('that disable a record disable its destination', () => {
    const laid = overlay(snapshot, { ...group, values: { ...group.values, enabled: false } })
    expect(answer(laid).end).toMatchObject({ how: 'refused', reason: { why: 'disabled' } })
  })

  test('of settings count even if none were stored', () => {
    const laid = overlay(snapshot, {
      table: 'tenant_settings',
      id: 'tenant',
      values: { ...tenantSettings.blank, area_code: '207' },
      children: [],
    })
    expect(laid.settings).toMatchObject({ area_code: '207', language: null })
    expect(snapshot.settings).toBeNull()
  })
})

test('every table that the engine reads can be overlaid, and no other', () => {
  expect(FORMS.every(({ table }) => isInSnapshot(table))).toBe(true)
  expect(['tenant_settings', 'contacts', 'companies', 'portal_users'].map(isInSnapshot)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
