import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRejected, loadRejectedBody, MAX_REJECTED_SHOWN } from '@/lib/cdr/call-list'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newRejectedRecord } from '../support/factories/cdr'
import { insertTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'

const domain = `strangers-${randomUUID().slice(0, 8)}.pbx.example`
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

let tech: Client
let tenant_id: string
beforeAll(async () => {
  tech = (await callerOf('tech')).client
  tenant_id = (await insertTenant('Rejected')).tenant.id
})
afterAll(() => query('delete from public.cdr_rejected where domain = $1', [domain]))

const rejected = async (given: Parameters<typeof newRejectedRecord>[0]) =>
  (await insertRow('cdr_rejected', await newRejectedRecord(given))).id

describe('rejected records', () => {
  test('of a tenant are listed before those of unknown tenants, however many and new those are', async () => {
    const own = [
      await rejected({ tenant_id, created_at: daysAgo(2) }),
      await rejected({ tenant_id, created_at: daysAgo(400) }),
    ]
    await query(
      `insert into public.cdr_rejected (domain, reason, body, body_hash)
       select $1, 'No tenant has the domain.', '{}', $1 || n from generate_series(1, $2) n`,
      [domain, MAX_REJECTED_SHOWN],
    )
    const { records, total } = await listRejected(tech, tenant_id)
    expect(records.slice(0, 2).map(({ id }) => id)).toEqual(own)
    expect(records).toHaveLength(MAX_REJECTED_SHOWN)
    expect(total).toBeGreaterThanOrEqual(MAX_REJECTED_SHOWN + 2)
  })

  test('are read one by one, on the page of their own tenant only', async () => {
    const id = await rejected({ tenant_id, body: 'as received' })
    expect(await loadRejectedBody(tech, tenant_id, id)).toBe('as received')
    expect(await loadRejectedBody(tech, randomUUID(), id)).toBeNull()
  })

  test('of unknown tenants are deleted after 90 days, and those of a tenant stay', async () => {
    const kept = [
      await rejected({ tenant_id, created_at: daysAgo(400) }),
      await rejected({ domain, created_at: daysAgo(89) }),
    ]
    const old = await rejected({ domain, created_at: daysAgo(91) })
    await serviceClient().rpc('delete_old_rejected_records').throwOnError()
    const left = await query<{ id: string }>('select id from public.cdr_rejected where id = any ($1)', [
      [...kept, old],
    ])
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  })
})
