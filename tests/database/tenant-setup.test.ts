import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { become, becomeOwner, failure, rolledBack, storedRow } from '../support/database'
import { ADMIN, TECH } from '../support/demo-users'
import { insertTenant } from '../support/factories/companies'
import { unique } from '../support/factories/row'
import { newCompany, terms } from '../support/new-tenants'

const CREATE = 'select public.create_tenant($1, $2, $3, $4, $5, $6) as id'
describe('turning a company into a tenant', () => {
  test("creates the company's tenant once, however often it is sent", async () => {
    await rolledBack(async (client) => {
      const company = await newCompany(client)
      const given = terms(company)
      await become(client, ADMIN)
      for (const call of ['first', 'again']) {
        expect((await client.query(CREATE, [...given])).rows, call).toEqual([{ id: given[5] }])
      }
      await becomeOwner(client)
      expect(await storedRow('companies', company, client)).toMatchObject({
        type: 'tenant',
        status: 'active',
        domain_uuid: given[5],
        tenant_code: given[2],
      })
      expect(await storedRow('tenants', given[5], client)).toMatchObject({
        domain: given[1],
        time_zone: 'America/Denver',
        extension_limit: 50,
        status: 'active',
      })
    })
  })

  test('is refused when repeated with other values', async () => {
    await rolledBack(async (client) => {
      const [company, domain, code, zone, seats, id] = terms(await newCompany(client))
      await become(client, ADMIN)
      await client.query(CREATE, [company, domain, code, zone, seats, id])
      const attempt = (...values: unknown[]) => failure(client, CREATE, values)
      expect(await attempt(company, `other-${domain}`, code, zone, seats, id)).toBe('TR422')
      expect(await attempt(company, domain, `${code}-2`.slice(-32), zone, seats, id)).toBe('TR422')
      expect(await attempt(company, domain, code, 'America/Boise', seats, id)).toBe('TR422')
      expect(await attempt(company, domain, code, zone, seats + 1, id)).toBe('TR422')
      expect(await attempt(company, domain.toUpperCase(), code, zone, seats, id)).toBeUndefined()
      await becomeOwner(client)
      expect(await storedRow('tenants', id, client)).toMatchObject({ domain, extension_limit: seats })
    })
  })

  test('is denied to a tech, and nothing is stored', async () => {
    await rolledBack(async (client) => {
      const given = terms(await newCompany(client))
      await become(client, TECH)
      expect(await failure(client, CREATE, [...given])).toBe('42501')
      await becomeOwner(client)
      expect(await storedRow('tenants', given[5], client)).toBeUndefined()
    })
  })

  test('rejects a taken domain or code, a company that has a tenant, and malformed input', async () => {
    const other = await insertTenant(`Taken ${unique()}`)
    await rolledBack(async (client) => {
      const [company, domain, code, zone, seats, id] = terms(await newCompany(client))
      await become(client, ADMIN)
      const attempt = (...values: unknown[]) => failure(client, CREATE, values)
      expect(await attempt(company, other.tenant.domain, code, zone, seats, id)).toBe('23505')
      expect(await attempt(company, domain, other.company.tenant_code, zone, seats, id)).toBe('23505')
      expect(await attempt(other.company.id, domain, code, zone, seats, id)).toBe('23514')
      expect(await attempt(company, 'no domain', code, zone, seats, id)).toBe('23514')
      expect(await attempt(company, domain, 'UPPER', zone, seats, id)).toBe('23514')
      expect(await attempt(company, domain, code, 'Mars/Olympus', seats, id)).toBe('23514')
      expect(await attempt(randomUUID(), domain, code, zone, seats, id)).toBe('TR410')
      await becomeOwner(client)
      expect(await storedRow('tenants', id, client)).toBeUndefined()
    })
  })
})
