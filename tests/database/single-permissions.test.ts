import { beforeAll, describe, expect, test } from 'vitest'
import { become, becomeOwner, failure, rolledBack } from '../support/database'
import { EVERY_RIGHT } from '../support/every-right'
import { newMemberRecord, newRole, newRolePermission } from '../support/factories/access'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

/** Statements that a single permission must not allow, with the ids of a fresh scene. */
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
    "select public.set_secret('tenants', $1, 'provisioning_password', 'k1.Abcdefghij0123456789Abcdefghij0123456789', $1)",
    [tenant],
  ],
  'replace a SIP password': ({ tenant, extension }) => [
    "select public.set_secret('extensions', $2, 'sip_password', 'k1.Abcdefghij0123456789Abcdefghij0123456789', $1)",
    [tenant, extension],
  ],
  'read secrets past their function': () => ['select sealed from public.secrets', []],
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

describe('a role with a single permission', () => {
  let scene: Scene
  beforeAll(async () => {
    const role = await insertRow('roles', await newRole())
    const self = await insertRow('members', await newMemberRecord({ user_role: role.name }))
    const colleague = await insertRow('members', await newMemberRecord({ user_role: role.name }))
    const right = await insertRow('role_permissions', await newRolePermission({ section: 'numbers' }))
    const extension = await insertRow('extensions', await newExtension())
    scene = {
      role: role.name,
      self: self.id,
      userId: self.user_id,
      colleague: colleague.id,
      right: right.id,
      account: await newMemberRecord(),
      tenant: extension.tenant_id,
      extension: extension.id,
    }
  })

  test.each(EVERY_RIGHT)('%s cannot grant itself any other', async (right) => {
    await rolledBack(async (client) => {
      const watched = async () =>
        (
          await client.query(
            `select (select jsonb_agg(to_jsonb(m) order by m.id) from public.members m where m.id in ($1, $2)) as members,
                (select count(*)::int from public.members m where m.user_id = $3) as new_members,
                (select jsonb_agg(p.section || p.action order by p.section, p.action)
                  from public.role_permissions p where p.role = $4) as rights,
                (select p.role from public.role_permissions p where p.id = $5) as other_role,
                (select jsonb_agg(s.sealed order by s.field) from public.secrets s where s.owner_id in ($6, $7)) as secrets,
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
      await client.query('insert into public.role_permissions (role, section, action) values ($1, $2, $3)', [
        scene.role,
        section,
        action,
      ])
      const before = await watched()
      for (const [name, attack] of Object.entries(ATTACKS)) {
        await client.query('savepoint attack')
        await become(client, scene.userId)
        const code = await failure(client, ...attack(scene))
        await becomeOwner(client)
        expect({ name, rows: await watched() }).toEqual({ name, rows: before })
        // Statements that are not refused changed nothing, because a policy hid every row.
        if (code === undefined) expect(name).toMatch(/^(promote|move)/)
        await client.query('rollback to savepoint attack')
      }
    })
  })
})
