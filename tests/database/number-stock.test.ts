import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertDestination } from '../support/factories/numbers'
import { type Given, insertRow } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const release = (did: { id: string; version: number }, aging_days?: number, role: Role = 'superadmin') =>
  callers[role].client.rpc('release_number', { did: did.id, expected_version: did.version, aging_days })

describe('releasing a number', () => {
  test('lets it age for as many days as it is told', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect((await release(did, 30)).error).toBeNull()
    const [days] = await query<{ days: number }>(
      'select aging_until - current_date as days from public.dids where id = $1',
      [did.id],
    )
    expect(days).toEqual({ days: 30 })
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'aging', tenant_id: null })
  })

  test('without days makes it available', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect((await release(did, 0)).error).toBeNull()
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'available', aging_until: null })
  })

  test.each<[string, (tenant: string) => Promise<Given<'dids'>>]>([
    ['routed', async (tenant) => ({ destination_id: await insertDestination(tenant) })],
    ['used for E911', async () => ({ e911: true })],
    ['called back by emergency services', async () => ({ emergency: true })],
  ])('is refused while it is %s, however it is done', async (_use, given) => {
    const { tenant } = await insertTenant('Kept')
    const did = await insertRow(
      'dids',
      await FACTORIES.dids({ tenant_id: tenant.id, ...(await given(tenant.id)) }),
    )
    expect((await release(did)).error?.code).toBe('23001')
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
    expect((await release(did)).error).toMatchObject({
      code: '23001',
      message: expect.stringContaining('2044'),
    })
  })

  test('is refused to sales, with an older version, and for an unusual time', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    expect((await release(did, 30, 'admin')).error?.code).toBe('42501')
    expect((await release({ ...did, version: 7 })).error?.code).toBe('TR409')
    expect((await release(did, 731)).error?.code).toBe('23514')
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

describe('assigning a number', () => {
  const assign = (did: { id: string; version: number }, tenant: string) =>
    callers.superadmin.client.rpc('assign_number', { did: did.id, expected_version: did.version, tenant })

  test('gives an available one to a tenant', async () => {
    const { tenant } = await insertTenant('Given')
    const did = await insertRow('dids', await newFreeNumber({ status: 'reserved' }))
    expect((await assign(did, tenant.id)).error).toBeNull()
    expect(await storedRow('dids', did.id)).toMatchObject({ status: 'assigned', tenant_id: tenant.id })
  })

  test.each(['aging', 'released', 'porting_in', 'porting_out'])('refuses one that is %s', async (status) => {
    const { tenant } = await insertTenant('Refused')
    const did = await insertRow('dids', await newFreeNumber({ status }))
    expect((await assign(did, tenant.id)).error?.code).toBe('23514')
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

describe('a number', () => {
  test.each<Given<'dids'>>([{ monthly_cost: -1 }, { carrier: 'x'.repeat(65) }, { tags: ['x'.repeat(501)] }])(
    'does not take %o',
    async (change) => {
      const did = await insertRow('dids', await newFreeNumber())
      const { error } = await callers.superadmin.client.from('dids').update(change).eq('id', did.id)
      expect(error?.code).toBe('23514')
    },
  )

  test('that is free belongs to no tenant, and only one that ages has a day', async () => {
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

  test('is known with its tenant, its coverage and the cached answers to sales, and to no tech', async () => {
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
})
