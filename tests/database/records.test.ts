import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { become, becomeOwner, failure, query, rolledBack } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId, uniqueNumber } from '../support/factories/row'

const ownTenant = async () => (await insertRow('tenants', await newTenant())).id

/** As a tech, in a transaction that is rolled back. */
function asTech<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return rolledBack(async (client) => {
    await become(client, TECH)
    return work(client)
  })
}

const SAVE = 'select public.save_record($1, $2, $3, $4, $5) as row'
const save = async (client: pg.Client, values: unknown[]) => (await client.query(SAVE, values)).rows[0].row

describe('saving a record', () => {
  test("creates it with the client's id, once however often it is sent", async () => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      const id = newId()
      const values = { extension: '1001', effective_caller_id_name: 'Reception' }
      const made = await save(client, ['extensions', id, tenant, null, values])
      expect(made).toMatchObject({ id, tenant_id: tenant, ...values, version: 1 })
      expect(await save(client, ['extensions', id, tenant, null, values])).toEqual(made)
      const { rows } = await client.query('select id from public.extensions where tenant_id = $1', [tenant])
      expect(rows).toEqual([{ id }])
    })
  })

  test('refuses to overwrite a newer save by someone else', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await asTech(async (client) => {
      const by = (version: number, description: string) => [
        'extensions',
        extension.id,
        extension.tenant_id,
        version,
        { description },
      ]
      expect(await save(client, by(1, 'first'))).toMatchObject({ description: 'first', version: 2 })
      expect(await failure(client, SAVE, by(1, 'second'))).toBe('TR409')
      const { rows } = await client.query('select description from public.extensions where id = $1', [
        extension.id,
      ])
      expect(rows).toEqual([{ description: 'first' }])
    })
  })

  test('changes nothing under the id of another tenant', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const other = await ownTenant()
    await asTech(async (client) => {
      const values = { description: 'taken over' }
      expect(await failure(client, SAVE, ['extensions', extension.id, other, 1, values])).toBe('TR410')
      expect(
        await failure(client, SAVE, ['extensions', extension.id, other, null, { extension: '1001' }]),
      ).toBe('TR410')
      const { rows } = await client.query(
        'select tenant_id, description from public.extensions where id = $1',
        [extension.id],
      )
      expect(rows).toEqual([{ tenant_id: extension.tenant_id, description: extension.description }])
    })
  })

  test.each([
    ['an unsupported table', 'members', { user_role: 'superadmin' }],
    ['a field that does not exist', 'extensions', { nonsense: 1 }],
  ])('rejects %s', async (_what, table, values) => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      expect(await failure(client, SAVE, [table, newId(), tenant, null, values])).toBe('22023')
    })
  })

  test('is refused to users who may not edit telephony', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, newId())
      const change = ['extensions', extension.id, extension.tenant_id, 1, { description: 'x' }]
      expect(await failure(client, SAVE, change)).toBe('TR410')
      const make = ['extensions', newId(), extension.tenant_id, null, { extension: '1001' }]
      expect(await failure(client, SAVE, make)).toBe('42501')
    })
  })

  test('saves its child rows with it: missing ones are deleted, the others updated or created', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await becomeOwner(client)
      await client.query(`create table public.trial_parts (
        id uuid primary key default gen_random_uuid(), tenant_id uuid not null, extension_id uuid not null,
        position integer, version integer not null default 1,
        foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id) on delete cascade)`)
      const parts = (rows: unknown[]) => ({ trial_parts: { parent: 'extension_id', rows } })
      const saveWith = `${SAVE.replace('$5)', '$5, $6)')}`
      const [a, b] = [newId(), newId()]
      const { id, tenant_id: tenant } = extension
      await client.query(saveWith, [
        'extensions',
        id,
        tenant,
        1,
        {},
        parts([
          { id: a, position: 1 },
          { id: b, position: 2 },
        ]),
      ])
      await client.query(saveWith, [
        'extensions',
        id,
        tenant,
        2,
        {},
        parts([{ id: b, position: 5 }, { position: 6 }]),
      ])
      const { rows } = await client.query(
        'select id = $1 as kept, position, tenant_id from public.trial_parts order by position',
        [b],
      )
      expect(rows).toEqual([
        { kept: true, position: 5, tenant_id: tenant },
        { kept: false, position: 6, tenant_id: tenant },
      ])
    })
  })
})

describe('a list of records', () => {
  const PAGE = `select r ->> 'extension' as extension, r ->> 'sort_value' as value, r ->> 'id' as id
    from public.record_page('extensions', $1, $2, $3, $4, $5, $6, $7, $8) r`

  async function tenantOfNumbers(numbers: string[]): Promise<string> {
    const tenant_id = await ownTenant()
    for (const extension of numbers)
      await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension }))
    return tenant_id
  }

  test('is paged forward and back without missing or repeating a row', async () => {
    const tenant = await tenantOfNumbers(['1003', '200', '1001', '99', '1002'])
    await asTech(async (client) => {
      for (const descending of [false, true]) {
        const walked: string[] = []
        let after: [string | null, string | null] = [null, null]
        for (;;) {
          const { rows } = await client.query(PAGE, [tenant, null, {}, 'extension', descending, ...after, 2])
          if (rows.length === 0) break
          walked.push(...rows.map((row: { extension: string }) => row.extension))
          after = [rows.at(-1).value, rows.at(-1).id]
        }
        const expected = ['99', '200', '1001', '1002', '1003']
        expect(walked).toEqual(descending ? expected.reverse() : expected)
      }
    })
  })

  test('is searched and filtered literally, including wildcard characters', async () => {
    const tenant = await tenantOfNumbers(['1001', '1002'])
    await query(
      "update public.extensions set description = '100% of_it', enabled = false where tenant_id = $1 and extension = '1002'",
      [tenant],
    )
    await asTech(async (client) => {
      const found = async (search: string | null, filters = {}) =>
        (await client.query(PAGE, [tenant, search, filters, 'extension', false, null, null, 50])).rows.map(
          (row: { extension: string }) => row.extension,
        )
      expect(await found('100% OF_')).toEqual(['1002'])
      expect(await found('1__1')).toEqual([])
      expect(await found(null, { enabled: true })).toEqual(['1001'])
      expect(await found("'; drop table extensions; --")).toEqual([])
    })
  })

  test.each([
    '(AAA) EEE-LLLL',
    '(AAA) EEE',
    'AAAEEELLLL',
    '1-AAA-EEE-LLLL',
    '+1 AAA.EEE.LLLL',
    'AAA–EEE–LLLL',
    'AAA/EEE/LLLL',
    'AAA\u00a0EEE\u00a0LLLL',
    '\u202a(AAA) EEE-LLLL\u202c',
    '(AAA) EEE-LLLL ext. 12',
    '+1AAAEEELLLL;ext=12',
    '（AAA）　EEE－LLLL',
  ])('is searched for a number written as %s', async (written) => {
    const tenant = await ownTenant()
    const [number = '', other = ''] = [1, 2].map(() => `+1${uniqueNumber().slice(-10)}`)
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, number }))
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, number: other }))
    const plain = written
      .replace('AAA', number.slice(2, 5))
      .replace('EEE', number.slice(5, 8))
      .replace('LLLL', number.slice(8))
    const typed = written.includes('（')
      ? plain.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      : plain
    await asTech(async (client) => {
      const { rows } = await client.query(
        "select r ->> 'number' as number from public.record_page('dids', $1, $2) r",
        [tenant, typed],
      )
      expect(rows).toContainEqual({ number })
      if (written.includes('LLLL')) expect(rows).toHaveLength(1)
    })
  })

  test.each([
    ["O'Brien - night desk", 'O’Brien – night desk'],
    ['O’Brien – night desk', "O'Brien - night desk"],
    ['jose muller', 'José Müller'],
    ['José Müller', 'Jose Muller'],
    ['José', 'José, typed as one letter and an accent'.normalize('NFD')],
    ['soren weiss', 'Søren Weiß'],
    ['Søren Weiß', 'Soren Weiss'],
    ['Ｆｌｏｏｒ　５', 'Floor 5'],
    ['Floor 5', 'Ｆｌｏｏｒ　５'],
  ])('is searched for %s also where %s is written', async (typed, written) => {
    const tenant = await tenantOfNumbers(['1001', '1002'])
    await query('update public.extensions set description = $2 where tenant_id = $1 and extension = $3', [
      tenant,
      written,
      '1002',
    ])
    await asTech(async (client) => {
      const { rows } = await client.query(PAGE, [tenant, typed, {}, 'extension', false, null, null, 50])
      expect(rows).toMatchObject([{ extension: '1002' }])
    })
  })

  test.each([
    ['sorted', [{}, 'created_by']],
    ['filtered', [{ tenant_id: 'x' }, 'extension']],
  ])('cannot be %s by a column that is not on its list', async (_how, [filters, sort]) => {
    await asTech(async (client) => {
      expect(await failure(client, PAGE, [null, null, filters, sort, false, null, null, 50])).toBe('22023')
    })
  })

  test('is empty for users who may not view telephony', async () => {
    const tenant = await tenantOfNumbers(['1001'])
    await rolledBack(async (client) => {
      await become(client, newId())
      const { rows } = await client.query(PAGE, [tenant, null, {}, 'extension', false, null, null, 50])
      expect(rows).toEqual([])
    })
  })
})

describe('an import', () => {
  const IMPORT = `select * from public.import_records('extensions', $1, '{extension}', $2, $3)`
  const rows = [
    { extension: '1001', description: 'Front' },
    { extension: '1002', description: 'Back' },
  ]

  test('reports what it would do and changes nothing in a dry run', async () => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      const answer = await client.query(IMPORT, [tenant, JSON.stringify(rows), true])
      expect(answer.rows.map((row) => row.outcome)).toEqual(['insert', 'insert'])
      expect(
        (await client.query('select 1 from public.extensions where tenant_id = $1', [tenant])).rows,
      ).toEqual([])
    })
  })

  test('stores all rows, and changes nothing the second time', async () => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      await client.query(IMPORT, [tenant, JSON.stringify(rows), false])
      const again = await client.query(IMPORT, [tenant, JSON.stringify(rows), false])
      expect(again.rows.map((row) => row.outcome)).toEqual(['unchanged', 'unchanged'])
      const changed = await client.query(IMPORT, [
        tenant,
        JSON.stringify([rows[0], { ...rows[1], description: 'Yard' }]),
        false,
      ])
      expect(changed.rows.map((row) => row.outcome)).toEqual(['unchanged', 'update'])
    })
  })

  test('adds nothing when it may only update', async () => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      await client.query(IMPORT, [tenant, JSON.stringify(rows.slice(0, 1)), false])
      const changed = rows.map((row) => ({ ...row, description: 'Yard' }))
      const answer = await client.query(
        `select * from public.import_records('extensions', $1, '{extension}', $2, false, may_insert => false)`,
        [tenant, JSON.stringify(changed)],
      )
      expect(answer.rows).toMatchObject([
        { outcome: 'update' },
        { outcome: 'error', message: 'There is no record with the extension 1002.' },
      ])
      expect(
        (await client.query('select description from public.extensions where tenant_id = $1', [tenant])).rows,
      ).toEqual([{ description: 'Front' }])
    })
  })

  test('stores nothing when a row is rejected, and gives the reason for each row', async () => {
    const tenant = await ownTenant()
    await asTech(async (client) => {
      const bad = [...rows, { extension: 'lobby' }, { description: 'no number' }, { extension: '1003' }]
      const answer = await client.query(IMPORT, [tenant, JSON.stringify(bad), false])
      expect(answer.rows.map((row) => row.outcome)).toEqual(['insert', 'insert', 'error', 'error', 'insert'])
      expect(answer.rows[3].message).toBe('The row is missing extension.')
      expect(
        (await client.query('select 1 from public.extensions where tenant_id = $1', [tenant])).rows,
      ).toEqual([])
    })
  })
})

describe('the history of a record', () => {
  const entriesOf = (client: pg.Client, id: string) =>
    client.query<{ id: string; action: string }>(
      "select id, action from public.record_history('extensions', $1)",
      [id],
    )

  test('restores an earlier value, but not if the record has changed since', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions({ description: 'old' }))
    await query("update public.extensions set description = 'new' where id = $1", [extension.id])
    await asTech(async (client) => {
      const [entry, ...older] = (await entriesOf(client, extension.id)).rows
      expect([entry?.action, ...older.map(({ action }) => action)]).toEqual(['update', 'insert'])
      const newest = await client.query("select id from public.record_history('extensions', $1, most => 1)", [
        extension.id,
      ])
      expect(newest.rows).toEqual([{ id: entry?.id }])
      expect(await failure(client, 'select public.revert_entry($1, 1)', [entry?.id])).toBe('TR409')
      // Once more, as after a lost response.
      for (let n = 0; n < 2; n += 1) await client.query('select public.revert_entry($1, 2)', [entry?.id])
      const { rows } = await client.query('select description from public.extensions where id = $1', [
        extension.id,
      ])
      expect(rows).toEqual([{ description: 'old' }])
    })
  })

  test('restores a deleted record with its id', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions({ description: 'kept' }))
    await query('delete from public.extensions where id = $1', [extension.id])
    await asTech(async (client) => {
      const [entry] = (await entriesOf(client, extension.id)).rows
      await client.query('select public.revert_entry($1)', [entry?.id])
      const { rows } = await client.query(
        'select description, extension, tenant_id from public.extensions where id = $1',
        [extension.id],
      )
      expect(rows).toEqual([
        { description: 'kept', extension: extension.extension, tenant_id: extension.tenant_id },
      ])
    })
  })

  test('cannot be used to revert without the permission to edit', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions({ description: 'old' }))
    await query("update public.extensions set description = 'new' where id = $1", [extension.id])
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update'",
      [extension.id],
    )
    await rolledBack(async (client) => {
      await become(client, newId())
      expect(await failure(client, 'select public.revert_entry($1)', [entry?.id])).toBe('TR410')
    })
  })
})
