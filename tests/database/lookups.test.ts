import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { type Caller, callersByRole, newMember, type Role } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newRole } from '../support/factories/access'
import { newTenant, newTenantCompany } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'

const NO_TENANT = '00000000-0000-4000-8000-00000000ffff'
const SORTS = ['code', 'company', 'domain', 'time_zone', 'created'] as const

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** Stores a tenant with its company; the name carries the marker by which only the test's own are found. */
async function insertTenant(
  name: string,
  given: Parameters<typeof newTenant>[0] = {},
  code: string | null = `code-${unique()}`,
) {
  const tenant = await insertRow('tenants', await newTenant(given))
  const company = await insertRow(
    'companies',
    await newTenantCompany({ name, domain_uuid: tenant.id, tenant_code: code }),
  )
  return { tenant, company }
}

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
    // Equal names, zones and creation times, so that the order has to fall back on the id.
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

  test('shows each tenant on exactly one page, in the same order, whatever the page size, sort and direction', async () => {
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
          for (let last: { id: string; sort_value: string } | undefined; ; ) {
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

  test.each(SORTS)('by %s: the other direction is the same order from the end', async (sort_by) => {
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

  test.each(['name', 'id; drop table tenants', '', 'Company'])('refuses to sort by "%s"', async (sort_by) => {
    const { data, error } = await callers.tech.client.rpc('tenant_list', { sort_by })
    expect(data).toBeNull()
    expect(error?.message).toContain(`Tenants cannot be sorted by ${sort_by}`)
    expect(error?.code).toBe('22023')
  })

  test('filters by status, time zone and used-up seats, and by all together', async () => {
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

  test('searches name, code and domain for the letters as they are, in any case', async () => {
    const odd = unique()
    const percent = await insertTenant(`100% ${odd}`)
    const underscore = await insertTenant(`under_score ${odd}`)
    const backslash = await insertTenant(`back\\slash ${odd}`)
    const plain = await insertTenant(`100 underXscore back slash ${odd}`)
    const own = new Set([percent, underscore, backslash, plain].map(({ tenant }) => tenant.id))
    const found = async (search: string) =>
      (await list({ search, page_size: 200 })).map(({ id }) => id).filter((id) => own.has(id))

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

  test('never gives more than 200 rows and never fewer than one', async () => {
    expect(await list({ search: marker, page_size: 0 })).toHaveLength(1)
    expect(await list({ search: marker, page_size: -5 })).toHaveLength(1)
    expect((await list({ page_size: 100_000 })).length).toBeLessThanOrEqual(200)
  })

  test('counts what each tenant has', async () => {
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

describe('tenant_overview', () => {
  test('gives the figures of one tenant', async () => {
    const { tenant, company } = await insertTenant(`Overview ${unique()}`, { extension_limit: 7 })
    const own = { tenant_id: tenant.id }
    await insertRow(
      'extensions',
      await FACTORIES.extensions({ ...own, extension: '2001', voicemail_enabled: false }),
    )
    await insertRow('extensions', await FACTORIES.extensions({ ...own, extension: '2002', enabled: false }))
    await insertRow('extensions', await FACTORIES.extensions({ ...own, extension: '2003' }))
    await insertRow('dids', await FACTORIES.dids({ ...own, e911: true }))
    await insertRow('dids', await FACTORIES.dids(own))
    await insertRow(
      'devices',
      await FACTORIES.devices({ ...own, last_provisioned_at: '2026-02-02T08:00:00Z' }),
    )
    await insertRow('devices', await FACTORIES.devices(own))
    const { data } = await callers.tech.client.rpc('tenant_overview', { tenant: tenant.id })
    expect(data).toMatchObject({
      id: tenant.id,
      domain: tenant.domain,
      extension_limit: 7,
      company_id: company.id,
      company_name: company.name,
      tenant_code: company.tenant_code,
      extensions: 3,
      extensions_disabled: 1,
      voicemails: 2,
      dids: 2,
      dids_e911: 1,
      devices: 2,
      devices_provisioned: 1,
    })
  })

  test('is null for a tenant that is not there, and for who may see none', async () => {
    const { tenant } = await insertTenant(`Hidden ${unique()}`)
    expect((await callers.tech.client.rpc('tenant_overview', { tenant: NO_TENANT })).data).toBeNull()
    for (const role of ['anon', 'disabled', 'nomember'] as const) {
      expect(
        (await callers[role].client.rpc('tenant_overview', { tenant: tenant.id })).data ?? null,
      ).toBeNull()
    }
  })
})

describe('tenant_destinations', () => {
  test('lists extensions, voicemails where there is one, and the rest, in order', async () => {
    const { tenant } = await insertTenant(`Destinations ${unique()}`)
    const own = { tenant_id: tenant.id }
    await insertRow(
      'extensions',
      await FACTORIES.extensions({ ...own, extension: '10001', effective_caller_id_name: 'Annex' }),
    )
    await insertRow(
      'extensions',
      await FACTORIES.extensions({
        ...own,
        extension: '2001',
        voicemail_enabled: false,
        enabled: false,
        effective_caller_id_name: 'Lobby',
      }),
    )
    await insertRow('extensions', await FACTORIES.extensions())
    const { data } = await callers.tech.client.rpc('tenant_destinations', { tenant: tenant.id })
    const { domain } = tenant
    expect(data).toEqual([
      { kind: 'extensions', number: '2001', name: 'Lobby', enabled: false, domain },
      { kind: 'extensions', number: '10001', name: 'Annex', enabled: true, domain },
      { kind: 'other', number: null, name: null, enabled: true, domain },
      { kind: 'voicemails', number: '10001', name: 'Annex', enabled: true, domain },
    ])
  })

  test('is empty for a tenant that is not there, and for who may see none', async () => {
    const { tenant } = await insertTenant(`Hidden ${unique()}`)
    expect((await callers.tech.client.rpc('tenant_destinations', { tenant: NO_TENANT })).data).toEqual([])
    for (const role of ['anon', 'disabled', 'nomember'] as const) {
      expect(
        (await callers[role].client.rpc('tenant_destinations', { tenant: tenant.id })).data ?? [],
      ).toEqual([])
    }
  })
})

describe('find_tenant', () => {
  const find = async (role: Role, kind: string, value: string) =>
    (await callers[role].client.rpc('find_tenant', { kind, value })).data ?? null

  test('finds who holds a device and who holds a number', async () => {
    const device = await insertRow('devices', await FACTORIES.devices())
    const did = await insertRow('dids', await FACTORIES.dids())
    for (const role of ['tech', 'admin', 'superadmin'] as const) {
      expect(await find(role, 'mac', device.mac)).toBe(device.tenant_id)
      expect(await find(role, 'phone', did.number)).toBe(did.tenant_id)
    }
    for (const role of ['anon', 'disabled', 'nomember'] as const) {
      expect(await find(role, 'mac', device.mac)).toBeNull()
      expect(await find(role, 'phone', did.number)).toBeNull()
    }
  })

  test('finds nobody for what nobody holds, another kind, or the wrong kind', async () => {
    const device = await insertRow('devices', await FACTORIES.devices())
    const free = await insertRow('dids', await newFreeNumber())
    expect(await find('superadmin', 'phone', free.number)).toBeNull()
    expect(await find('tech', 'phone', device.mac)).toBeNull()
    expect(await find('tech', 'name', device.mac)).toBeNull()
    expect(await find('tech', 'mac', '02:FF:FF:FF:FF:FF:')).toBeNull()
  })
})

describe('tenant_time_zones', () => {
  test('names each zone in use once, for those who see tenants', async () => {
    const { data } = await callers.tech.client.rpc('tenant_time_zones')
    const zones = (data ?? []).map(({ time_zone }) => time_zone)
    expect(zones).toContain('Pacific/Honolulu')
    expect(zones).toEqual([...new Set(zones)].sort())
    expect((await callers.nomember.client.rpc('tenant_time_zones')).data).toEqual([])
  })
})

describe('dashboard_figures', () => {
  const figures = async (client: Caller['client']) =>
    ((await client.rpc('dashboard_figures')).data ?? {}) as Record<string, Record<string, number> | null>

  test.each([
    ['tech', ['tenants']],
    ['admin', ['inventory', 'sales', 'tenants']],
    ['superadmin', ['inventory', 'numbers', 'sales', 'tenants']],
    ['disabled', []],
    ['nomember', []],
  ] as const)('shows a %s only the sections they may view', async (role, sections) => {
    const shown = Object.entries(await figures(callers[role].client)).filter(([, value]) => value !== null)
    expect(shown.map(([section]) => section).sort()).toEqual(sections)
  })

  test('is closed to visitors', async () => {
    expect((await callers.anon.client.rpc('dashboard_figures')).data).toBeNull()
  })

  test('counts leads, tenants, numbers and stock', async () => {
    const before = await figures(callers.superadmin.client)
    await insertRow('opportunities', await FACTORIES.opportunities({ amount: 1000.5 }))
    await insertTenant(`Full ${unique()}`, { extension_limit: 0, status: 'suspended' })
    await insertRow('dids', await newFreeNumber({ status: 'porting_in' }))
    await insertRow('inventory', await FACTORIES.inventory({ status: 'rma' }))
    const after = await figures(callers.superadmin.client)
    // Tests beside this one add rows of their own.
    const grew = (section: string, figure: string) =>
      (after[section]?.[figure] ?? 0) - (before[section]?.[figure] ?? 0)
    expect(grew('sales', 'leads')).toBeGreaterThanOrEqual(1)
    expect(grew('sales', 'lead_value')).toBeGreaterThanOrEqual(1000.5)
    expect(grew('tenants', 'suspended')).toBeGreaterThanOrEqual(1)
    expect(grew('tenants', 'full')).toBeGreaterThanOrEqual(1)
    expect(grew('numbers', 'porting')).toBeGreaterThanOrEqual(1)
    expect(grew('inventory', 'rma')).toBeGreaterThanOrEqual(1)
  })

  test('does not call tenants full when their extensions are hidden', async () => {
    const role = await insertRow('roles', await newRole())
    await insertRow(
      'role_permissions',
      await FACTORIES.role_permissions({ role: role.name, section: 'tenants' }),
    )
    const { client } = await newMember(role.name)
    expect((await figures(client)).tenants).toMatchObject({ full: null })
  })
})

describe('has_permission', () => {
  test.each([
    ['tech', 'telephony', 'edit', true],
    ['tech', 'telephony', 'reveal_secrets', false],
    ['tech', 'sales', 'view', false],
    ['admin', 'sales', 'delete', true],
    ['admin', 'numbers', 'view', false],
    ['superadmin', 'numbers', 'view', true],
    ['superadmin', 'unheard-of', 'view', false],
    ['disabled', 'sales', 'view', false],
    ['nomember', 'dashboard', 'view', false],
  ] as const)('%s, %s, %s: %s', async (role, section, action, allowed) => {
    expect((await callers[role].client.rpc('has_permission', { section, action })).data).toBe(allowed)
  })
})
