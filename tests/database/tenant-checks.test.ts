import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkTenants } from '@/lib/jobs/check-tenants'
import type { Json } from '@/lib/supabase/database.types'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import type { ConfigurationCheck } from '@/lib/tenants/checks-client'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack, withDatabase } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const problem = (severity: Problem['severity'], name: string, text = `${name} goes wrong.`): Problem => ({
  severity,
  kind: 'number-unrouted',
  record: { table: 'dids', id: name, label: name },
  text,
  href: '/',
  key: `number-unrouted dids ${name}`,
})
const keep = async (tenant_id: string, snapshot_version: number, problems: Problem[]) => {
  const outcome = { tenant_id, snapshot_version, problems } as unknown as Json
  await serviceClient().rpc('store_check', { outcome }).throwOnError()
}
const newTenantId = async () => (await insertTenant(`Checked ${unique()}`)).tenant.id
const counts = async (tenant: string) =>
  (
    await query('select errors, warnings, notices, accepted from public.tenant_checks where tenant_id = $1', [
      tenant,
    ])
  )[0]
const checkOf = async (tenant: string, role: Role = 'tech') => {
  const { data } = await callers[role].client.rpc('configuration_check', { tenant }).throwOnError()
  return data as unknown as ConfigurationCheck | null
}
const versionOf = async (tenant: string) =>
  Number(
    (
      await query<{ version: string }>(
        'select sum(version) as version from public.tenant_versions where tenant_id = $1 or tenant_id is null',
        [tenant],
      )
    )[0]?.version,
  )
/** Whether a server that claims everything due claims the tenant. */
const claimed = async (tenant: string) => {
  const { data } = await serviceClient().rpc('claim_checks', { how_many: 100_000 }).throwOnError()
  return (data ?? []).includes(tenant)
}

describe('a configuration check stored by the server', () => {
  test('is counted by severity, and is current until the configuration changes', async () => {
    const tenant = await newTenantId()
    expect(await checkOf(tenant)).toEqual({ current: false, checked_at: null, problems: [] })
    const found = [problem('error', 'one'), problem('warning', 'two'), problem('warning', 'three')]
    await keep(tenant, await versionOf(tenant), found)
    expect(await counts(tenant)).toEqual({ errors: 1, warnings: 2, notices: 0, accepted: 0 })
    expect(await checkOf(tenant)).toMatchObject({
      current: true,
      problems: found.map((each) => ({ ...each, accepted: null })),
    })
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant }))
    expect(await checkOf(tenant)).toMatchObject({ current: false })
  })

  test('does not replace a newer one', async () => {
    const tenant = await newTenantId()
    await keep(tenant, 20, [problem('error', 'new')])
    await keep(tenant, 19, [])
    expect(await counts(tenant)).toMatchObject({ errors: 1 })
  })

  test('is dropped if the tenant is gone', async () => {
    const gone = randomUUID()
    await keep(gone, 1, [])
    expect(await counts(gone)).toBeUndefined()
  })

  test('is due initially, after a change and after a day, and is claimed by one server at a time', async () => {
    const tenant = await newTenantId()
    expect(await claimed(tenant)).toBe(true)
    expect(await claimed(tenant)).toBe(false)
    await keep(tenant, await versionOf(tenant), [])
    expect(await claimed(tenant)).toBe(false)

    await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant }))
    expect(await claimed(tenant)).toBe(true)
    await keep(tenant, await versionOf(tenant), [])

    await query(
      "update public.tenant_checks set checked_at = now() - interval '25 hours' where tenant_id = $1",
      [tenant],
    )
    expect(await claimed(tenant)).toBe(true)
    // A server that stopped in between does not keep the claim forever.
    expect(await claimed(tenant)).toBe(false)
    await query("update private.check_claims set until = now() - interval '1 second' where tenant_id = $1", [
      tenant,
    ])
    expect(await claimed(tenant)).toBe(true)
  })

  test('is made first where something has just been saved, although a change to shared data made every tenant due', async () => {
    const [saved, other] = [await newTenantId(), await newTenantId()]
    await rolledBack(async (client) => {
      // A tenant that a test beside this one saved now would be first.
      await client.query('lock table public.tenant_versions in exclusive mode')
      await client.query(`
        set local session_replication_role = 'replica';
        delete from private.check_claims;
        update public.tenant_versions v set updated_at = now() - interval '1 day', checked = v.version - 1 + (select s.version from public.tenant_versions s where s.tenant_id is null)
        where v.tenant_id is not null;
        insert into public.tenant_checks (tenant_id, problems) select t.id, '[]' from public.tenants t on conflict (tenant_id) do nothing`)
      await client.query("update public.tenant_checks set checked_at = now() - interval '2 hours'")
      await client.query(
        "update public.tenant_checks set checked_at = now() - interval '3 hours' where tenant_id = $1",
        [other],
      )
      await client.query(
        "update public.tenant_checks set checked_at = now() - interval '10 seconds' where tenant_id = $1",
        [saved],
      )
      await client.query(
        'update public.tenant_versions set version = version + 1, updated_at = now() where tenant_id = $1',
        [saved],
      )
      const claim = async () =>
        (await client.query<{ id: string }>('select private.claim_checks(1) as id')).rows[0]?.id
      expect([await claim(), await claim()]).toEqual([saved, other])
    })
  })

  test('is not awaited for a tenant that is being deleted, while others are claimed', async () => {
    const [going, staying] = [await newTenantId(), await newTenantId()]
    await withDatabase(async (client) => {
      await client.query('begin')
      await client.query('delete from public.tenants where id = $1', [going])
      const { data } = await serviceClient().rpc('claim_checks', { how_many: 100_000 }).throwOnError()
      expect(data).toContain(staying)
      expect(data).not.toContain(going)
      await client.query('rollback')
    })
    expect(await claimed(going)).toBe(true)
  })

  test('is due again when an expectation changes', async () => {
    const tenant = await newTenantId()
    const kept = async () => keep(tenant, await versionOf(tenant), [])
    await kept()
    const { id } = await insertRow(
      'call_expectations',
      await FACTORIES.call_expectations({ tenant_id: tenant }),
    )
    expect(await claimed(tenant)).toBe(true)
    await kept()
    await query("update public.call_expectations set name = 'Sunday' where id = $1", [id])
    expect(await claimed(tenant)).toBe(true)
    await kept()
    await query('delete from public.call_expectations where id = $1', [id])
    expect(await claimed(tenant)).toBe(true)
  })

  test('tells those who may not view billing nothing about seats', async () => {
    // Another server checks the other tenants.
    await claimed('')
    const tenant = await newTenantId()
    await insertRow('services', await FACTORIES.services({ seat_product: 'recording' }))
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant, recording: 'all' }))
    await checkTenants(serviceClient(), new AbortController().signal)
    const check = await checkOf(tenant)
    expect(check?.checked_at).not.toBeNull()
    expect(JSON.stringify(check)).not.toMatch(/seat/i)
  })

  test.each(['tech', 'superadmin', 'anon'] as const)(
    'can be neither claimed nor stored by %s',
    async (role) => {
      const tenant = await newTenantId()
      const { client } = callers[role]
      const outcome = { tenant_id: tenant, snapshot_version: 1, problems: [] }
      expect((await client.rpc('store_check', { outcome })).error).not.toBeNull()
      expect((await client.rpc('claim_checks', { how_many: 1 })).error).not.toBeNull()
      expect(await counts(tenant)).toBeUndefined()
    },
  )

  test('is hidden from users who may not view telephony', async () => {
    const tenant = await newTenantId()
    await keep(tenant, 1, [problem('error', 'one')])
    const { client } = await memberWith('tenants.view')
    expect((await client.rpc('configuration_check', { tenant })).data).toBeNull()
    expect((await client.from('tenant_checks').select('id')).data).toEqual([])
    const { data } = await client.rpc('tenant_overview', { tenant })
    expect(data).toMatchObject({ id: tenant, check: null })
    expect((await client.rpc('dashboard_figures')).data).toMatchObject({ tenants: { failing: null } })
  })
})

describe('an accepted problem', () => {
  const accept = (role: Role, tenant_id: string, { key, text }: Problem, note = 'A lobby phone') =>
    callers[role].client
      .from('accepted_problems')
      .insert({ tenant_id, problem_key: key, name: text, note })
      .select('id')

  test('is not counted, shows who accepted it, and counts again when withdrawn', async () => {
    const tenant = await newTenantId()
    const one = problem('error', 'one')
    await keep(tenant, 1, [one, problem('error', 'two')])
    const { data } = await accept('tech', tenant, one).throwOnError()
    expect(await counts(tenant)).toEqual({ errors: 1, warnings: 0, notices: 0, accepted: 1 })
    const [stored] = (await checkOf(tenant))?.problems ?? []
    expect(stored?.accepted).toMatchObject({ note: 'A lobby phone', by: expect.stringMatching(/./) })
    const trail = await query(
      'select action, record_label from public.audit_log where tenant_id = $1 and table_name = $2',
      [tenant, 'accepted_problems'],
    )
    expect(trail).toEqual([{ action: 'insert', record_label: one.text }])

    await callers.tech.client
      .from('accepted_problems')
      .delete()
      .eq('id', data?.[0]?.id ?? '')
    expect(await counts(tenant)).toEqual({ errors: 2, warnings: 0, notices: 0, accepted: 0 })
  })

  test('counts again when its text changes', async () => {
    const tenant = await newTenantId()
    const one = problem('warning', 'one')
    await keep(tenant, 1, [one])
    await accept('admin', tenant, one).throwOnError()
    expect(await counts(tenant)).toMatchObject({ warnings: 0, accepted: 1 })
    await keep(tenant, 2, [problem('warning', 'one', 'It is worse now.')])
    expect(await counts(tenant)).toMatchObject({ warnings: 1, accepted: 0 })
  })

  test('is accepted once, with a note, for one tenant only', async () => {
    const [tenant, other] = [await newTenantId(), await newTenantId()]
    const one = problem('error', 'one')
    await keep(tenant, 1, [one])
    await keep(other, 1, [one])
    expect((await accept('tech', tenant, one, '   ')).error).toMatchObject({ code: '23514' })
    await accept('tech', tenant, one).throwOnError()
    expect((await accept('tech', tenant, one)).error).toMatchObject({ code: '23505' })
    expect(await counts(other)).toMatchObject({ errors: 1, accepted: 0 })
  })

  test('needs the permission to edit telephony, and is signed by the database', async () => {
    const tenant = await newTenantId()
    const one = problem('error', 'one')
    const { client } = await memberWith('tenants.view', 'telephony.view')
    const row = {
      tenant_id: tenant,
      problem_key: one.key,
      name: one.text,
      note: 'Fine',
      accepted_by: 'The boss',
    }
    expect((await client.from('accepted_problems').insert(row)).error).toMatchObject({ code: '42501' })
    const stored = await insertRow(
      'accepted_problems',
      await FACTORIES.accepted_problems({ tenant_id: tenant }),
    )
    await client.from('accepted_problems').delete().eq('id', stored.id)
    expect(await query('select id from public.accepted_problems where tenant_id = $1', [tenant])).toEqual([
      { id: stored.id },
    ])
    await callers.tech.client.from('accepted_problems').insert(row).throwOnError()
    const [kept] = await query<{ accepted_by: string }>(
      'select accepted_by from public.accepted_problems where tenant_id = $1 and problem_key = $2',
      [tenant, one.key],
    )
    expect(kept?.accepted_by).not.toBe('The boss')
  })
})

test('the tenant list shows and filters by the most severe problem', async () => {
  const marker = `Sorted ${unique()}`
  const named = async (name: string, problems: Problem[] | null) => {
    const { tenant } = await insertTenant(`${marker} ${name}`)
    if (problems) await keep(tenant.id, 1, problems)
    return tenant.id
  }
  const failed = await named('A', [problem('error', 'one'), problem('warning', 'two')])
  const warned = await named('B', [problem('warning', 'two')])
  const noticed = await named('C', [problem('notice', 'three')])
  await named('D', null)
  const { client } = callers.tech
  const list = async (only_problems?: string) =>
    (await client.rpc('tenant_list', { search: marker, only_problems }).throwOnError()).data ?? []
  expect((await list()).map(({ errors, warnings }) => [errors, warnings])).toEqual([
    [1, 1],
    [0, 1],
    [0, 0],
    [null, null],
  ])
  for (const [worst, id] of [
    ['errors', failed],
    ['warnings', warned],
    ['none', noticed],
  ] as const) {
    expect((await list(worst)).map((row) => row.id)).toEqual([id])
    const { data } = await client.rpc('tenant_count', { search: marker, only_problems: worst })
    expect(data).toBe(1)
  }
})
