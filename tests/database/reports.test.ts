import { describe, expect, test } from 'vitest'
import { newMember } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'

interface Totals {
  calls: number
  answered: number
  talk_seconds: number
}

describe('the report of calls', () => {
  test('agrees with a direct count of the calls, each tenant by its own clock', async () => {
    const { client } = await newMember('admin')
    const [span] = await query<{ from: string; until: string }>(
      'select (current_date - 9)::text as from, (current_date - 2)::text as until',
    )
    const asked = { from_day: String(span?.from), until_day: String(span?.until) }
    const { data, error } = await client.rpc('report_calls', asked)
    expect(error).toBeNull()
    const [counted] = await query<{ calls: string; answered: string; talk: string }>(
      `select count(*) as calls, count(*) filter (where c.status = 'answered') as answered,
         coalesce(sum(c.talk_seconds), 0) as talk
       from public.cdr c join public.tenants t on t.id = c.tenant_id
       where (c.start_at at time zone t.time_zone)::date between $1 and $2`,
      [asked.from_day, asked.until_day],
    )
    const { totals, tenants, days } = data as unknown as { totals: Totals; tenants: Totals[]; days: Totals[] }
    expect(totals.calls).toBeGreaterThan(0)
    expect([totals.calls, totals.answered, totals.talk_seconds]).toEqual(
      [counted?.calls, counted?.answered, counted?.talk].map(Number),
    )
    for (const parts of [tenants, days])
      expect(parts.reduce((sum, part) => sum + part.calls, 0)).toBe(totals.calls)
  })

  test.each(['tech', 'disabled'])('is refused to the %s', async (role) => {
    const { client } = await newMember(
      role === 'disabled' ? (await insertRow('roles', await FACTORIES.roles())).name : role,
    )
    for (const report of ['report_calls', 'report_business'] as const) {
      const { error } = await client.rpc(report, { from_day: '2026-01-01', until_day: '2026-01-31' })
      expect(error?.code).toBe('42501')
    }
  })

  test('covers no more than 401 days', async () => {
    const { client } = await newMember('admin')
    const { error } = await client.rpc('report_calls', { from_day: '2025-01-01', until_day: '2026-12-31' })
    expect(error?.code).toBe('22023')
  })
})

describe('the report of business', () => {
  test('is open to a role that sees nothing but reports', async () => {
    const role = await insertRow('roles', await FACTORIES.roles())
    await insertRow('role_permissions', {
      ...(await FACTORIES.role_permissions({ role: role.name })),
      section: 'reports',
    })
    const { client } = await newMember(role.name)
    const { data } = await client.rpc('report_business', { from_day: '2026-01-01', until_day: '2026-12-31' })
    expect(data).toMatchObject({ seats: expect.any(Array), pipeline: expect.any(Array) })
    expect((await client.from('companies').select('id')).data).toEqual([])
  })
})
