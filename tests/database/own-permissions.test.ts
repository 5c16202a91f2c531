import { describe, expect, test } from 'vitest'
import { type Caller, callerOf } from '../support/clients'
import { become, query, rolledBack } from '../support/database'
import { memberWith } from '../support/members'

/** A member's permissions, as the app asks for them. They must be all for which `has_permission` says yes. */
async function answered({ client, userId }: Pick<Caller, 'client' | 'userId'>) {
  const { data } = await client.rpc('own_standing').throwOnError()
  const { permissions } = data as { permissions: { section: string; action: string }[] }
  const held = permissions.map(({ section, action }) => `${section}.${action}`)
  expect(held).toEqual(await granted(userId ?? ''))
  return held
}

const granted = (userId: string) =>
  rolledBack(async (client) => {
    const every = await client.query(
      "select distinct section || '.' || action as right from public.role_permissions",
    )
    await become(client, userId)
    const { rows } = await client.query<{ right: string }>(
      `select p as right from unnest($1::text[]) p
       where private.has_permission(split_part(p, '.', 1), split_part(p, '.', 2))
       order by split_part(p, '.', 1), split_part(p, '.', 2)`,
      [every.rows.map(({ right }) => right)],
    )
    return rows.map(({ right }) => right)
  })

describe('the permissions of a member', () => {
  test.each(['tech', 'admin', 'superadmin'] as const)('are the whole matrix for %s', async (role) => {
    const matrix = await query<{ right: string }>(
      "select section || '.' || action as right from public.role_permissions where role = $1 order by section, action",
      [role],
    )
    expect(await answered(await callerOf(role))).toEqual(matrix.map(({ right }) => right))
  })

  test('are narrowed, never widened, by viewing the app as another role', async () => {
    const shown = await memberWith('sales.view')
    const member = await memberWith('superadmin.view', 'superadmin.edit', 'sales.view')
    await query(
      "update public.members set viewing_as = $1, viewing_as_until = now() + '1 hour' where id = $2",
      [shown.role, member.memberId],
    )
    expect(await answered(member)).toEqual(['sales.view'])
    // A permission the role gains meanwhile does not apply.
    await query(
      "insert into public.role_permissions (role, section, action) values ($1, 'billing', 'view')",
      [shown.role],
    )
    expect(await answered(member)).toEqual(['sales.view'])
    await query("update public.members set viewing_as_until = now() - interval '1 second' where id = $1", [
      member.memberId,
    ])
    expect(await answered(member)).toEqual(['sales.view', 'superadmin.edit', 'superadmin.view'])
  })

  test.each(['disabled', 'nomember'] as const)('are empty for %s', async (role) => {
    expect(await answered(await callerOf(role))).toEqual([])
  })

  test('are denied to visitors', async () => {
    const { error } = await (await callerOf('anon')).client.rpc('own_standing')
    expect(error?.code).toBe('42501')
  })
})
