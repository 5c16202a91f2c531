import { describe, expect, test } from 'vitest'
import { SECTIONS } from '@/lib/session/permissions'
import { SECTION_ACTIONS } from '@/lib/staff/permission-labels'
import { whoIsServed } from '../support/function-probe'
import { type ActorName, type Way, whoCan } from '../support/permission-probe'
import { rightsSession } from '../support/permission-session'
import { EXPECTATIONS } from './access-expectations'
import {
  FUNCTION_RIGHTS,
  holdsOneOf,
  NEEDS_PASSWORD,
  OWN_ROWS,
  RIGHTS,
  rightsTo,
} from './required-permissions'

const session = rightsSession()
const tables = [...Object.keys(EXPECTATIONS), 'storage.objects']
const VIEWING = 'superadmin viewing as nobody'
/** Has every permission, but no recent sign-in. With another user's session, nobody has any. */
const STALE: ActorName = 'superadmin without a recent password'

test('every table is listed in the rights', () => {
  expect(Object.keys(RIGHTS).sort()).toEqual(tables.sort())
})

test('the matrix of a role offers each permission that something here asks for, and no other', () => {
  const offered = SECTIONS.flatMap((section) =>
    SECTION_ACTIONS[section].map((action) => `${section}.${action}`),
  )
  // Everybody may ask for their own.
  const { own_standing: _any, ...functions } = FUNCTION_RIGHTS
  const asked = new Set(
    JSON.stringify([RIGHTS, functions])
      .match(/\b[a-z]+\.[a-z_]+\b/g)
      ?.filter((name) => SECTIONS.includes(name.split('.')[0] as (typeof SECTIONS)[number])),
  )
  expect([...asked].filter((permission) => !offered.includes(permission))).toEqual([])
  // The browser writes files and opens pages by these. Which sections have secrets is a test of the secrets.
  const elsewhere = /^dashboard\.view$|\.export$|\.reveal_secrets$/
  expect(offered.filter((permission) => !asked.has(permission) && !elsewhere.test(permission))).toEqual([])
})

describe.each(tables)('table %s', (table) => {
  test('is open to exactly the permissions listed in the rights', async () => {
    const { client, actors, probes } = session()
    const mine = probes.filter((probe) => probe.table.replace(/^public\./, '') === table)
    const found: Record<string, object> = {}
    const expected: Record<string, object> = {}
    for (const probe of mine) {
      const ways = rightsTo(table, probe.rows)
      const what = `${probe.rows} ${probe.operation}`
      const may = (name: ActorName, enough: readonly Way[] = []) =>
        name === STALE
          ? enough.length > 0 && !NEEDS_PASSWORD.includes(`${table} ${what}`)
          : holdsOneOf(name, enough)
      const names = actors.map(({ name }) => name)
      const ownRow = (name: ActorName) =>
        OWN_ROWS.includes(probe.rows) &&
        probe.operation === 'select' &&
        probe.own?.has(name) &&
        // A user viewing as another role sees that role.
        (table === 'members' || name !== VIEWING)
      expected[what] = {
        can: names.filter((name) => may(name, ways?.[probe.operation]) || ownRow(name)),
        stopped: names.filter((name) => may(name, ways?.stopped?.[probe.operation])),
      }
      found[what] = await whoCan(client, probe, actors)
    }
    expect(found).toEqual(expected)
  })
})

test('each function serves exactly the users who hold the permission it checks', async () => {
  const { client, actors, functions } = session()
  const found: Record<string, ActorName[]> = {}
  const expected: Record<string, ActorName[]> = {}
  for (const probe of functions) {
    found[probe.name] = await whoIsServed(client, probe, actors)
    const ways = FUNCTION_RIGHTS[probe.name] ?? []
    expected[probe.name] = actors
      .map(({ name }) => name)
      .filter((name) =>
        name === STALE
          ? ways.length > 0 && !NEEDS_PASSWORD.includes(probe.name)
          : holdsOneOf(name, ways) || (name === VIEWING && probe.name.startsWith('view_as')),
      )
  }
  expect(found).toEqual(expected)
})
