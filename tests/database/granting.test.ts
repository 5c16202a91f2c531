import { beforeAll, describe, expect, test } from 'vitest'
import { ACTIONS, type Action, SECTIONS, type Section } from '@/lib/permissions'
import { ageSignIn, type Client, newMember } from '../support/clients'
import { become, failure, proof, query, rolledBack, storedRow } from '../support/database'
import { newMemberRecord, newRole, newRolePermission } from '../support/factories/access'
import { newPortalUser } from '../support/factories/people'
import { insertRow, newId, unique } from '../support/factories/row'

type Right = `${Section}.${Action}`
type Member = Awaited<ReturnType<typeof newMember>>

/** A member whose role has just these rights. */
async function memberWith(...rights: readonly Right[]): Promise<Member & { role: string }> {
  const { name } = await insertRow('roles', await newRole())
  for (const right of rights) {
    const [section, action] = right.split('.') as [Section, Action]
    await insertRow('role_permissions', await newRolePermission({ role: name, section, action }))
  }
  return { ...(await newMember(name)), role: name }
}

const roleOf = async (memberId: string) => (await storedRow('members', memberId))?.user_role
const rightsOf = async (role: string) =>
  (
    await query<{ right: string }>(
      "select section || '.' || action as right from public.role_permissions where role = $1 order by 1",
      [role],
    )
  ).map(({ right }) => right)

const MANAGES: readonly Right[] = [
  'superadmin.view',
  'superadmin.create',
  'superadmin.edit',
  'superadmin.delete',
]

describe('who may manage staff and nothing else', () => {
  let manager: Member & { role: string }
  beforeAll(async () => {
    manager = await memberWith(...MANAGES)
  })

  test('makes nobody a superadmin, admin or tech', async () => {
    for (const user_role of ['superadmin', 'admin', 'tech']) {
      const row = await newMemberRecord({ user_role })
      expect((await manager.client.from('members').insert(row)).error?.code).toBe('42501')
      expect(await storedRow('members', row.id)).toBeUndefined()
    }
  })

  test('gives nobody, themselves included, a role that may do more', async () => {
    const peer = await memberWith()
    for (const member of [peer, manager]) {
      const before = await roleOf(member.memberId)
      await manager.client.from('members').update({ user_role: 'tech' }).eq('id', member.memberId)
      expect(await roleOf(member.memberId)).toBe(before)
    }
  })

  test('neither demotes, disables, removes, lets back in nor signs out who may do more', async () => {
    const [active, disabled] = [await newMember('tech'), await newMember('tech')]
    await query("update public.members set status = 'disabled' where id = $1", [disabled.memberId])
    const before = [
      await storedRow('members', active.memberId),
      await storedRow('members', disabled.memberId),
    ]
    const { client } = manager
    await client.from('members').update({ user_role: manager.role }).eq('id', active.memberId)
    await client.from('members').update({ status: 'disabled' }).eq('id', active.memberId)
    await client.from('members').update({ status: 'active' }).eq('id', disabled.memberId)
    await client.from('members').delete().eq('id', active.memberId)
    expect((await client.rpc('end_sessions', { member: active.memberId })).error?.code).toBe('42501')
    expect([
      await storedRow('members', active.memberId),
      await storedRow('members', disabled.memberId),
    ]).toEqual(before)
  })

  test('puts into no matrix, and takes from none, what they may not do', async () => {
    const { name } = await insertRow('roles', await newRole())
    const held = await insertRow(
      'role_permissions',
      await newRolePermission({ role: name, section: 'sales' }),
    )
    const { client } = manager
    for (const role of [name, manager.role]) {
      const right = { role, section: 'telephony', action: 'reveal_secrets' }
      expect((await client.from('role_permissions').insert(right)).error?.code).toBe('42501')
    }
    const rows = client.from('role_permissions')
    expect((await rows.update({ action: 'export' }).eq('id', held.id)).error?.code).toBe('42501')
    expect((await rows.delete().eq('id', held.id)).error?.code).toBe('42501')
    expect(await rightsOf(name)).toEqual(['sales.view'])
    expect(await rightsOf(manager.role)).toEqual([...MANAGES].sort())
    // A right moved to one's own role, or away, is one given or taken.
    const moved = await rows.update({ role: manager.role }).eq('id', held.id)
    expect(moved.error?.code).toBe('42501')
    expect(await rightsOf(name)).toEqual(['sales.view'])
  })

  test('saves no role with more, under a new name or an old one, and removes none that has more', async () => {
    const { client } = manager
    const name = `role-${unique()}`
    const made = await client.rpc('save_role', {
      role: newId(),
      expected_version: null as unknown as number,
      name,
      description: '',
      permissions: ['superadmin.view', 'numbers.view'],
    })
    expect(made.error?.code).toBe('42501')
    expect(await query('select 1 from public.roles where name = $1', [name])).toEqual([])

    const role = await insertRow('roles', await newRole())
    await insertRow('role_permissions', await newRolePermission({ role: role.name }))
    expect((await client.from('roles').delete().eq('id', role.id)).error?.code).toBe('42501')
    expect((await client.from('roles').update({ name }).eq('id', role.id)).error?.code).toBe('42501')
    expect(await storedRow('roles', role.id)).toMatchObject({ name: role.name })
    expect(await rightsOf(role.name)).toEqual(['sales.view'])
  })

  test('takes on no role that may do more', async () => {
    for (const role of ['superadmin', 'admin', 'tech']) {
      expect((await manager.client.rpc('view_as', { role })).error?.code).toBe('42501')
    }
    expect(await storedRow('members', manager.memberId)).toMatchObject({ viewing_as: null })
  })

  test('still gives what they hold', async () => {
    const { client } = manager
    const role = { role: newId(), name: `role-${unique()}`, description: 'Looks on' }
    const saved = await client.rpc('save_role', {
      ...role,
      expected_version: null as unknown as number,
      permissions: ['superadmin.view'],
    })
    expect(saved.error).toBeNull()
    const peer = await memberWith()
    await client.from('members').update({ user_role: role.name }).eq('id', peer.memberId).throwOnError()
    expect(await roleOf(peer.memberId)).toBe(role.name)
    await client.rpc('view_as', { role: role.name }).throwOnError()
    expect(await storedRow('members', manager.memberId)).toMatchObject({ viewing_as: role.name })
    await client.rpc('view_as', { role: null as unknown as string }).throwOnError()
  })
})

describe('a role that was taken on', () => {
  const sees = async (client: Client, section: Section) =>
    (await client.rpc('has_permission', { section, action: 'view' })).data

  test('gives nothing that the own role does not, though it is extended meanwhile', async () => {
    const manager = await memberWith(...MANAGES)
    const { name } = await insertRow('roles', await newRole())
    await manager.client.rpc('view_as', { role: name }).throwOnError()
    await insertRow('role_permissions', await newRolePermission({ role: name, section: 'numbers' }))
    expect(await sees(manager.client, 'numbers')).toBe(false)
    await insertRow('role_permissions', await newRolePermission({ role: name, section: 'superadmin' }))
    expect(await sees(manager.client, 'superadmin')).toBe(true)
  })

  test('is laid down when the own role is changed', async () => {
    const superadmin = await newMember('superadmin')
    await superadmin.client.rpc('view_as', { role: 'admin' }).throwOnError()
    const other = await newMember('superadmin')
    await other.client
      .from('members')
      .update({ user_role: 'tech' })
      .eq('id', superadmin.memberId)
      .throwOnError()
    expect(await storedRow('members', superadmin.memberId)).toMatchObject({
      user_role: 'tech',
      viewing_as: null,
      viewing_as_until: null,
    })
    expect(await sees(superadmin.client, 'sales')).toBe(false)
  })

  test('is neither taken on nor laid down by a token that was signed out, or by a disabled member', async () => {
    const [signedOut, ended, disabled] = [
      await newMember('superadmin'),
      await newMember('superadmin'),
      await newMember('superadmin'),
    ]
    for (const { client } of [signedOut, ended, disabled])
      await client.rpc('view_as', { role: 'tech' }).throwOnError()
    await query("update public.members set sessions_valid_from = now() + interval '1 minute' where id = $1", [
      signedOut.memberId,
    ])
    await query('delete from auth.sessions where user_id = $1', [ended.userId])
    await query("update public.members set status = 'disabled' where id = $1", [disabled.memberId])
    for (const { client, memberId } of [signedOut, ended, disabled]) {
      for (const role of ['admin', null as unknown as string]) {
        expect((await client.rpc('view_as', { role })).error?.code).toBe('42501')
      }
      expect(await storedRow('members', memberId)).toMatchObject({ viewing_as: 'tech' })
    }
  })
})

describe('a member’s address', () => {
  test('is that of their account', async () => {
    const [superadmin, member] = [await newMember('superadmin'), await newMember('tech')]
    const before = await storedRow('members', member.memberId)
    const { error } = await superadmin.client
      .from('members')
      .update({ email: 'somebody-else@example.test' })
      .eq('id', member.memberId)
    expect(error?.code).toBe('23514')
    expect(await storedRow('members', member.memberId)).toEqual(before)
    const row = { ...(await newMemberRecord()), email: 'somebody-else@example.test' }
    expect((await superadmin.client.from('members').insert(row)).error?.code).toBe('23514')
    expect(await storedRow('members', row.id)).toBeUndefined()
  })

  test('is no portal user’s, and a portal user’s no member’s', async () => {
    const [superadmin, tech] = [await newMember('superadmin'), await newMember('tech')]
    const staff = String((await storedRow('members', tech.memberId))?.email)
    const user = await insertRow('portal_users', await newPortalUser())
    const wanted = { ...(await newPortalUser()), email: staff }
    expect((await tech.client.from('portal_users').insert(wanted)).error?.code).toBe('23514')
    expect(await storedRow('portal_users', wanted.id)).toBeUndefined()
    await tech.client.from('portal_users').update({ email: staff }).eq('id', user.id)
    expect(await storedRow('portal_users', user.id)).toMatchObject({ email: user.email })
    // Neither the server links a member's account to a portal user, whatever its address.
    await expect(
      query('update public.portal_users set auth_user_id = $2 where id = $1', [user.id, tech.userId]),
    ).rejects.toMatchObject({ code: '23514' })

    const account = await newMemberRecord()
    await query('update public.portal_users set auth_user_id = $2 where id = $1', [user.id, account.user_id])
    expect((await superadmin.client.from('members').insert(account)).error?.code).toBe('23514')
    expect(await storedRow('members', account.id)).toBeUndefined()
  })

  test('tells nobody who may not ask whether it is a member’s', async () => {
    const outsider = await memberWith('sales.view')
    for (const email of ['tech@demo.test', `nobody-${unique()}@example.test`]) {
      const row = { ...(await newPortalUser()), email }
      expect((await outsider.client.from('portal_users').insert(row)).error?.code).toBe('42501')
    }
  })
})

describe('mails to accounts', () => {
  const invite = (client: Client, email: string, user_role = 'tech') =>
    client.rpc('prepare_invitation', { email, user_role })

  test('go three times an hour to one address, whoever sends them', async () => {
    const [one, two] = [await newMember('superadmin'), await newMember('superadmin')]
    const email = `often-${unique()}@example.test`
    const answers = await Promise.all([one, two, one, two].map(({ client }) => invite(client, email)))
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['TR429', undefined, undefined, undefined])
    expect((await invite(one.client, email.toUpperCase())).error?.code).toBe('TR429')
    await query(
      "update private.account_mails set sent_at = now() - interval '61 minutes' where address = $1",
      [email],
    )
    expect((await invite(one.client, email)).error).toBeNull()
  })

  test('go a hundred times an hour from one person', async () => {
    const { client, userId } = await newMember('superadmin')
    await query(
      "insert into private.account_mails (actor, address) select $1, 'somebody-' || n || '@example.test' from generate_series(1, 99) n",
      [userId],
    )
    expect((await invite(client, `last-${unique()}@example.test`)).error).toBeNull()
    expect((await invite(client, `more-${unique()}@example.test`)).error?.code).toBe('TR429')
  })

  test('are not prepared for a role that may do more, a portal user, or after ten minutes', async () => {
    const manager = await memberWith(...MANAGES)
    const email = `wanted-${unique()}@example.test`
    expect((await invite(manager.client, email, 'superadmin')).error?.code).toBe('42501')
    const user = await insertRow('portal_users', await newPortalUser())
    const superadmin = await newMember('superadmin')
    expect((await invite(superadmin.client, user.email)).error?.code).toBe('23514')
    await ageSignIn(superadmin.client)
    expect((await invite(superadmin.client, email)).error?.code).toBe('TR401')
    expect(
      await query('select 1 from private.account_mails where address in ($1, $2)', [email, user.email]),
    ).toEqual([])
  })
})

/** What nobody should bring about who lacks more than one right, as statements with the ids of a fresh scene. */
const ATTACKS: Record<string, (scene: Scene) => [text: string, values: unknown[]]> = {
  'insert a superadmin': ({ account }) => [
    "insert into public.members (user_id, user_role, email) values ($1, 'superadmin', $2)",
    [account.user_id, account.email],
  ],
  'promote a colleague': ({ colleague }) => [
    "update public.members set user_role = 'superadmin' where id = $1",
    [colleague],
  ],
  'promote themselves': ({ self }) => [
    "update public.members set user_role = 'superadmin' where id = $1",
    [self],
  ],
  'extend their role': ({ role }) => [
    `insert into public.role_permissions (role, section, action)
     values ($1, 'billing', 'reveal_secrets'), ($1, 'reports', 'reveal_secrets') on conflict do nothing`,
    [role],
  ],
  'move a right into their role': ({ role, right }) => [
    'update public.role_permissions set role = $1 where id = $2',
    [role, right],
  ],
  'look at the app as a superadmin': () => ["select public.view_as('superadmin')", []],
  'set the provisioning password': ({ tenant }) => [
    "select public.set_secret($1, 'tenants', $1, 'provisioning_password', 'Abcdefghij-0123456789')",
    [tenant],
  ],
  'replace a SIP password': ({ tenant, extension }) => [
    "select public.set_secret($1, 'extensions', $2, 'sip_password', 'Abcdefghij-0123456789')",
    [tenant, extension],
  ],
  'read secrets past their function': () => ['select value from public.secrets', []],
  'fetch a phone’s file': ({ tenant }) => [
    "select public.provisioning_configuration($1, '001122334455')",
    [tenant],
  ],
  'prepare the invitation of a superadmin': ({ account }) => [
    "select public.prepare_invitation($1, 'superadmin')",
    [account.email],
  ],
  'link an account to a portal user': ({ tenant, account }) => [
    'insert into public.portal_users (tenant_id, name, email, auth_user_id) values ($1, $2, $3, $4)',
    [tenant, 'Night desk', account.email, account.user_id],
  ],
  'take the account of a member for a portal user': ({ tenant }) => [
    "insert into public.portal_users (tenant_id, name, email) values ($1, 'Night desk', 'superadmin@demo.test')",
    [tenant],
  ],
}

interface Scene {
  role: string
  self: string
  userId: string
  colleague: string
  right: string
  account: Awaited<ReturnType<typeof newMemberRecord>>
  tenant: string
  extension: string
}

describe('a role with one right', () => {
  let scene: Scene
  beforeAll(async () => {
    const role = await insertRow('roles', await newRole())
    const self = await insertRow('members', await newMemberRecord({ user_role: role.name }))
    const colleague = await insertRow('members', await newMemberRecord({ user_role: role.name }))
    const right = await insertRow('role_permissions', await newRolePermission({ section: 'numbers' }))
    const [extension] = await query<{ id: string; tenant_id: string }>(
      'select id, tenant_id from public.extensions limit 1',
    )
    scene = {
      role: role.name,
      self: self.id,
      userId: self.user_id,
      colleague: colleague.id,
      right: right.id,
      account: await newMemberRecord(),
      tenant: extension?.tenant_id ?? '',
      extension: extension?.id ?? '',
    }
  })

  test.each(SECTIONS.flatMap((section) => ACTIONS.map((action) => `${section}.${action}` as Right)))(
    '%s gives itself no other',
    async (right) => {
      await rolledBack(async (client) => {
        const watched = async () =>
          (
            await client.query(
              `select (select jsonb_agg(to_jsonb(m) order by m.id) from public.members m where m.id in ($1, $2)) as members,
                (select count(*)::int from public.members m where m.user_id = $3) as new_members,
                (select jsonb_agg(p.section || p.action order by p.section, p.action)
                  from public.role_permissions p where p.role = $4) as rights,
                (select p.role from public.role_permissions p where p.id = $5) as other_role,
                (select jsonb_agg(s.value order by s.field) from public.secrets s where s.owner_id in ($6, $7)) as secrets,
                (select count(*)::int from public.portal_users u where u.email in ($8, 'superadmin@demo.test')) as portal,
                (select count(*)::int from private.account_mails a where a.address = $8) as mails`,
              [
                scene.self,
                scene.colleague,
                scene.account.user_id,
                scene.role,
                scene.right,
                scene.tenant,
                scene.extension,
                scene.account.email,
              ],
            )
          ).rows
        const [section, action] = right.split('.')
        await client.query(
          'insert into public.role_permissions (role, section, action) values ($1, $2, $3)',
          [scene.role, section, action],
        )
        const before = await watched()
        for (const [name, attack] of Object.entries(ATTACKS)) {
          await client.query('savepoint attack')
          await become(client, scene.userId, { amr: [proof('password')] })
          const code = await failure(client, ...attack(scene))
          await client.query("reset role; select set_config('request.jwt.claims', '', true)")
          expect({ name, rows: await watched() }).toEqual({ name, rows: before })
          // What is not refused has done nothing: a policy let it see no row.
          if (code === undefined) expect(name).toMatch(/^(promote|move)/)
          await client.query('rollback to savepoint attack')
        }
      })
    },
  )
})
