import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { PASSWORD_SECONDS } from '@/local/auth/proofs'
import { codeAt } from '@/local/auth/totp'
import { ageSignIn, newMember, signIn } from '../support/clients'
import { become, becomeOwner, failure, proof, query, rolledBack } from '../support/database'
import { SUPERADMIN, TECH } from '../support/demo-users'
import { MANAGES, memberWith } from '../support/members'

const PASSWORD = { aal: 'aal1', amr: [proof('password')] }
const BOTH = { aal: 'aal2', amr: [proof('totp'), proof('password')] }

const enrol = (client: pg.Client, userId: string, status = 'verified') =>
  client.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values (gen_random_uuid(), $1, 'Phone', 'totp', $2, 'sealed')`,
    [userId, status],
  )

async function rows(client: pg.Client, table: string): Promise<number> {
  return (await client.query(`select from public.${table} limit 1`)).rowCount ?? 0
}

const needed = async (client: pg.Client) =>
  (await client.query('select public.second_factor_needed() as needed')).rows[0]?.needed

describe('a member with a second factor', () => {
  test('has no access with the password alone, to any table, and full access with a code', async () => {
    const tables = await query<{ name: string }>(
      `select table_name as name from private.record_tables where table_name not in ('members', 'roles', 'role_permissions')`,
    )
    await rolledBack(async (client) => {
      await enrol(client, SUPERADMIN)
      const seen = async () => {
        const found = []
        for (const { name } of tables) if (await rows(client, name)) found.push(name)
        return found
      }
      await become(client, SUPERADMIN, PASSWORD)
      expect(await seen()).toEqual([])
      expect(await needed(client)).toBe('code')
      const standing = await client.query('select public.own_standing() as own')
      expect(standing.rows).toEqual([{ own: { permissions: [], time_zone: null, business_day: null } }])
      expect((await client.query('update public.companies set name = name')).rowCount).toBe(0)
      expect(await failure(client, "select public.view_as('tech')")).toBe('42501')
      expect(await failure(client, "insert into public.companies (name) values ('Raw')")).toBe('42501')
      await become(client, SUPERADMIN, BOTH)
      expect((await seen()).length).toBeGreaterThan(40)
      expect(await needed(client)).toBeNull()
    })
  })

  test('is not asked for it before the setup is complete', async () => {
    await rolledBack(async (client) => {
      await enrol(client, TECH, 'unverified')
      await become(client, TECH, PASSWORD)
      expect(await rows(client, 'extensions')).toBe(1)
      expect(await needed(client)).toBeNull()
    })
  })
})

describe('a role that requires a second factor', () => {
  test('grants nothing without one, even while the member views the app as another role', async () => {
    await rolledBack(async (client) => {
      await client.query("update public.roles set second_factor = true where name = 'superadmin'")
      await client.query(
        "update public.members set viewing_as = 'tech', viewing_as_until = now() + interval '1 hour' where user_id = $1",
        [SUPERADMIN],
      )
      await become(client, SUPERADMIN, PASSWORD)
      expect(await rows(client, 'extensions')).toBe(0)
      expect(await needed(client)).toBe('setup')
      await become(client, SUPERADMIN, BOTH)
      expect(await rows(client, 'extensions')).toBe(1)
      await become(client, TECH, PASSWORD)
      expect(await rows(client, 'extensions')).toBe(1)
    })
  })

  test('can be changed only by someone who holds all of its permissions', async () => {
    const manager = await memberWith(...MANAGES)
    await rolledBack(async (client) => {
      const ask = (name: string) =>
        failure(client, 'update public.roles set second_factor = not second_factor where name = $1', [name])
      await become(client, manager.userId)
      expect(await ask('superadmin')).toBe('42501')
      expect(await ask(manager.role)).toBeUndefined()
      await become(client, SUPERADMIN, { amr: [proof('password', 11)] })
      expect(await ask('tech')).toBe('TR401')
    })
  })

  test('is saved with its permissions', async () => {
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      const id = randomUUID()
      await client.query(
        "select public.save_role($1, null, 'guarded', '', '{reports.view}', second_factor => true)",
        [id],
      )
      const { rows: listed } = await client.query(
        'select second_factor from public.role_list() where id = $1',
        [id],
      )
      expect(listed).toEqual([{ second_factor: true }])
    })
  })
})

test('a password is recent to the database for as long as to the embedded auth server', async () => {
  expect(await query('select private.proof_seconds() as seconds')).toEqual([{ seconds: PASSWORD_SECONDS }])
})

describe('an app that is added in a session without a recent sign-in', () => {
  /** As Supabase's auth server does it: it marks the factor first, and adds the code's claim afterwards. */
  const VERIFY = "update auth.mfa_factors set status = 'verified' where user_id = $1"

  test('is refused whatever the auth server thinks of it, and no session of the owner ends', async () => {
    const member = await newMember('tech')
    await ageSignIn(member.client)
    await rolledBack(async (client) => {
      await enrol(client, member.userId, 'unverified')
      expect(await failure(client, VERIFY, [member.userId])).toBe('TR401')
    })
    const { data } = await member.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    if (data?.type !== 'totp') throw new Error('Not enrolled')
    const code = codeAt(data.totp.secret, Math.floor(Date.now() / 30_000))
    const { error } = await member.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    expect(error?.code).toBe('reauthentication_needed')
    expect((await member.client.rpc('require_recent_sign_in')).error?.code).toBe('TR401')
    expect((await member.client.from('extensions').select('id').limit(1)).data).toHaveLength(1)
  })

  test('counts soon after the password, and the trail says whose it is', async () => {
    const { userId, memberId } = await newMember('tech')
    await rolledBack(async (client) => {
      await enrol(client, userId, 'unverified')
      expect((await client.query(VERIFY, [userId])).rowCount).toBe(1)
      const { rows: entries } = await client.query(
        "select actor, changes from public.audit_log where record_id = $1 and changes ? 'second_factor'",
        [memberId],
      )
      expect(entries).toEqual([{ actor: userId, changes: { second_factor: [null, 'on'] } }])
    })
  })

  test('does not count for an emailed link alone', async () => {
    const { userId } = await newMember('tech')
    await rolledBack(async (client) => {
      await client.query(
        "update auth.mfa_amr_claims set authentication_method = 'recovery' where session_id in (select id from auth.sessions where user_id = $1)",
        [userId],
      )
      await enrol(client, userId, 'unverified')
      expect(await failure(client, VERIFY, [userId])).toBe('TR401')
    })
  })
})

test('a superadmin can remove a lost second factor, which is audited and ends the sessions', async () => {
  const member = await newMember('tech')
  const { data } = await member.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost phone' })
  if (data?.type !== 'totp') throw new Error('Not enrolled')
  const code = codeAt(data.totp.secret, Math.floor(Date.now() / 30_000))
  expect((await member.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
  expect((await member.client.from('extensions').select('id').limit(1)).data).toHaveLength(1)

  const { memberId: of } = member
  for (const email of ['tech@demo.test', 'admin@demo.test']) {
    const caller = await signIn(email)
    expect((await caller.rpc('remove_second_factor', { member: of })).error?.code).toBe('42501')
    expect((await caller.rpc('member_factors', { member: of })).error?.code).toBe('42501')
  }
  const superadmin = await signIn('superadmin@demo.test')
  const { data: factors } = await superadmin.rpc('member_factors', { member: of })
  expect(factors).toMatchObject([{ name: 'Lost phone' }])
  expect((await superadmin.rpc('remove_second_factor', { member: of })).error).toBeNull()
  expect((await superadmin.rpc('member_factors', { member: of })).data).toEqual([])
  expect((await member.client.from('extensions').select('id').limit(1)).data).toEqual([])
  const entries = await query<{ id: string; actor_email: string }>(
    "select id, actor_email from public.audit_log where record_id = $1 and changes ? 'second_factor' order by seq",
    [of],
  )
  expect(entries).toMatchObject([{}, { actor_email: 'superadmin@demo.test' }])
  const undone = await superadmin.rpc('undo_change', { entry: entries[0]?.id ?? '' })
  expect(undone.error?.message).toMatch(/^Second factors and sessions are removed on the member’s own page\./)
  expect(await query('select from auth.sessions where user_id = $1', [member.userId])).toEqual([])
})

test('a member cannot remove the second factor of someone with more rights', async () => {
  const manager = await memberWith(...MANAGES)
  const [own] = await query<{ id: string }>('select id from public.members where user_id = $1', [SUPERADMIN])
  const { error } = await manager.client.rpc('remove_second_factor', { member: own?.id ?? '' })
  expect(error?.code).toBe('42501')
})

describe('sessions', () => {
  const emailOf = async (userId: string) => {
    const [row] = await query<{ email: string }>('select email from public.members where user_id = $1', [
      userId,
    ])
    return row?.email ?? ''
  }

  test('are listed for their owner, who can end each one', async () => {
    const member = await newMember('tech')
    const other = await signIn(await emailOf(member.userId))
    const { data } = await member.client.rpc('session_list')
    expect(data).toHaveLength(2)
    expect(data?.filter(({ current }) => current)).toHaveLength(1)
    expect(data?.every(({ address }) => address === '127.0.0.1')).toBe(true)
    const elsewhere = data?.find(({ current }) => !current)?.id ?? ''

    const extensions = () => other.from('extensions').select('id').limit(1)
    expect((await extensions()).data).toHaveLength(1)
    expect((await member.client.rpc('end_session', { session: elsewhere })).error).toBeNull()
    // The access token would be valid for an hour.
    expect((await extensions()).data).toEqual([])
    expect((await other.rpc('require_recent_sign_in')).error?.code).toBe('TR401')
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await member.client.rpc('session_list')).data).toHaveLength(1)
    expect((await member.client.from('extensions').select('id').limit(1)).data).toHaveLength(1)
    expect((await member.client.rpc('end_session', { session: elsewhere })).error).toMatchObject({
      code: 'TR410',
      message: 'This session has ended already.',
    })
  })

  test('of others are listed and ended only by those who administer the accounts', async () => {
    const member = await newMember('tech')
    const superadmin = await signIn('superadmin@demo.test')
    const { data } = await superadmin.rpc('session_list', { member: member.memberId })
    const [session] = data ?? []
    expect(data).toHaveLength(1)
    const admin = await signIn('admin@demo.test')
    expect((await admin.rpc('session_list', { member: member.memberId })).error?.code).toBe('42501')
    expect((await admin.rpc('end_session', { session: session?.id ?? '' })).error?.code).toBe('42501')
    expect((await admin.rpc('end_session', { session: randomUUID() })).error?.code).toBe('TR410')
    expect((await member.client.rpc('session_list')).data).toHaveLength(1)
    expect((await superadmin.rpc('end_session', { session: session?.id ?? '' })).error).toBeNull()
    expect((await member.client.from('extensions').select('id').limit(1)).data).toEqual([])
  })

  test('cannot be listed or ended with a password if a second factor is set up', async () => {
    const member = await newMember('tech')
    const [session] = await query<{ id: string }>('select id from auth.sessions where user_id = $1', [
      member.userId,
    ])
    await rolledBack(async (client) => {
      await enrol(client, member.userId)
      await become(client, member.userId, PASSWORD)
      expect((await client.query('select from public.session_list()')).rowCount).toBe(0)
      expect(await failure(client, 'select public.end_session($1)', [session?.id])).toBe('42501')
      await becomeOwner(client)
      expect((await client.query('select from auth.sessions where id = $1', [session?.id])).rowCount).toBe(1)
    })
  })
})
