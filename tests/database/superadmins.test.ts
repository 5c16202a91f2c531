import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { become, untilWaiting, withDatabase } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

// Changing superadmins affects every test, so these tests use their own database.
let database: ScratchDatabase
let client: pg.Client

const [FIRST, SECOND, TECH] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
]

beforeAll(async () => {
  database = await createScratchDatabase({ seed: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const superadmins = async (connection = client) => {
  const { rows } = await connection.query(
    "select user_id from public.members where user_role = 'superadmin' and status = 'active' order by user_id",
  )
  return rows.map(({ user_id }) => user_id)
}

const ATTEMPTS = {
  demoted: "update public.members set user_role = 'admin' where user_id = $1",
  disabled: "update public.members set status = 'disabled' where user_id = $1",
  removed: 'delete from public.members where user_id = $1',
  'removed with their account': 'delete from auth.users where id = $1',
  'kept from signing in': "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
}

beforeEach(async () => {
  await client.query('update auth.users set banned_until = null')
  await client.query(`
    insert into public.members (user_id, user_role) values ('${FIRST}', 'superadmin'), ('${SECOND}', 'admin')
    on conflict (user_id) do update set user_role = excluded.user_role, status = 'active'`)
})

describe.each(Object.entries(ATTEMPTS))('the last superadmin cannot be %s', (_name, attempt) => {
  test('by the service key or the owner', async () => {
    await expect(client.query(attempt, [FIRST])).rejects.toThrow(
      'The last superadmin cannot be removed, demoted or disabled.',
    )
    expect(await superadmins()).toEqual([FIRST])
  })

  test('even if another superadmin is disabled', async () => {
    await client.query(
      "update public.members set user_role = 'superadmin', status = 'disabled' where user_id = $1",
      [SECOND],
    )
    await expect(client.query(attempt, [FIRST])).rejects.toThrow('The last superadmin')
    expect(await superadmins()).toEqual([FIRST])
  })

  test('together with all the others', async () => {
    await client.query("update public.members set user_role = 'superadmin' where user_id = $1", [SECOND])
    const everybody = attempt.replace('= $1', 'in ($1, $2)')
    await expect(client.query(everybody, [FIRST, SECOND])).rejects.toThrow('The last superadmin')
    expect(await superadmins()).toEqual([FIRST, SECOND])
  })
})

describe('the superadmin role cannot be', () => {
  test.each([
    ['removed', "delete from public.roles where name = 'superadmin'"],
    ['renamed', "update public.roles set name = 'former' where name = 'superadmin'"],
    ['made deletable', "update public.roles set built_in = false where name = 'superadmin'"],
    ['stripped', "delete from public.role_permissions where role = 'superadmin'"],
    [
      'stripped of one right',
      "delete from public.role_permissions where role = 'superadmin' and action = 'edit'",
    ],
    [
      'stripped of a permission in favor of another role',
      "update public.role_permissions set role = 'tech' where role = 'superadmin' and action = 'reveal_secrets'",
    ],
    [
      'changed',
      "update public.role_permissions set section = 'sales' where role = 'superadmin' and section = 'superadmin'",
    ],
  ])('%s, by a superadmin or by the owner', async (_name, attempt) => {
    for (const by of [FIRST, null]) {
      await client.query('begin')
      if (by) await become(client, by)
      await expect(client.query(attempt)).rejects.toMatchObject({ code: '23514' })
      await client.query('rollback')
    }
    const { rows } = await client.query(
      "select count(*)::int as rights from public.role_permissions where role = 'superadmin'",
    )
    expect(rows).toEqual([{ rights: 61 }])
  })
})

test('a superadmin whose account is banned does not count', async () => {
  await client.query("update public.members set user_role = 'superadmin' where user_id = $1", [SECOND])
  await client.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [SECOND])
  await expect(client.query(ATTEMPTS.demoted, [FIRST])).rejects.toThrow('The last superadmin')
  await client.query('update auth.users set banned_until = null where id = $1', [SECOND])
})

test('one of two superadmins can be demoted', async () => {
  await client.query("update public.members set user_role = 'superadmin' where user_id = $1", [SECOND])
  await client.query(ATTEMPTS.demoted, [FIRST])
  expect(await superadmins()).toEqual([SECOND])
})

test.each(Object.entries(ATTEMPTS).slice(0, 3))(
  'of two superadmins %s at the same moment, one remains',
  async (_name, attempt) => {
    await client.query("update public.members set user_role = 'superadmin' where user_id = $1", [SECOND])
    const outcome = await withDatabase(async (other) => {
      await client.query('begin')
      await become(client, SECOND ?? '')
      await client.query(attempt, [FIRST])
      await other.query('begin')
      await become(other, FIRST ?? '')
      const second = other.query(attempt, [SECOND]).then(
        () => 'done',
        (error: Error) => error.message,
      )
      await untilWaiting(other)
      await client.query('commit')
      const message = await second
      await other.query('rollback')
      return message
    }, database.url)
    expect(outcome).toBe('The last superadmin cannot be removed, demoted or disabled.')
    expect(await superadmins()).toEqual([SECOND])
  },
)

describe('a superadmin', () => {
  test.each([
    ['change their own role', ATTEMPTS.demoted],
    ['disable themselves', ATTEMPTS.disabled],
    ['remove themselves', ATTEMPTS.removed],
  ])('cannot %s, even if there is another', async (_name, attempt) => {
    await client.query("update public.members set user_role = 'superadmin' where user_id = $1", [SECOND])
    await client.query('begin')
    await become(client, FIRST ?? '')
    await expect(client.query(attempt, [FIRST])).rejects.toThrow(/^You cannot/)
    await client.query('rollback')
    expect(await superadmins()).toEqual([FIRST, SECOND])
  })

  test('cannot move a member record to another account', async () => {
    await expect(
      client.query('update public.members set user_id = gen_random_uuid() where user_id = $1', [TECH]),
    ).rejects.toThrow('A member cannot be moved to another account.')
  })
})
