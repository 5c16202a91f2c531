import type pg from 'pg'
import { expect, test } from 'vitest'
import { freeDirectNumbers } from '@/lib/telephony/new-hire'
import { callerOf } from '../support/clients'
import { become, failure, query, rolledBack, storedRow } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId, uniqueMac, uniqueNumber } from '../support/factories/row'
import { newStockItem } from '../support/factories/sales'
import { SEALED } from '../support/vault'

const HIRE = 'select public.add_new_hire($1, $2)'

/** A tenant with an unrouted number, and a new hire with every option. */
async function arranged() {
  const tenant = (await insertRow('tenants', await newTenant())).id
  const did = await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, destination_id: null }))
  const ids = { extension: newId(), device: newId(), user: newId() }
  const hire = {
    extension: {
      id: ids.extension,
      extension: '1042',
      first_name: 'Ada',
      last_name: 'Byron',
      effective_caller_id_name: 'Ada Byron',
    },
    voicemail_pin: SEALED,
    did_id: did.id,
    device: {
      id: ids.device,
      mac: uniqueMac(),
      vendor: 'Yealink',
      model: 'T54W',
      profile_id: null,
      label: 'Ada Byron',
    },
    portal_user: { id: ids.user, name: 'Ada Byron', email: 'ada@example.test' },
  }
  return { tenant, did, ids, hire }
}

function asTech<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return rolledBack(async (client) => {
    await become(client, TECH)
    return work(client)
  })
}

test('a new hire gets an extension, voicemail PIN, number, phone and portal user in one step, once', async () => {
  const { tenant, did, ids, hire } = await arranged()
  await asTech(async (client) => {
    await client.query(HIRE, [tenant, hire])
    await client.query(HIRE, [tenant, hire])
    expect(await storedRow('extensions', ids.extension, client)).toMatchObject({
      extension: '1042',
      tenant_id: tenant,
      outbound_did_id: did.id,
    })
    expect(await storedRow('dids', did.id, client)).toMatchObject({ destination_id: ids.extension })
    expect(await storedRow('devices', ids.device, client)).toMatchObject({ model: 'T54W' })
    expect(await storedRow('portal_users', ids.user, client)).toMatchObject({ email: 'ada@example.test' })
    const fields = await client.query('select field from public.secret_fields($1, $2) order by field', [
      ids.extension,
      tenant,
    ])
    expect(fields.rows).toEqual([{ field: 'sip_password' }, { field: 'voicemail_pin' }])
    const lines = await client.query(
      'select line, extension_id from public.device_lines where device_id = $1',
      [ids.device],
    )
    expect(lines.rows).toEqual([{ line: 1, extension_id: ids.extension }])
    const own = await client.query(
      'select extension_id from public.portal_user_extensions where portal_user_id = $1',
      [ids.user],
    )
    expect(own.rows).toEqual([{ extension_id: ids.extension }])
  })
})

test('what was changed since an attempt whose response was lost is refused, and what that one added is named', async () => {
  const { tenant, ids, hire } = await arranged()
  await asTech(async (client) => {
    await client.query(HIRE, [tenant, hire])
    await client.query('savepoint added')
    for (const changed of [
      { ...hire, extension: { ...hire.extension, extension: '1043' } },
      { ...hire, extension: { ...hire.extension, voicemail_enabled: false } },
      { ...hire, did_id: null },
      { ...hire, device: null },
      { ...hire, device: { ...hire.device, mac: uniqueMac() } },
      { ...hire, device: { ...hire.device, model: 'T46U' } },
      { ...hire, device: { ...hire.device, model: '' } },
      { ...hire, device: { ...hire.device, vendor: 'Polycom' } },
      { ...hire, device: { ...hire.device, label: 'Lobby' } },
      { ...hire, portal_user: null },
      { ...hire, portal_user: { ...hire.portal_user, email: 'byron@example.test' } },
      { ...hire, portal_user: { ...hire.portal_user, name: 'Ada Lovelace' } },
    ]) {
      await expect(client.query(HIRE, [tenant, changed])).rejects.toMatchObject({
        code: 'TR422',
        message:
          'An earlier attempt has already added 1042 Ada Byron, with other values. Leave this form and change them there.',
      })
      await client.query('rollback to savepoint added')
    }
    expect(await storedRow('extensions', ids.extension, client)).toMatchObject({
      extension: '1042',
      version: 1,
    })
  })
})

test('a hire without a phone and portal access is not repeated with them', async () => {
  const { tenant, hire } = await arranged()
  const bare = { ...hire, device: null, portal_user: null }
  await asTech(async (client) => {
    await client.query(HIRE, [tenant, bare])
    await client.query(HIRE, [tenant, bare])
    expect(await failure(client, HIRE, [tenant, { ...bare, device: hire.device }])).toBe('TR422')
    expect(await failure(client, HIRE, [tenant, { ...bare, portal_user: hire.portal_user }])).toBe('TR422')
  })
})

test('a phone from stock whose model was left empty is repeated as it was given', async () => {
  const { tenant, ids, hire } = await arranged()
  await insertRow('inventory', await newStockItem({ mac: hire.device.mac, model: 'T54W' }))
  const unnamed = { ...hire, device: { ...hire.device, model: '' } }
  await asTech(async (client) => {
    await client.query(HIRE, [tenant, unnamed])
    await client.query(HIRE, [tenant, unnamed])
    expect(await storedRow('devices', ids.device, client)).toMatchObject({ model: 'T54W' })
    expect(
      await failure(client, HIRE, [tenant, { ...hire, device: { ...hire.device, model: 'T46U' } }]),
    ).toBe('TR422')
  })
})

test('nothing is created if one part is rejected', async () => {
  const { tenant, did, ids, hire } = await arranged()
  const taken = await insertRow(
    'extensions',
    await FACTORIES.extensions({ tenant_id: tenant, extension: '1001' }),
  )
  await query('update public.dids set destination_id = $2 where id = $1', [did.id, taken.id])
  await asTech(async (client) => {
    expect(await failure(client, HIRE, [tenant, hire])).toBe('23514')
    expect(await failure(client, HIRE, [tenant, { ...hire, did_id: null, voicemail_pin: '1234' }])).toBe(
      '23514',
    )
    expect(await storedRow('extensions', ids.extension, client)).toBeUndefined()
    expect(await storedRow('devices', ids.device, client)).toBeUndefined()
  })
})

test('a hire without a phone, number, voicemail and portal access gets only the extension', async () => {
  const { tenant, ids, hire } = await arranged()
  await asTech(async (client) => {
    await client.query(HIRE, [
      tenant,
      { extension: hire.extension, device: null, portal_user: null, did_id: null },
    ])
    expect(await storedRow('extensions', ids.extension, client)).toMatchObject({ outbound_did_id: null })
  })
})

test('an extension of another tenant with the same id is not mistaken for the hire’s', async () => {
  const { tenant, ids, hire } = await arranged()
  await insertRow('extensions', await FACTORIES.extensions({ id: ids.extension }))
  await asTech(async (client) => {
    expect(await failure(client, HIRE, [tenant, hire])).toBe('TR410')
  })
})

test('a new hire is offered the enabled numbers without a route that take calls and are not leaving', async () => {
  const { tenant, did } = await arranged()
  for (const given of [
    { voice: false, text_messages: true },
    { enabled: false },
    { status: 'porting_out' },
  ] as const)
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, destination_id: null, ...given }))
  const { client } = await callerOf('tech')
  expect(await freeDirectNumbers(client, tenant)).toEqual([{ id: did.id, number: did.number }])
})

test('a new hire is offered every free number of a tenant with hundreds', async () => {
  const { tenant, did } = await arranged()
  const numbers = Array.from({ length: 300 }, uniqueNumber)
  await query(
    "insert into public.dids (tenant_id, number, status) select $1, unnest($2::text[]), 'assigned'",
    [tenant, numbers],
  )
  const { client } = await callerOf('tech')
  const offered = (await freeDirectNumbers(client, tenant)).map(({ number }) => number)
  expect(offered).toEqual([...numbers, did.number].toSorted())
})

test('a number that is porting out is rejected', async () => {
  const { tenant, did, hire } = await arranged()
  await query("update public.dids set status = 'porting_out' where id = $1", [did.id])
  await asTech(async (client) => {
    expect(await failure(client, HIRE, [tenant, hire])).toBe('23514')
  })
})

test('a number of another tenant is rejected', async () => {
  const { tenant, hire } = await arranged()
  const foreign = await arranged()
  await asTech(async (client) => {
    expect(await failure(client, HIRE, [tenant, { ...hire, did_id: foreign.did.id }])).toMatch(/^23/)
  })
})
