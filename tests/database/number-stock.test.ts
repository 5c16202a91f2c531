import { beforeAll, describe, expect, test } from 'vitest'
import { moveToAnotherDay } from '../support/business-zone'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { become, query, rolledBack, storedRow } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { insertDestination } from '../support/factories/numbers'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

interface Seen {
  id: string
  version: number
}

/** Releases a number; answers why it was not. */
async function release({ id, version }: Seen, aging_days?: number, role: Role = 'superadmin') {
  const asked = { chosen: [{ id, version }], aging_days }
  return (await callers[role].client.rpc('release_numbers', asked).throwOnError()).data[0]
}
/** Assigns a number; answers why it was not. */
async function assignOne({ id, version }: Seen, tenant: string) {
  const asked = { chosen: [{ id, version }], tenant }
  return (await callers.superadmin.client.rpc('assign_numbers', asked).throwOnError()).data[0]
}

describe('releasing a number', () => {
  test('puts it into aging for the given number of days', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect(await release(did, 30)).toBeUndefined()
    const [days] = await query<{ days: number }>(
      'select aging_until - private.business_today() as days from public.dids where id = $1',
      [did.id],
    )
    expect(days).toEqual({ days: 30 })
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'aging', tenant_id: null })
  })

  test('has it age by the company’s day, and a call that is repeated changes nothing', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    const aging = await rolledBack(async (client) => {
      await moveToAnotherDay(client)
      await become(client, SUPERADMIN)
      const again = () => client.query('select private.release_number($1, $2, 30)', [did.id, did.version])
      await again()
      await again()
      const { rows } = await client.query(
        `select version - $2::int as changes, aging_until - private.business_today() as days,
           aging_until - (now() at time zone 'UTC')::date <> 30 as elsewhere
         from public.dids where id = $1`,
        [did.id, did.version],
      )
      return rows[0]
    })
    expect(aging).toEqual({ changes: 1, days: 30, elsewhere: true })
  })

  test('without days makes it available at once', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect(await release(did, 0)).toBeUndefined()
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'available', aging_until: null })
  })

  test.each<[string, (tenant: string) => Promise<Given<'dids'>>]>([
    ['routed', async (tenant) => ({ destination_id: await insertDestination(tenant) })],
    ['called back by emergency services', async () => ({ emergency: true })],
  ])('is refused while it is %s, however it is done', async (_use, given) => {
    const { tenant } = await insertTenant('Kept')
    const did = await insertRow(
      'dids',
      await FACTORIES.dids({ tenant_id: tenant.id, ...(await given(tenant.id)) }),
    )
    expect((await release(did))?.code).toBe('23001')
    const { client } = callers.superadmin
    const direct = await client.from('dids').update({ tenant_id: null, status: 'available' }).eq('id', did.id)
    expect(direct.error?.code).toBe('23001')
    expect((await client.from('dids').delete().eq('id', did.id)).error?.code).toBe('23001')
    expect(await storedRow('dids', did.id)).toEqual(did)
  })

  test('is refused while it is the caller ID of an extension', async () => {
    const { tenant } = await insertTenant('Kept')
    const did = await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id }))
    await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id: tenant.id, extension: '2044', outbound_did_id: did.id }),
    )
    expect(await release(did)).toMatchObject({
      code: '23001',
      message: expect.stringContaining('2044'),
    })
  })

  test('in several requests is one change, and undoing it gives all numbers back to their tenant', async () => {
    const { client } = callers.superadmin
    const dids = [
      await insertRow('dids', await FACTORIES.dids()),
      await insertRow('dids', await FACTORIES.dids()),
    ]
    const run = newId()
    for (const { id, version } of dids) {
      const chosen = [{ id, version }]
      await client.rpc('release_numbers', { chosen, aging_days: 30, run }).throwOnError()
      expect(await storedRow('dids', id)).toMatchObject({ status: 'aging', tenant_id: null })
    }
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update'",
      [dids[0]?.id],
    )
    const { data } = await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
    expect(data).toMatchObject({ undone: 2, kept: 0 })
    for (const { id, tenant_id } of dids) {
      expect(await storedRow('dids', id)).toMatchObject({ status: 'assigned', tenant_id, aging_until: null })
    }
  })

  test('cannot be undone for a number that has another tenant by now, not even where its settings are unchanged', async () => {
    const { client } = callers.superadmin
    const settings = { record: true, caller_id_prefix: 'Acme: ' }
    const [moved, free] = [
      await insertRow('dids', await FACTORIES.dids(settings)),
      await insertRow('dids', await FACTORIES.dids(settings)),
    ]
    const chosen = [moved, free].map(({ id, version }) => ({ id, version }))
    await client.rpc('release_numbers', { chosen, aging_days: 0 }).throwOnError()
    const { tenant } = await insertTenant('Next')
    const version = Number((await storedRow('dids', moved.id))?.version)
    expect(await assignOne({ id: moved.id, version }, tenant.id)).toBeUndefined()
    const before = await storedRow('dids', moved.id)
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'record' = '[true, false]'",
      [moved.id],
    )
    const message = `${moved.number} has another tenant by now, or none.`
    const reverted = await client.rpc('revert_entry', { entry: String(entry?.id) })
    expect(reverted.error).toMatchObject({ code: '23001', message })
    const { data } = await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
    expect(data).toMatchObject({ undone: 1, kept: 1, reasons: [{ record_id: moved.id, message }] })
    expect(await storedRow('dids', moved.id)).toEqual(before)
    expect(await storedRow('dids', free.id)).toMatchObject({ tenant_id: free.tenant_id, ...settings })
  })

  test('again after a lost response changes nothing, but is rejected if someone else released it since', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect(await release(did, 30)).toBeUndefined()
    const released = await storedRow('dids', did.id)
    expect(await release(did, 30)).toBeUndefined()
    expect((await release(did, 60))?.code).toBe('TR409')
    expect(await storedRow('dids', did.id)).toEqual(released)
  })

  test('in bulk reports each problem and releases the others', async () => {
    const [free, kept] = [
      await insertRow('dids', await FACTORIES.dids()),
      await insertRegistered('confirmed'),
    ]
    const { data } = await callers.superadmin.client.rpc('release_numbers', {
      chosen: [free, kept].map(({ id, version }) => ({ id, version })),
      aging_days: 10,
    })
    const message = `${kept.number} is registered for 911. End its registration first.`
    expect(data).toEqual([{ id: kept.id, code: '23001', message, details: '' }])
    expect(await storedRow('dids', free.id)).toMatchObject({ status: 'aging' })
    expect(await storedRow('dids', kept.id)).toEqual(kept)
  })

  test('is denied to sales, over a newer version, and for an invalid aging time', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect((await release(did, 30, 'admin'))?.code).toBe('42501')
    expect((await release({ ...did, version: 7 }))?.code).toBe('TR409')
    expect((await release(did, 731))?.code).toBe('23514')
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

test('a number that no order ported in goes back to porting in when its change is undone', async () => {
  const { client } = callers.superadmin
  const did = await insertRow('dids', await newFreeNumber({ status: 'porting_in' }))
  await client.from('dids').update({ status: 'available' }).eq('id', did.id).throwOnError()
  expect(await storedRow('dids', did.id)).toMatchObject({ status: 'available' })
  const [entry] = await query<{ id: string }>(
    "select id from public.audit_log where record_id = $1 and action = 'update'",
    [did.id],
  )
  await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
  expect(await storedRow('dids', did.id)).toMatchObject({ status: 'porting_in' })
})

test('a routed number that no order ports in is not released before its route is removed', async () => {
  const { id, number, tenant_id } = await insertRow('dids', await FACTORIES.dids())
  const destination_id = await insertDestination(String(tenant_id))
  await query("update public.dids set status = 'porting_in', destination_id = $2 where id = $1", [
    id,
    destination_id,
  ])
  const { client } = callers.superadmin
  const version = Number((await storedRow('dids', id))?.version) + 1
  const given = { status: 'released', tenant_id: null, version }
  expect((await client.from('dids').update(given).eq('id', id)).error).toMatchObject({
    code: '23001',
    message: `${number} is routed. Remove its route first.`,
  })
  expect(await storedRow('dids', id)).toMatchObject({ status: 'porting_in', tenant_id, destination_id })
})

test.each([
  { title: 'in force keeps it', days: 1, released: false },
  { title: 'that is over leaves with it, as do disabled conditions', days: -1, released: true },
])("a released number's override $title", async ({ days, released }) => {
  const did = await insertRow('dids', await FACTORIES.dids())
  const tenant_id = String(did.tenant_id)
  const destination_id = await insertDestination(tenant_id)
  const condition = { did_id: did.id, tenant_id, destination_id, enabled: false }
  await insertRow('did_conditions', await FACTORIES.did_conditions(condition))
  await query(
    `update public.dids set override_destination_id = $2, override_until = now() + $3 * interval '1 day' where id = $1`,
    [did.id, destination_id, days],
  )
  const before = await storedRow('dids', did.id)
  const error = await release({ id: did.id, version: Number(before?.version) }, 30)
  expect(error?.message).toBe(released ? undefined : `${did.number} is routed. Remove its route first.`)
  const left = { tenant_id: null, status: 'aging', override_destination_id: null, override_until: null }
  expect(await storedRow('dids', did.id)).toMatchObject(released ? left : { ...before })
  const conditions = await query('select id from public.did_conditions where did_id = $1', [did.id])
  expect(conditions).toHaveLength(released ? 0 : 1)
})

describe('assigning a number', () => {
  test('assigns an available one to a tenant', async () => {
    const { tenant } = await insertTenant('Given')
    const did = await insertRow('dids', await newFreeNumber({ status: 'reserved' }))
    expect(await assignOne(did, tenant.id)).toBeUndefined()
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'assigned', tenant_id: tenant.id })
  })

  test.each(['aging', 'released', 'porting_in', 'porting_out'])(
    'rejects one with the status %s',
    async (status) => {
      const { tenant } = await insertTenant('Refused')
      const did = await insertRow('dids', await newFreeNumber({ status }))
      expect((await assignOne(did, tenant.id))?.code).toBe('23514')
      expect(await storedRow('dids', did.id)).toEqual(did)
    },
  )
})

test.each(['released', 'assigned elsewhere'])(
  'a number that is %s leaves its tenant’s call settings behind',
  async (how) => {
    const [{ tenant: before }, { tenant }] = [await insertTenant('Before'), await insertTenant('After')]
    const settings = {
      record: true,
      caller_id_prefix: 'Before: ',
      account_code: 'before-1',
      distinctive_ring: 'Bellcore-dr2',
      voice: false,
      fax: true,
      text_messages: true,
    }
    const did = await insertRow(
      'dids',
      await FACTORIES.dids({ tenant_id: before.id, description: 'Main line', ...settings }),
    )
    if (how === 'released') expect(await release(did, 0)).toBeUndefined()
    const { version } = (await storedRow('dids', did.id)) ?? {}
    expect(await assignOne({ id: did.id, version: Number(version) }, tenant.id)).toBeUndefined()
    expect(await storedRow('dids', did.id)).toMatchObject({
      tenant_id: tenant.id,
      description: 'Main line',
      record: false,
      caller_id_prefix: '',
      account_code: '',
      distinctive_ring: '',
      voice: true,
      fax: false,
      text_messages: false,
    })
  },
)

describe('assigning numbers', () => {
  const assign = (dids: { id: string; version: number }[], tenant: string, role: Role = 'superadmin') =>
    callers[role].client.rpc('assign_numbers', {
      chosen: dids.map(({ id, version }) => ({ id, version })),
      tenant,
    })

  test('assigns each to the tenant once, however often it is called', async () => {
    const { tenant } = await insertTenant('Given')
    const dids = await Promise.all([1, 2, 3].map(async () => insertRow('dids', await newFreeNumber())))
    expect((await assign(dids, tenant.id)).data).toEqual([])
    const stored = await storedRow('dids', String(dids[0]?.id))
    expect(stored).toMatchObject({ tenant_id: tenant.id, status: 'assigned', version: 2 })
    expect((await assign(dids, tenant.id)).data).toEqual([])
    expect(await storedRow('dids', String(dids[0]?.id))).toEqual(stored)
  })

  test('names numbers in use by another tenant, and leaves them there', async () => {
    const [{ tenant: user }, { tenant }] = [await insertTenant('Using'), await insertTenant('Asking')]
    const destination_id = await insertDestination(user.id)
    const [routed, idle] = [
      await insertRow('dids', await FACTORIES.dids({ tenant_id: user.id, destination_id })),
      await insertRow('dids', await FACTORIES.dids({ tenant_id: user.id })),
    ]
    const message = `${routed.number} is routed. Remove its route first.`
    expect((await assign([routed, idle], tenant.id)).data).toMatchObject([
      { id: routed.id, code: '23001', message },
    ])
    expect(await storedRow('dids', routed.id)).toEqual(routed)
    expect(await storedRow('dids', idle.id)).toMatchObject({ tenant_id: tenant.id })
  })

  test('accepts an aging number on or after its last aging day, and not before', async () => {
    const { tenant } = await insertTenant('Waiting')
    const [today, tomorrow] = await Promise.all(
      [0, 1].map(async (days) => {
        const [{ day }] = (await query<{ day: string }>(
          'select (private.business_today() + $1::int)::text as day',
          [days],
        )) as [{ day: string }]
        return insertRow('dids', await newFreeNumber({ status: 'aging', aging_until: day }))
      }),
    )
    const { data } = await assign([today, tomorrow] as { id: string; version: number }[], tenant.id)
    const message = `${tomorrow?.number} is aging until ${tomorrow?.aging_until}, so it cannot be assigned.`
    expect(data).toMatchObject([{ id: tomorrow?.id, code: '23514', message }])
    const early = await callers.superadmin.client
      .from('dids')
      .update({ status: 'reserved' })
      .eq('id', String(tomorrow?.id))
    expect(early.error?.code).toBe('23514')
  })

  test.each(['admin', 'tech'] as const)('is denied to the %s', async (role) => {
    const { tenant } = await insertTenant('Refused')
    const did = await insertRow('dids', await newFreeNumber())
    // Neither role sees numbers that no tenant has.
    expect((await assign([did], tenant.id, role)).data).toMatchObject([{ id: did.id, code: 'TR410' }])
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

test('a number whose aging is over becomes available, by the schedule', async () => {
  const aging = async (days: number) => {
    const [{ day }] = (await query<{ day: string }>(
      'select (private.business_today() + $1::int)::text as day',
      [days],
    )) as [{ day: string }]
    return (await insertRow('dids', await newFreeNumber({ status: 'aging', aging_until: day }))).id
  }
  const [over, since, still] = await Promise.all([0, -30, 1].map(aging))
  await serviceClient().rpc('end_number_aging').throwOnError()
  for (const id of [over, since])
    expect(await storedRow('dids', String(id))).toMatchObject({ status: 'available', aging_until: null })
  expect(await storedRow('dids', String(still))).toMatchObject({ status: 'aging' })
  expect(
    await query("select actor_email from public.audit_log where record_id = $1 and action = 'update'", [
      over,
    ]),
  ).toEqual([{ actor_email: 'The schedule' }])
  expect((await callers.superadmin.client.rpc('end_number_aging')).error).not.toBeNull()
})

test('numbers whose aging is over become available a thousand at a time', async () => {
  const statement = `insert into public.dids (number, status, aging_until)
    select '+1999' || lpad(n::text, 7, '0'), 'aging', private.business_today() from generate_series(1, 1001) n`
  await query(statement)
  const end = async () => (await serviceClient().rpc('end_number_aging').throwOnError()).data
  expect([await end(), await end(), await end()]).toEqual([1000, expect.any(Number), 0])
})

describe('a number', () => {
  test.each([
    ['assigned', 'has no tenant. Assign it to one in the list of numbers.'],
    ['available', 'belongs to a tenant. Release it in the list of numbers.'],
    ['released', 'belongs to a tenant. Release it in the list of numbers.'],
  ])('explains why its form rejects %s', async (status, why) => {
    const did = await insertRow(
      'dids',
      status === 'assigned' ? await newFreeNumber() : await FACTORIES.dids(),
    )
    const { error } = await callers.superadmin.client.from('dids').update({ status }).eq('id', did.id)
    expect(error).toMatchObject({
      code: '23514',
      message: `${did.number} ${why}`,
      details: '{"column": "status"}',
    })
    expect(await storedRow('dids', did.id)).toEqual(did)
  })

  test.each<Given<'dids'>>([{ carrier: 'x'.repeat(65) }, { tags: ['x'.repeat(501)] }])(
    'is rejected with %o',
    async (change) => {
      const did = await insertRow('dids', await newFreeNumber())
      const { error } = await callers.superadmin.client.from('dids').update(change).eq('id', did.id)
      expect(error?.code).toBe('23514')
    },
  )

  test('has no tenant while it is free, and an aging date only while it is aging', async () => {
    const { tenant } = await insertTenant('None')
    const did = await insertRow('dids', await newFreeNumber())
    const { client } = callers.superadmin
    const held = await client.from('dids').update({ tenant_id: tenant.id }).eq('id', did.id)
    expect(held.error?.code).toBe('23514')
    await client.from('dids').update({ status: 'aging' }).eq('id', did.id)
    expect((await storedRow('dids', did.id))?.aging_until).not.toBeNull()
    await client.from('dids').update({ status: 'available' }).eq('id', did.id)
    expect((await storedRow('dids', did.id))?.aging_until).toBeNull()
  })

  test('is visible to sales with its tenant, coverage and cached lookups, and never to techs', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    await insertRow('number_lookups', await FACTORIES.number_lookups({ number: did.number }))
    const ask = async (role: Role) =>
      (await callers[role].client.rpc('known_numbers', { numbers: [did.number] })).data
    expect(await ask('admin')).toMatchObject([
      {
        number: did.number,
        did: { id: did.id, tenant_id: did.tenant_id },
        answers: [{ provider: 'telnyx' }],
      },
    ])
    expect(await ask('tech')).toMatchObject([{ number: did.number, coverage: null, answers: [] }])
  })

  test('is covered by the longest prefix, for which the rest of the coverage is not read', async () => {
    await rolledBack(async (client) => {
      await client.query(`
        insert into public.number_coverage (prefix, portable, state)
        select '98' || a || b, true, case length(b) when 0 then 'MT' when 3 then 'WY' else 'UT' end
        from generate_series(5, 6) a, lateral (select '' union select (200 + n)::text from generate_series(0, 700) n
          union select '20' || n from generate_series(10, 99) n) t (b)`)
      await become(client, SUPERADMIN)
      const read = async () =>
        (
          await client.query<{ read: number }>(
            `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
             where relid = 'public.number_coverage'::regclass`,
          )
        ).rows[0]?.read ?? 0
      const before = await read()
      const numbers = ['+19852015555', '+19853005555', '+19859995555', '+19871234567', '+449853005555']
      const { rows } = await client.query<{ known: { coverage: { prefix: string } | null }[] }>(
        'select public.known_numbers($1) as known',
        [numbers],
      )
      expect(rows[0]?.known.map(({ coverage }) => coverage?.prefix ?? null)).toEqual([
        '9852015',
        '985300',
        '985',
        null,
        null,
      ])
      expect((await read()) - before).toBeLessThan(50)
    })
  })

  test.each(['available', 'reserved', 'aging', 'released'])(
    'that no tenant has and is %s shows sales no more than that, and only while it is ours',
    async (status) => {
      const did = await insertRow('dids', await newFreeNumber({ status }))
      const known = async (role: Role) => {
        const { data } = await callers[role].client
          .rpc('known_numbers', { numbers: [did.number] })
          .throwOnError()
        return (data as { did: unknown }[])[0]?.did
      }
      const nothing = { id: null, tenant_id: null, carrier: '', tenant_name: null }
      expect(await known('admin')).toEqual(status === 'released' ? null : { ...nothing, status })
      expect(await known('superadmin')).toMatchObject({ id: did.id, status })
      expect(await known('tech')).toBeNull()
      expect((await callers.admin.client.from('dids').select('id').eq('id', did.id)).data).toEqual([])
    },
  )
})
