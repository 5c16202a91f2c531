import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { postApi } from '../support/api-session.ts'

let database: Pool
let tenant: string
let other: string
const made: string[] = []
beforeAll(async () => {
  database = appDatabase()
  const [own, another] = await twoTenants(database)
  tenant = own?.tenant ?? ''
  other = another?.tenant ?? ''
})
afterAll(async () => {
  await database.query("update public.dids set e911_state = 'none' where id = any ($1)", [made])
  await database.query('delete from public.dids where id = any ($1)', [made])
  await database.query("delete from public.emergency_addresses where label like 'Trial %'")
  await database.end()
})

async function newNumber(owner = tenant): Promise<{ id: string; version: number }> {
  const id = randomUUID()
  const digits = String(BigInt(`0x${id.slice(0, 8)}`)).padStart(10, '0')
  made.push(id)
  await database.query(
    "insert into public.dids (id, tenant_id, number, status) values ($1, $2, $3, 'assigned')",
    [id, owner, `+999${digits}`],
  )
  return { id, version: 1 }
}

async function newAddress(owner = tenant, street = '12 Harbor Lane'): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into public.emergency_addresses (id, tenant_id, label, street, city, state, postal_code)
     values ($1, $2, $3, $4, 'Portland', 'ME', '04101')`,
    [id, owner, `Trial ${id}`, street],
  )
  return id
}

const ask = (body: unknown, owner = tenant) =>
  postApi('tech', `/api/tenants/${owner}/emergency-registrations`, body)
const stored = async (id: string) =>
  (await database.query('select * from public.dids where id = $1', [id])).rows[0]

describe('POST /api/tenants/{tenantId}/emergency-registrations', () => {
  test('without a carrier marks each number as submitted by the caller, and says what to do by hand', async () => {
    const numbers = [await newNumber(), await newNumber()]
    const address = await newAddress()
    const answer = await ask({ action: 'register', numbers, address })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(
      numbers.map(({ id }) => ({
        id,
        problem: null,
        note: expect.stringContaining('No carrier is connected.'),
      })),
    )
    for (const { id } of numbers) {
      expect(await stored(id)).toMatchObject({
        e911_state: 'submitted',
        emergency_address_id: address,
        e911_submitted_by: 'Field technician',
      })
    }
    const [first] = numbers
    const seen = [{ id: first?.id, version: 2 }]
    expect((await ask({ action: 'check', numbers: seen })).body).toMatchObject([
      { problem: null, note: expect.stringContaining('record its answer here') },
    ])
    expect((await ask({ action: 'end', numbers: seen })).body).toMatchObject([{ problem: null }])
    expect(await stored(String(first?.id))).toMatchObject({ e911_state: 'none', emergency_address_id: null })
  })

  test('refuses an outdated version, and processes the others', async () => {
    const [stale, fresh] = [await newNumber(), await newNumber()]
    await database.query("update public.dids set description = 'Changed' where id = $1", [stale.id])
    const { body } = await ask({
      action: 'register',
      numbers: [stale, fresh],
      address: await newAddress(),
    })
    expect(body).toMatchObject([{ problem: expect.stringContaining('Someone else') }, { problem: null }])
    expect(await stored(stale.id)).toMatchObject({ e911_state: 'none' })
    expect(await stored(fresh.id)).toMatchObject({ e911_state: 'submitted' })
  })

  test('answers a repeated request, whose response was lost, as it did the first time', async () => {
    const number = await newNumber()
    const address = await newAddress()
    const submitted = { problem: null, note: expect.stringContaining('No carrier is connected.') }
    const register = { action: 'register', numbers: [number], address }
    for (let n = 0; n < 2; n += 1) expect((await ask(register)).body).toMatchObject([submitted])
    expect(await stored(number.id)).toMatchObject({ e911_state: 'submitted', version: 2 })
    const elsewhere = { ...register, address: await newAddress() }
    expect((await ask(elsewhere)).body).toMatchObject([{ problem: expect.stringContaining('Someone else') }])
    const end = { action: 'end', numbers: [{ ...number, version: 2 }] }
    for (let n = 0; n < 2; n += 1) expect((await ask(end)).body).toMatchObject([{ problem: null }])
    expect(await stored(number.id)).toMatchObject({ e911_state: 'none', version: 3 })
    expect((await ask(register)).body).toMatchObject([{ problem: expect.stringContaining('Someone else') }])
  })

  test('finds no number or address of another tenant', async () => {
    const own = await newNumber()
    const foreign = await newNumber(other)
    const [here, there] = [await newAddress(), await newAddress(other)]
    expect((await ask({ action: 'register', numbers: [foreign], address: here })).status).toBe(404)
    expect((await ask({ action: 'register', numbers: [own], address: there })).status).toBe(404)
    const { body } = await ask({ action: 'register', numbers: [foreign, own], address: here })
    expect(body).toMatchObject([{ id: foreign.id, problem: 'Number not found.' }, { problem: null }])
    expect(await stored(foreign.id)).toMatchObject({ e911_state: 'none', emergency_address_id: null })
  })

  test('refuses an address without a house number', async () => {
    const number = await newNumber()
    const address = await newAddress(tenant, 'Harbor Lane')
    const answer = await ask({ action: 'register', numbers: [number], address })
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Start with the house number') },
    })
    expect(await stored(number.id)).toMatchObject({ e911_state: 'none' })
  })
})
