import { describe, expect, test } from 'vitest'
import { DESTINATION_TABLES } from '@/lib/telephony/destination-tables'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { query, rolledBack, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { hangUpOf } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'

const tenantOfItsOwn = async () => (await insertRow('tenants', await newTenant())).id
const lotIn = async (tenant_id: string, given: Given<'park_lots'> = {}) =>
  insertRow('park_lots', await FACTORIES.park_lots({ tenant_id, name: 'Front', places: 3, ...given }))
const planOf = async (tenant: string) =>
  (
    await query<{ number: string }>(
      "select number from public.number_plan where tenant_id = $1 and kind = 'park_lots' order by number",
      [tenant],
    )
  ).map(({ number }) => number)

async function messageOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error.message,
  )
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
}

describe('a park lot', () => {
  test('reserves its number and those of its spaces until they change or it is deleted', async () => {
    const tenant = await tenantOfItsOwn()
    const lot = await lotIn(tenant)
    expect(await planOf(tenant)).toEqual(['5900', '5901', '5902', '5903'])
    await query('update public.park_lots set places = 1 where id = $1', [lot.id])
    expect(await planOf(tenant)).toEqual(['5900', '5901'])
    await query("update public.park_lots set number = '700', places = 2 where id = $1", [lot.id])
    expect(await planOf(tenant)).toEqual(['700', '701', '702'])
    await query('delete from public.park_lots where id = $1', [lot.id])
    expect(await planOf(tenant)).toEqual([])
  })

  test('with more spaces than there can be is refused before its numbers are listed', async () => {
    await rolledBack(async (client) => {
      const row = await FACTORIES.park_lots({ number: '10', places: 60_000_000 })
      await client.query("set local statement_timeout = '20s'")
      await expect(insertRow('park_lots', row, client)).rejects.toMatchObject({
        code: '23514',
        constraint: 'park_lots_places_check',
      })
    })
  })

  test('cannot overlap with the numbers of other records, in either direction', async () => {
    const tenant = await tenantOfItsOwn()
    await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id: tenant, extension: '5903', effective_caller_id_name: 'Lobby' }),
    )
    expect(await messageOf(lotIn(tenant))).toBe('5903 is already taken by the extension Lobby.')
    await lotIn(tenant, { places: 2 })
    expect(
      await messageOf(
        FACTORIES.ring_groups({ tenant_id: tenant, number: '5902' }).then((row) =>
          insertRow('ring_groups', row),
        ),
      ),
    ).toBe('5902 is already taken by the park lot Front.')
    expect(await messageOf(lotIn(tenant, { number: '5898', places: 2 }))).toBe(
      '5900 is already taken by the park lot Front.',
    )
    expect(
      await messageOf(query('update public.park_lots set places = 3 where tenant_id = $1', [tenant])),
    ).toBe('5903 is already taken by the extension Lobby.')
    expect(await planOf(tenant)).toEqual(['5900', '5901', '5902'])
  })

  test.each<[string, Given<'park_lots'>]>([
    ['no spaces', { places: 0 }],
    ['too many spaces', { places: 51 }],
    ['a number that begins with 0', { number: '0700' }],
    ['letters', { number: 'abc' }],
    ['spaces with more digits', { number: '995', places: 5 }],
    ['a space that is an emergency number', { number: '905', places: 6 }],
    ['an emergency number', { number: '933', places: 1 }],
    ['a timeout of zero', { timeout: 5 }],
    ['no name', { name: ' ' }],
  ])('is rejected with %s', async (_what, given) => {
    expect(await codeOf(tenantOfItsOwn().then((tenant) => lotIn(tenant, given)))).toBe('23514')
  })

  test('times out only to a destination of its own tenant', async () => {
    const [own, other] = [await tenantOfItsOwn(), await tenantOfItsOwn()]
    expect(await codeOf(lotIn(own, { timeout_destination_id: await hangUpOf(other) }))).toBe('23503')
    const lot = await lotIn(own, { timeout_destination_id: await hangUpOf(own) })
    const group = await insertRow('ring_groups', await FACTORIES.ring_groups({ tenant_id: own }))
    await query('update public.park_lots set timeout_destination_id = $2 where id = $1', [lot.id, group.id])
    expect(await codeOf(query('delete from public.ring_groups where id = $1', [group.id]))).toBe('23503')
  })

  test('cannot share its numbers with an option of a direct-dial menu', async () => {
    const tenant = await tenantOfItsOwn()
    const menu = await insertRow(
      'ivr_menus',
      await FACTORIES.ivr_menus({ tenant_id: tenant, direct_dial: true, digit_length: 4 }),
    )
    await insertRow(
      'ivr_menu_options',
      await FACTORIES.ivr_menu_options({ tenant_id: tenant, ivr_menu_id: menu.id, digits: '5901' }),
    )
    expect(await messageOf(lotIn(tenant))).toBeUndefined()
  })
})

test.each([
  [
    'the number of a park lot',
    'park_lots',
    { number: '5900', places: 3 },
    { number: '5800' },
    ['5902', '5802'],
  ],
  [
    'the number of a park lot that keeps fewer spaces',
    'park_lots',
    { number: '5900', places: 3 },
    { number: '5800', places: 2 },
    ['5903', '5903'],
  ],
  ['the code of a call flow', 'call_flows', { feature_code: '*31' }, { feature_code: '*41' }, ['*31', '*41']],
  ['the code of a feature', 'feature_codes', {}, { code: '*4659' }, [null, '*4659']],
  ...DESTINATION_TABLES.filter((table) => table !== 'extensions').map(
    (table) =>
      [`a number of ${table}`, table, { number: '6700' }, { number: '6800' }, ['6700', '6800']] as const,
  ),
] as const)(
  '%s that changes takes along the keys and call expectations that dial it, and no others',
  async (_what, table, given, change, [was, becomes]) => {
    const tenant_id = await tenantOfItsOwn()
    const record =
      table === 'feature_codes'
        ? (
            await query<{ id: string; code: string }>(
              "select id, code from public.feature_codes where tenant_id = $1 and feature = 'own_voicemail'",
              [tenant_id],
            )
          )[0]
        : await insertRow(table, await FACTORIES[table]({ tenant_id, ...given }))
    const value = was ?? (record && 'code' in record ? record.code : '')
    const keys: ['device_keys' | 'device_profile_keys', string, string][] = []
    for (const name of ['device_keys', 'device_profile_keys'] as const)
      for (const [key, after] of [
        [{ tenant_id, value }, becomes],
        [{ tenant_id, value: '5999' }, '5999'],
        [{ value }, value],
      ] as const)
        keys.push([name, (await insertRow(name, await FACTORIES[name]({ type: 'park', ...key }))).id, after])
    const expectations: [string, string][] = []
    for (const [expected, to, after] of [
      [{ tenant_id }, value, becomes],
      [{ tenant_id }, '5999', '5999'],
      [{}, value, value],
    ] as const) {
      const question = { ...NO_CALL, to }
      const row = await FACTORIES.call_expectations({ ...expected, question })
      expectations.push([(await insertRow('call_expectations', row)).id, after])
    }
    const columns = Object.keys(change).map((column, at) => `${column} = $${at + 2}`)
    await query(`update public.${table} set ${columns.join(', ')} where id = $1`, [
      record?.id,
      ...Object.values(change),
    ])
    for (const [name, id, after] of keys) expect(await storedRow(name, id)).toMatchObject({ value: after })
    for (const [id, to] of expectations)
      expect(await storedRow('call_expectations', id)).toMatchObject({ question: { to } })
  },
)
