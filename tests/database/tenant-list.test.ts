import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'

const SORTS = ['code', 'company', 'domain', 'time_zone', 'created'] as const

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

type ListArguments = Database['public']['Functions']['tenant_list']['Args']

async function list(args: ListArguments, role: Role = 'tech') {
  const { data, error } = await callers[role].client.rpc('tenant_list', args)
  if (error) throw error
  return data
}

describe('tenant_list', () => {
  const marker = `Zephyr${unique()}`
  const ids: string[] = []
  beforeAll(async () => {
    // Equal names, zones and creation times, so that the order falls back on the id.
    for (let n = 0; n < 23; n++) {
      const { tenant } = await insertTenant(
        `${marker} ${['Foods', 'Bank', 'Élan', 'bank', 'Clinic'][n % 5]}`,
        {
          time_zone: ['America/Denver', 'America/Chicago'][n % 2],
          created_at: `2026-01-0${1 + (n % 3)}T10:00:00.00000${n % 4}Z`,
          status: n < 4 ? 'suspended' : 'active',
          extension_limit: n < 2 ? 1 : 5,
        },
        n < 3 ? null : undefined,
      )
      ids.push(tenant.id)
    }
  })

  test('shows each tenant exactly once, in the same order, for any page size, sort and direction', async () => {
    const whole = new Map<string, string[]>()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        async (page_size, sort_by, descending) => {
          const key = `${sort_by} ${descending}`
          const question = { search: marker, sort_by, descending }
          if (!whole.has(key))
            whole.set(
              key,
              (await list(question)).map(({ id }) => id),
            )
          const pages: string[] = []
          for (let last: { id: string; sort_value: string } | undefined; ;) {
            const page = await list({
              ...question,
              page_size,
              after_value: last?.sort_value,
              after_id: last?.id,
            })
            expect(page.length).toBeLessThanOrEqual(page_size)
            pages.push(...page.map(({ id }) => id))
            last = page.at(-1)
            if (page.length < page_size) break
          }
          expect(pages).toEqual(whole.get(key))
          expect([...pages].sort()).toEqual([...ids].sort())
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each(SORTS)('sorted by %s descending is the reverse of ascending', async (sort_by) => {
    const forwards = (await list({ search: marker, sort_by, descending: false })).map(({ id }) => id)
    const backwards = (await list({ search: marker, sort_by, descending: true })).map(({ id }) => id)
    expect(backwards).toEqual(forwards.reverse())
  })

  test.each([
    ['created', (a: string, b: string) => Number(a > b) - Number(a < b)],
    ['time_zone', (a: string, b: string) => Number(a > b) - Number(a < b)],
  ] as const)('by %s: values rise', async (sort_by, compare) => {
    const values = (await list({ search: marker, sort_by })).map(({ sort_value }) => sort_value)
    expect(values).toEqual([...values].sort(compare))
    expect(new Set(values).size).toBeGreaterThan(1)
  })

  test.each(['name', 'id; drop table tenants', '', 'Company'])('rejects sorting by "%s"', async (sort_by) => {
    const { data, error } = await callers.tech.client.rpc('tenant_list', { sort_by })
    expect(data).toBeNull()
    expect(error?.message).toContain(`Tenants cannot be sorted by ${sort_by}`)
    expect(error?.code).toBe('22023')
  })

  test('filters by status, time zone and exhausted seats, alone and combined', async () => {
    const expected = (where: string) =>
      query<{ id: string }>(`select t.id from public.tenants t where t.id = any($1) and ${where}`, [ids])
    const found = async (args: ListArguments) =>
      (await list({ search: marker, ...args })).map(({ id }) => id).sort()
    const sorted = async (where: string) => (await expected(where)).map(({ id }) => id).sort()
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id: ids[0] }))

    expect(await found({ only_status: 'suspended' })).toEqual(await sorted("t.status = 'suspended'"))
    expect(await found({ only_time_zone: 'America/Denver' })).toEqual(
      await sorted("t.time_zone = 'America/Denver'"),
    )
    expect(await found({ only_full: true })).toEqual([ids[0]])
    expect(await found({ only_status: 'suspended', only_time_zone: 'America/Chicago' })).toEqual(
      await sorted("t.status = 'suspended' and t.time_zone = 'America/Chicago'"),
    )
    expect(await found({ only_status: 'active', only_full: true })).toEqual([])
    expect(await found({ only_status: 'unheard-of' })).toEqual([])
  })

  test('searches name, code and domain literally, ignoring case', async () => {
    const odd = unique()
    const percent = await insertTenant(`100% ${odd}`)
    const underscore = await insertTenant(`under_score ${odd}`)
    const backslash = await insertTenant(`back\\slash ${odd}`)
    const plain = await insertTenant(`100 underXscore back slash ${odd}`)
    const own = new Set([percent, underscore, backslash, plain].map(({ tenant }) => tenant.id))
    const found = async (search: string) =>
      (await list({ search, sort_by: 'created', descending: true, page_size: 200 }))
        .map(({ id }) => id)
        .filter((id) => own.has(id))

    expect(await found(`100% ${odd}`)).toEqual([percent.tenant.id])
    expect(await found(`100%`)).toEqual([percent.tenant.id])
    expect(await found('r_s')).toEqual([underscore.tenant.id])
    expect(await found('k\\s')).toEqual([backslash.tenant.id])
    expect(await found(`  UNDER_SCORE ${odd.toUpperCase()} `)).toEqual([underscore.tenant.id])
    expect(await found(plain.company.tenant_code ?? '')).toEqual([plain.tenant.id])
    expect(await found(plain.tenant.domain)).toEqual([plain.tenant.id])
    expect(await found('')).toHaveLength(4)
    expect(await found('   ')).toHaveLength(4)
  })

  test('returns at least one row, and refuses a page of more than 200 instead of cutting it', async () => {
    expect(await list({ search: marker, page_size: 0 })).toHaveLength(1)
    expect(await list({ search: marker, page_size: -5 })).toHaveLength(1)
    expect((await list({ page_size: 200 })).length).toBeLessThanOrEqual(200)
    await expect(list({ page_size: 201 })).rejects.toMatchObject({ code: '22023' })
  })

  test('counts the records of each tenant', async () => {
    const { tenant } = await insertTenant(`Counted ${unique()}`)
    for (const extension of ['2001', '2002', '2003']) {
      await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant.id, extension }))
    }
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id }))
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id }))
    await insertRow('devices', await FACTORIES.devices({ tenant_id: tenant.id }))
    expect(await list({ search: tenant.domain })).toMatchObject([
      { id: tenant.id, extensions: 3, dids: 2, devices: 1 },
    ])
  })

  test.each(['disabled', 'nomember'] as const)('shows nothing to %s', async (role) => {
    expect(await list({}, role)).toEqual([])
  })
})
