import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { become, becomeOwner, failure, proof, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newMemberRecord, newRole } from '../support/factories/access'
import { newDeviceProfile } from '../support/factories/devices'
import { insertRow, newId } from '../support/factories/row'
import { ADMIN, TECH } from '../support/people'

const SET = 'select public.set_secret($2, $3, $4, $5, $1)'
const PASSWORD = 'Abcdefghij-0123456789'

/** What is stored, read past every policy. */
async function valueOf(client: pg.Client, owner: string, field: string): Promise<string | undefined> {
  await becomeOwner(client)
  const { rows } = await client.query('select value from public.secrets where owner_id = $1 and field = $2', [
    owner,
    field,
  ])
  return rows[0]?.value
}

/** A member whose role may do just that in telephony. */
async function memberWho(client: pg.Client, ...actions: string[]): Promise<string> {
  const role = await newRole()
  const member = await newMemberRecord()
  await client.query('insert into public.roles (id, name) values ($1, $2)', [role.id, role.name])
  await client.query(
    "insert into public.role_permissions (role, section, action) select $1, 'telephony', unnest($2::text[])",
    [role.name, actions],
  )
  await client.query('insert into public.members (id, user_id, user_role, email) values ($1, $2, $3, $4)', [
    member.id,
    member.user_id,
    role.name,
    member.email,
  ])
  return member.user_id
}

describe('setting a secret', () => {
  const STALE = { amr: [proof('password', 11)] }

  test('that gives access to other secrets needs the right to reveal, even the first time', async () => {
    const profile = await insertRow('device_profiles', await newDeviceProfile())
    const subjects = [
      ['tenants', profile.tenant_id, 'provisioning_password'],
      ['device_profiles', profile.id, 'admin_password'],
    ] as const
    for (const [table, owner, field] of subjects) {
      await rolledBack(async (client) => {
        const before = await valueOf(client, owner, field)
        for (const actions of [['create'], ['edit'], ['view', 'create', 'edit'], ['reveal_secrets']]) {
          await become(client, await memberWho(client, ...actions))
          for (const value of [PASSWORD, '']) {
            expect(await failure(client, SET, [profile.tenant_id, table, owner, field, value])).toBe('42501')
          }
          expect(await valueOf(client, owner, field)).toBe(before)
        }
        const may = await memberWho(client, 'edit', 'reveal_secrets')
        await become(client, may, STALE)
        expect(await failure(client, SET, [profile.tenant_id, table, owner, field, PASSWORD])).toBe('TR401')
        expect(await valueOf(client, owner, field)).toBe(before)
        await become(client, may)
        expect(await failure(client, SET, [profile.tenant_id, table, owner, field, PASSWORD])).toBeUndefined()
        expect(await valueOf(client, owner, field)).toBe(PASSWORD)
      })
    }
  })

  test('for the first time needs the right to create or edit', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const given = [extension.tenant_id, 'extensions', extension.id, 'voicemail_pin', '7306']
    for (const action of ['create', 'edit']) {
      await rolledBack(async (client) => {
        await become(client, await memberWho(client, action), STALE)
        expect(await failure(client, SET, given)).toBeUndefined()
        expect(await valueOf(client, extension.id, 'voicemail_pin')).toBe('7306')
      })
    }
    for (const action of ['view', 'delete', 'export', 'reveal_secrets']) {
      await rolledBack(async (client) => {
        await become(client, await memberWho(client, action))
        expect(await failure(client, SET, given)).toBe('42501')
        expect(await valueOf(client, extension.id, 'voicemail_pin')).toBeUndefined()
      })
    }
  })

  test('that replaces or removes an existing one needs edit, reveal and a recent sign-in', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    for (const value of [PASSWORD, '']) {
      const given = [extension.tenant_id, 'extensions', extension.id, 'sip_password', value]
      await rolledBack(async (client) => {
        const before = await valueOf(client, extension.id, 'sip_password')
        for (const actions of [['create'], ['edit'], ['create', 'edit'], ['create', 'reveal_secrets']]) {
          await become(client, await memberWho(client, ...actions))
          expect(await failure(client, SET, given)).toBe('42501')
          expect(await valueOf(client, extension.id, 'sip_password')).toBe(before)
        }
        const may = await memberWho(client, 'edit', 'reveal_secrets')
        await become(client, may, STALE)
        expect(await failure(client, SET, given)).toBe('TR401')
        expect(await valueOf(client, extension.id, 'sip_password')).toBe(before)
        await become(client, may)
        expect(await failure(client, SET, given)).toBeUndefined()
        expect(await valueOf(client, extension.id, 'sip_password')).toBe(value || undefined)
      })
    }
  })
})

describe('a recent sign-in', () => {
  const asked = (client: pg.Client) => failure(client, 'select public.require_recent_sign_in()')

  test.each(['password', 'totp', 'mfa/phone', 'mfa/webauthn'])('is %s within ten minutes', async (method) => {
    await rolledBack(async (client) => {
      await become(client, ADMIN, { amr: [proof('token_refresh'), proof(method, 9)] })
      expect(await asked(client)).toBeUndefined()
      await become(client, ADMIN, { amr: [proof(method, 10)] })
      expect(await asked(client)).toBe('TR401')
    })
  })

  test.each([
    ['a refresh', [proof('token_refresh')]],
    ['a mailed link', [proof('otp'), proof('recovery'), proof('magiclink'), proof('invite')]],
    ['another provider', [proof('oauth'), proof('sso/saml')]],
    [
      'a method without its time',
      ['password', { method: 'password' }, { method: 'password', timestamp: 'now' }],
    ],
    ['nothing', []],
    ['no list', 'password'],
    ['no claim', undefined],
  ])('is not %s', async (_what, amr) => {
    await rolledBack(async (client) => {
      await client.query('update auth.users set last_sign_in_at = now() where id = $1', [ADMIN])
      await become(client, ADMIN, { amr })
      expect(await asked(client)).toBe('TR401')
    })
  })

  test('does not count from a session that has ended', async () => {
    await rolledBack(async (client) => {
      await become(client, ADMIN, { amr: [proof('password')], session_id: newId() })
      expect(await asked(client)).toBe('TR401')
    })
  })
})

describe('a secret', () => {
  const REVEAL = "select public.reveal_secret('extensions', $1, 'sip_password', $2) as value"

  test('is generated with every extension, and revealing it needs the right and is logged', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, TECH)
      expect(await failure(client, REVEAL, [extension.id, extension.tenant_id])).toBe('42501')
      expect(await failure(client, 'select * from public.secrets')).toBe('42501')
      await become(client, ADMIN)
      const { value } = (await client.query(REVEAL, [extension.id, extension.tenant_id])).rows[0]
      expect(value).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d])\S{20,}$/)
      const { rows } = await client.query(
        "select actor, action, changes from public.audit_log where record_id = $1 and action = 'reveal'",
        [extension.id],
      )
      expect(rows).toEqual([{ actor: ADMIN, action: 'reveal', changes: { sip_password: [] } }])
    })
  })

  test('is revealed only within ten minutes of entering the password', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, ADMIN, { amr: [proof('password', 11)] })
      expect(await failure(client, REVEAL, [extension.id, extension.tenant_id])).toBe('TR401')
    })
  })

  test.each(['1234', '98765', '0000', '12a4', '123', '12345678901', '8901', '7890123'])(
    'refuses the PIN %s',
    async (pin) => {
      const extension = await insertRow('extensions', await FACTORIES.extensions())
      await rolledBack(async (client) => {
        await become(client, TECH)
        const set = "select public.set_secret('extensions', $1, 'voicemail_pin', $2, $3)"
        expect(await failure(client, set, [extension.id, pin, extension.tenant_id])).toBe('23514')
        expect(await failure(client, set, [extension.id, '7306', extension.tenant_id])).toBeUndefined()
      })
    },
  )

  test('never appears in the audit trail', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, TECH)
      await client.query("select public.set_secret('extensions', $1, 'voicemail_pin', '7306', $2)", [
        extension.id,
        extension.tenant_id,
      ])
      const { rows } = await client.query(
        'select changes::text as changes from public.audit_log where record_id = $1',
        [extension.id],
      )
      expect(rows.map((row) => row.changes).join()).toContain('voicemail_pin')
      expect(rows.map((row) => row.changes).join()).not.toContain('7306')
    })
  })
})
