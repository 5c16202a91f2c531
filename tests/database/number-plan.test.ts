import { describe, expect, test } from 'vitest'
import { become, becomeOwner, query, rolledBack } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId } from '../support/factories/row'

const tenantWithCodes = async () => (await insertRow('tenants', await newTenant())).id

async function refusal(
  work: Promise<unknown>,
): Promise<{ code?: string; message?: string; detail?: string }> {
  return work.then(
    () => ({}),
    (error: { code: string; message: string; detail?: string }) => error,
  )
}

describe('the numbering plan of a tenant', () => {
  test('loses a feature code’s destination when the code is deleted', async () => {
    const tenant_id = await tenantWithCodes()
    await rolledBack(async (client) => {
      const destinations = async () => {
        const { rows } = await client.query(
          "select 1 from public.destinations where tenant_id = $1 and kind = 'other' and number = '*732'",
          [tenant_id],
        )
        return rows.length
      }
      expect(await destinations()).toBe(1)
      await client.query("delete from public.feature_codes where tenant_id = $1 and feature = 'record'", [
        tenant_id,
      ])
      expect(await destinations()).toBe(0)
    })
  })

  test('names the record that holds a taken number', async () => {
    const tenant_id = await tenantWithCodes()
    const first = await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id, extension: '1001', effective_caller_id_name: 'Reception' }),
    )
    const error = await refusal(
      insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '1001' })),
    )
    expect(error).toMatchObject({
      code: '23505',
      message: '1001 is already taken by the extension Reception.',
    })
    expect(JSON.parse(error.detail ?? '{}')).toEqual({
      kind: 'extensions',
      id: first.id,
      column: 'extension',
    })
    expect(
      await query('select 1 from public.extensions where tenant_id = $1 and extension = $2', [
        tenant_id,
        '1001',
      ]),
    ).toHaveLength(1)
  })

  test('allows the same number in another tenant', async () => {
    await insertRow('extensions', await FACTORIES.extensions({ extension: '1001' }))
    const other = await insertRow('extensions', await FACTORIES.extensions({ extension: '1001' }))
    expect(other.extension).toBe('1001')
  })

  test('cannot be taken over by a new record with the id of another', async () => {
    const tenant_id = await tenantWithCodes()
    const menu = await insertRow('ivr_menus', await FACTORIES.ivr_menus({ tenant_id, number: '7001' }))
    const here = (await insertRow('tenants', await newTenant())).id
    const [hangUp] = await query<{ id: string }>(
      "select id from public.destinations where tenant_id = $1 and kind = 'other' and number = 'hangup'",
      [tenant_id],
    )
    const rows = () =>
      query(
        `select to_jsonb(d) as row from public.destinations d where d.tenant_id = $1
         union all select to_jsonb(p) from public.number_plan p where p.tenant_id = $1 order by 1`,
        [tenant_id],
      )
    const before = await rows()
    for (const id of [hangUp?.id, menu.id])
      for (const tenant of [tenant_id, here]) {
        const group = await FACTORIES.ring_groups({ id, tenant_id: tenant, number: '7000' })
        expect(await refusal(insertRow('ring_groups', group))).toMatchObject({ code: '23505' })
      }
    // No destination, but a number.
    const lot = await FACTORIES.park_lots({ id: menu.id, tenant_id: here, number: '7100' })
    await insertRow('park_lots', lot)
    await query('delete from public.park_lots where id = $1', [lot.id])
    expect(await rows()).toEqual(before)
  })

  test('gives no calls for an outside number to a record that has the id of its destination', async () => {
    const tenant_id = await tenantWithCodes()
    const outside = '+12075550123'
    const [derived] = await query<{ id: string }>(
      "select private.derived_id('external ' || $1 || ' ' || $2) as id",
      [tenant_id, outside],
    )
    const { id } = await insertRow('ring_groups', await FACTORIES.ring_groups({ id: derived?.id, tenant_id }))
    for (const [as, statement] of [
      [become, "select public.destination_for($1, 'external', $2)"],
      [becomeOwner, 'select private.forward_target($1, $2)'],
    ] as const)
      await rolledBack(async (client) => {
        await as(client, TECH)
        expect(await refusal(client.query(statement, [tenant_id, outside]))).toMatchObject({ code: '23505' })
      })
    expect(
      await query('select kind from public.destinations where tenant_id = $1 and id = $2', [tenant_id, id]),
    ).toEqual([{ kind: 'ring_groups' }])
  })

  test('frees a number when its record is renumbered or deleted', async () => {
    const tenant_id = await tenantWithCodes()
    const holder = await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '1001' }))
    await query("update public.extensions set extension = '1002' where id = $1", [holder.id])
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '1001' }))
    await query('delete from public.extensions where id = $1', [holder.id])
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '1002' }))
    const plan = await query(
      "select number from public.number_plan where tenant_id = $1 and kind = 'extensions' order by number",
      [tenant_id],
    )
    expect(plan).toEqual([{ number: '1001' }, { number: '1002' }])
  })

  test("contains each tenant's default feature codes, and rejects duplicates", async () => {
    const tenant_id = await tenantWithCodes()
    const codes = await query<{ number: string }>(
      'select number from public.number_plan where tenant_id = $1 order by number',
      [tenant_id],
    )
    expect(codes.map(({ number }) => number)).toEqual([
      '**',
      '*21',
      '*22',
      '*23',
      '*411',
      '*59',
      '*72',
      '*732',
      '*78',
      '*8',
      '*97',
      '*98',
    ])
    const error = await refusal(
      query("update public.feature_codes set code = '*98' where tenant_id = $1 and feature = 'record'", [
        tenant_id,
      ]),
    )
    expect(error.message).toBe('*98 is already taken by the feature code Check voicemail.')
  })

  test('reserves *99 plus digits for voicemail', async () => {
    const tenant_id = await tenantWithCodes()
    const error = await refusal(
      query("update public.feature_codes set code = '*991' where tenant_id = $1 and feature = 'record'", [
        tenant_id,
      ]),
    )
    expect(error.code).toBe('23514')
  })

  test('is deleted with its tenant', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await query('delete from public.tenants where id = $1', [extension.tenant_id])
    for (const table of ['number_plan', 'destinations', 'feature_codes', 'secrets']) {
      expect(
        await query(`select 1 from public.${table} where tenant_id = $1`, [extension.tenant_id]),
      ).toEqual([])
    }
  })
})

describe('the destinations of a tenant', () => {
  const destinationsOf = (id: string) =>
    query('select kind, number, name, enabled from public.destinations where record_id = $1 order by kind', [
      id,
    ])

  test('follow changes of their record', async () => {
    const extension = await insertRow(
      'extensions',
      await FACTORIES.extensions({ extension: '1001', effective_caller_id_name: 'Reception' }),
    )
    expect(await destinationsOf(extension.id)).toEqual([
      { kind: 'extensions', number: '1001', name: 'Reception', enabled: true },
      { kind: 'voicemails', number: '1001', name: 'Reception', enabled: true },
    ])
    await query(
      "update public.extensions set extension = '1009', effective_caller_id_name = 'Lobby', voicemail_enabled = false where id = $1",
      [extension.id],
    )
    expect(await destinationsOf(extension.id)).toEqual([
      { kind: 'extensions', number: '1009', name: 'Lobby', enabled: true },
      { kind: 'voicemails', number: '1009', name: 'Lobby', enabled: false },
    ])
    await query('delete from public.extensions where id = $1', [extension.id])
    expect(await destinationsOf(extension.id)).toEqual([])
  })

  test('are created once per external number, and only for a complete number', async () => {
    const tenant = await tenantWithCodes()
    await rolledBack(async (client) => {
      await become(client, TECH)
      const ask = 'select public.destination_for($1, $2, $3) as id'
      const [first, second] = [
        (await client.query(ask, [tenant, 'external', '+12075550100'])).rows[0].id,
        (await client.query(ask, [tenant, 'external', '+12075550100'])).rows[0].id,
      ]
      expect(second).toBe(first)
      await client.query('savepoint before')
      const error = await refusal(client.query(ask, [tenant, 'external', '555-0100']))
      expect(error).toMatchObject({ code: '23514' })
    })
  })

  test('that are no records are deleted once nothing has led to them for 30 days, which the trail tells', async () => {
    const tenant_id = await tenantWithCodes()
    const put = async (number: string) => {
      const [row] = await query<{ id: string }>("select private.put_destination($1, 'external', $2) as id", [
        tenant_id,
        number,
      ])
      return String(row?.id)
    }
    const unused = await put('+12075550101')
    const [forwarded, chosen, late] = [
      await put('+12075550102'),
      await put('+12075550103'),
      await put('+12075550104'),
    ]
    await rolledBack(async (client) => {
      const job = () => client.query('select public.delete_unused_destinations()')
      await job()
      await client.query(
        `update private.unused_destinations set found_at = now() - interval '31 days' where destination_id = any ($1)`,
        [[unused, forwarded, chosen]],
      )
      const extension = await FACTORIES.extensions({ tenant_id, forward_all_destination_id: forwarded })
      await insertRow('extensions', extension, client)
      await client.query("select private.put_destination($1, 'external', '+12075550103')", [tenant_id])
      await job()
      const { rows } = await client.query(
        "select id from public.destinations where tenant_id = $1 and kind = 'external' order by number",
        [tenant_id],
      )
      expect(rows).toEqual([{ id: forwarded }, { id: chosen }, { id: late }])
      const told = await client.query(
        "select record_id, actor_email from public.audit_log where tenant_id = $1 and table_name = 'destinations'",
        [tenant_id],
      )
      expect(told.rows).toEqual([{ record_id: unused, actor_email: 'The schedule' }])
    })
  })

  test('cannot be created by users who may not edit telephony', async () => {
    const tenant = await tenantWithCodes()
    const error = await rolledBack(async (client) => {
      await become(client, newId())
      return refusal(client.query("select public.destination_for($1, 'external', '+12075550100')", [tenant]))
    })
    expect(error.code).toBe('42501')
  })

  test('cannot be routed to from another tenant, or deleted while in use', async () => {
    const here = await insertRow('extensions', await FACTORIES.extensions())
    const elsewhere = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await becomeOwner(client)
      await client.query(`create table public.trial_routes (
        id uuid primary key default gen_random_uuid(), tenant_id uuid not null, name text, destination_id uuid,
        foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id))`)
      const route = 'insert into public.trial_routes (tenant_id, name, destination_id) values ($1, $2, $3)'
      await client.query('savepoint before')
      expect(await refusal(client.query(route, [here.tenant_id, 'Main', elsewhere.id]))).toMatchObject({
        code: '23503',
      })
      await client.query('rollback to before')
      await client.query(route, [here.tenant_id, 'Main', here.id])
      expect(
        (await client.query("select * from public.used_by('extensions', $1)", [here.id])).rows,
      ).toMatchObject([{ table_name: 'trial_routes', column_name: 'destination_id', label: 'Main' }])
      await client.query('savepoint before')
      expect(
        await refusal(client.query('delete from public.extensions where id = $1', [here.id])),
      ).toMatchObject({
        code: '23503',
      })
      await client.query('rollback to before')
      const hangUp = `select id from public.destinations where tenant_id = $1 and number = 'hangup'`
      const { id } = (await client.query(hangUp, [here.tenant_id])).rows[0]
      await client.query("select public.repoint('extensions', $1, $2, null, true, 1)", [here.id, id])
      expect((await client.query('select destination_id from public.trial_routes')).rows).toEqual([
        { destination_id: id },
      ])
      expect((await client.query('select 1 from public.extensions where id = $1', [here.id])).rows).toEqual(
        [],
      )
    })
  })
})
