import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ROWS_A_REQUEST } from '@/lib/records/import-records'
import {
  become,
  failure,
  query,
  rolledBack,
  storedRow,
  untilWaiting,
  withDatabase,
} from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertRow, unique, uniqueMac } from '../support/factories/row'
import { memberWith } from '../support/members'

type Row = Record<string, unknown>

const NUMBERS = `select * from public.import_records('dids', null, '{number}', $1, $2)`
const STOCK = `select * from public.import_records('inventory', null, '{mac,serial,asset_tag}', $1, $2, true)`

/** As a superadmin, in a transaction that is rolled back. */
function asSuperadmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return rolledBack(async (client) => {
    await become(client, SUPERADMIN)
    return work(client)
  })
}

async function outcomes(client: pg.Client, statement: string, rows: readonly Row[], dryRun = false) {
  const answer = await client.query(statement, [JSON.stringify(rows), dryRun])
  return answer.rows as { row_number: number; outcome: string; message: string | null }[]
}

const number = (n: number) => `+1316559${String(n).padStart(4, '0')}`
const numbers = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ number: number(n), carrier: 'Trial', status: 'available' }))
const storedNumbers = async (client: pg.Client) =>
  (await client.query("select number from public.dids where number like '+1316559%'")).rowCount

describe('importing many rows', () => {
  test('adds a customer once whom two people import at once: the second one waits, then finds the first one’s', async () => {
    const customers = `select * from public.import_records('companies', null, '{name}', $1, $2)`
    const rows = [{ name: `Imported twice ${unique()}` }]
    const [one, other] = [
      await memberWith('customers.view', 'customers.create'),
      await memberWith('sales.view', 'sales.create'),
    ]
    await withDatabase(async (first) => {
      await first.query('begin')
      await become(first, one.userId)
      expect(await outcomes(first, customers, rows)).toMatchObject([{ outcome: 'insert' }])
      await withDatabase(async (second) => {
        await second.query('begin')
        await become(second, other.userId)
        const again = outcomes(second, customers, rows)
        await Promise.race([again, untilWaiting(second)])
        await first.query('commit')
        expect(await again).toMatchObject([{ outcome: 'unchanged' }])
        await second.query('commit')
      })
    })
    expect(await query('select name from public.companies where name = $1', [rows[0]?.name])).toEqual(rows)
  })

  test('is denied at once, also as a check, to whoever may write nothing there, and keeps nobody waiting', async () => {
    const other = await memberWith('numbers.view')
    await asSuperadmin(async (importing) => {
      expect(await outcomes(importing, NUMBERS, numbers(1))).toMatchObject([{ outcome: 'insert' }])
      await rolledBack(async (client) => {
        await become(client, other.userId)
        await client.query("set local lock_timeout = '10s'")
        for (const dryRun of [true, false])
          expect(await failure(client, NUMBERS, [JSON.stringify(numbers(2)), dryRun])).toBe('42501')
      })
    })
  })

  test('finds no row at fault that another transaction holds: the request is told that the database is busy, for it to be sent again', async () => {
    await rolledBack(async (other) => {
      await insertRow('dids', await FACTORIES.dids({ number: number(0) }), other)
      await asSuperadmin(async (client) => {
        await client.query("set local lock_timeout = '100ms'")
        for (const dryRun of [true, false])
          expect(await failure(client, NUMBERS, [JSON.stringify(numbers(2)), dryRun])).toBe('55P03')
        await other.query('rollback; begin')
        expect(await outcomes(client, NUMBERS, numbers(2))).toMatchObject(
          Array(2).fill({ outcome: 'insert' }),
        )
      })
    })
  })

  test('has at most as many rows as are sent at once: each one that is rejected takes as long as a statement', async () => {
    await asSuperadmin(async (client) => {
      const rows = numbers(ROWS_A_REQUEST + 1)
      expect(await failure(client, NUMBERS, [JSON.stringify(rows), true])).toBe('22023')
      expect(await outcomes(client, NUMBERS, rows.slice(1), true)).toHaveLength(ROWS_A_REQUEST)
    })
  })

  test('lists exactly the rejected rows, and stores nothing', async () => {
    const bad = [0, 49, 50, 51, 499, 777, 998, 999]
    const rows = numbers(1000).map((row, n) => (bad.includes(n) ? { ...row, monthly_cost: -1 } : row))
    await asSuperadmin(async (client) => {
      for (const dryRun of [true, false]) {
        const refused = (await outcomes(client, NUMBERS, rows, dryRun)).filter(
          ({ outcome }) => outcome === 'error',
        )
        expect(refused.map(({ row_number }) => row_number - 1)).toEqual(bad)
        expect(refused[0]?.message).toContain('did_costs_monthly_cost_check')
        expect(await storedNumbers(client)).toBe(0)
      }
    })
  })

  test('stores each row once, however often it is sent', async () => {
    await asSuperadmin(async (client) => {
      const rows = numbers(300)
      const first = await outcomes(client, NUMBERS, rows)
      expect(first.map(({ row_number }) => row_number)).toEqual(rows.map((_, n) => n + 1))
      expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(['insert']))
      const again = await outcomes(client, NUMBERS, rows)
      expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
      expect(await storedNumbers(client)).toBe(300)
    })
  })

  test('is checked first, and the trail has what is written after the check in the same transaction', async () => {
    await asSuperadmin(async (client) => {
      const rows = numbers(3)
      await outcomes(client, NUMBERS, rows, true)
      expect(await storedNumbers(client)).toBe(0)
      await outcomes(client, NUMBERS, rows)
      const { rows: told } = await client.query(
        "select record_label from public.audit_log where record_label like '+1316559%' and action = 'insert' order by 1",
      )
      expect(told).toEqual(rows.map((row) => ({ record_label: row.number })))
    })
  })

  test('changes the tenant’s own record, even if another tenant has the same key', async () => {
    const [own, other] = [
      await insertRow('extensions', await FACTORIES.extensions({ extension: '2790' })),
      await insertRow('extensions', await FACTORIES.extensions({ extension: '2790' })),
    ]
    await asSuperadmin(async (client) => {
      const statement = `select * from public.import_records('extensions', '${own.tenant_id}', '{extension}', $1, $2)`
      const rows = [{ extension: '2790', description: 'Imported' }]
      expect(await outcomes(client, statement, rows)).toMatchObject([{ outcome: 'update' }])
      expect(await storedRow('extensions', own.id, client)).toMatchObject({ description: 'Imported' })
      expect(await storedRow('extensions', other.id, client)).toMatchObject({ description: '' })
    })
  })

  test('names the columns in which a row differs from its record, those of other permissions too', async () => {
    await asSuperadmin(async (client) => {
      const given = numbers(3).map((row) => ({ ...row, monthly_cost: 1 }))
      await outcomes(client, NUMBERS, given.slice(0, 2))
      const rows = given.map((row, n) => (n === 0 ? { ...row, carrier: 'Other', monthly_cost: 2 } : row))
      for (const dryRun of [true, false])
        expect(await outcomes(client, NUMBERS, rows, dryRun)).toMatchObject([
          { row_number: 1, outcome: 'update', message: null, changed: ['carrier', 'monthly_cost'] },
          { row_number: 2, outcome: 'unchanged', message: null, changed: [] },
          { row_number: 3, outcome: 'insert', message: null, changed: [] },
        ])
      expect(await outcomes(client, NUMBERS, [{ ...rows[0], monthly_cost: 3 }])).toMatchObject([
        { outcome: 'update', changed: ['monthly_cost'] },
      ])
    })
  })

  test('finds or creates the destinations of outside numbers, and the check leaves none behind', async () => {
    const { tenant_id: tenant } = await insertRow(
      'extensions',
      await FACTORIES.extensions({ extension: '2791' }),
    )
    await asSuperadmin(async (client) => {
      const statement = `select * from public.import_records('extensions', '${tenant}', '{extension}', $1, $2)`
      const forwarded = { forward_all_enabled: true, forward_all_destination_id: '+12075550199' }
      const rows = [
        { extension: '2791', ...forwarded },
        { extension: '2792', ...forwarded },
        { extension: '2793', forward_all_destination_id: null },
      ]
      const outside = async () =>
        (
          await client.query(
            "select id, number from public.destinations where tenant_id = $1 and kind = 'external'",
            [tenant],
          )
        ).rows
      const expected = [{ outcome: 'update' }, { outcome: 'insert' }, { outcome: 'insert' }]
      expect(await outcomes(client, statement, rows, true)).toMatchObject(expected)
      expect(await outside()).toEqual([])
      expect(await outcomes(client, statement, rows)).toMatchObject(expected)
      const made = await outside()
      expect(made).toEqual([{ id: expect.any(String), number: '+12075550199' }])
      const { rows: stored } = await client.query(
        "select forward_all_destination_id as id from public.extensions where tenant_id = $1 and extension like '279_' order by extension",
        [tenant],
      )
      expect(stored).toEqual([{ id: made[0].id }, { id: made[0].id }, { id: null }])
      expect(await outcomes(client, statement, rows)).toMatchObject(
        rows.map(() => ({ outcome: 'unchanged' })),
      )
    })
  })

  test('rejects a row that repeats an earlier one', async () => {
    await asSuperadmin(async (client) => {
      const [one, two] = numbers(2)
      const answer = await outcomes(client, NUMBERS, [one as Row, two as Row, { ...one, carrier: 'Other' }])
      expect(answer.map(({ outcome }) => outcome)).toEqual(['insert', 'insert', 'error'])
      expect(answer[2]?.message).toBe('An earlier row has the same number.')
      expect(await storedNumbers(client)).toBe(0)
    })
  })

  test('accepts rows with different columns and fills in the defaults', async () => {
    await asSuperadmin(async (client) => {
      const rows = [{ number: number(1) }, { number: number(2), tags: ['new'] }]
      expect((await outcomes(client, NUMBERS, rows)).map(({ outcome }) => outcome)).toEqual([
        'insert',
        'insert',
      ])
      const { rows: stored } = await client.query(
        "select status, tags from public.dids where number like '+1316559%' order by number",
      )
      expect(stored).toEqual([
        { status: 'available', tags: [] },
        { status: 'available', tags: ['new'] },
      ])
    })
  })

  test('tells users who may create but not edit which rows would change a record', async () => {
    const { client } = await memberWith('numbers.view', 'numbers.create')
    const did = await insertRow('dids', await FACTORIES.dids({ carrier: 'Before' }))
    const { data } = await client.rpc('import_records', {
      target_table: 'dids',
      tenant: null as unknown as string,
      key_columns: ['number'],
      rows: [{ number: did.number, carrier: 'After' }],
      dry_run: false,
    })
    expect(data).toMatchObject([{ outcome: 'error', message: 'Your role does not allow this.' }])
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

describe('importing stock', () => {
  test('finds an item by MAC address, serial number or asset tag, and ignores empty keys', async () => {
    const kept = await insertRow(
      'inventory',
      await FACTORIES.inventory({ mac: uniqueMac(), serial: `S-${unique()}`, asset_tag: `A-${unique()}` }),
    )
    await asSuperadmin(async (client) => {
      const blank = { mac: null, serial: null, asset_tag: null }
      for (const key of ['mac', 'serial', 'asset_tag'] as const) {
        const row = { ...blank, name: `By ${key}`, [key]: kept[key] }
        expect(await outcomes(client, STOCK, [row])).toMatchObject([{ outcome: 'update' }])
        expect(await outcomes(client, STOCK, [row])).toMatchObject([{ outcome: 'unchanged' }])
        expect(await storedRow('inventory', kept.id, client)).toMatchObject({
          name: `By ${key}`,
          mac: kept.mac,
          serial: kept.serial,
          asset_tag: kept.asset_tag,
        })
      }
    })
  })

  test('rejects a row about an item that an earlier row has named by another key', async () => {
    const item = await insertRow(
      'inventory',
      await FACTORIES.inventory({ mac: uniqueMac(), serial: `S-${unique()}` }),
    )
    const blank = { mac: null, serial: null }
    await asSuperadmin(async (client) => {
      const answer = await outcomes(client, STOCK, [
        { ...blank, name: 'By its address', mac: item.mac },
        { ...blank, name: 'By its serial number', serial: item.serial },
        { ...blank, name: 'New', serial: `S-${unique()}` },
      ])
      expect(answer.map(({ outcome, message }) => [outcome, message])).toEqual([
        ['update', null],
        ['error', 'An earlier row is about the same record.'],
        ['insert', null],
      ])
      expect(await storedRow('inventory', item.id, client)).toEqual(item)
    })
  })

  test('rejects a row without a key, one that matches two items, and one that repeats another', async () => {
    const [one, two] = [
      await insertRow('inventory', await FACTORIES.inventory({ mac: uniqueMac() })),
      await insertRow('inventory', await FACTORIES.inventory({ serial: `S-${unique()}` })),
    ]
    const mac = uniqueMac()
    await asSuperadmin(async (client) => {
      const answer = await outcomes(client, STOCK, [
        { name: 'Nothing' },
        { name: 'Both', mac: one.mac, serial: two.serial },
        { name: 'New', mac, serial: 'S-1' },
        { name: 'Again', mac, serial: 'S-2' },
      ])
      expect(answer.map(({ outcome, message }) => [outcome, message])).toEqual([
        ['error', 'The row is missing mac or serial or asset_tag.'],
        ['error', 'The row matches more than one record.'],
        ['insert', null],
        ['error', 'An earlier row has the same mac.'],
      ])
      expect(await storedRow('inventory', one.id, client)).toEqual(one)
    })
  })
})
