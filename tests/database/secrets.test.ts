import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '@/lib/session/permissions'
import { SECTION_ACTIONS } from '@/lib/staff/permission-labels'
import { makeSecrets, withGeneratedSecrets } from '@/lib/vault/seal-secrets'
import { newKey, parseKeys, Vault } from '@/lib/vault/vault'
import { callerOf, serviceClient } from '../support/clients'
import { become, becomeOwner, failure, proof, query, rolledBack } from '../support/database'
import { ADMIN, TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newMemberRecord, newRole } from '../support/factories/access'
import { newDeviceProfile } from '../support/factories/devices'
import { newOutboundRoute } from '../support/factories/numbers'
import { insertRow, newId, type TableName } from '../support/factories/row'
import { keepSecret, SEALED, secretOf, VAULT } from '../support/vault'

const SET = 'select public.set_secret($2, $3, $4, $5, $1)'
const PASSWORD = SEALED

/** The stored row, read without policies. */
async function valueOf(client: pg.Client, owner: string, field: string): Promise<string | undefined> {
  await becomeOwner(client)
  const { rows } = await client.query(
    'select sealed from public.secrets where owner_id = $1 and field = $2',
    [owner, field],
  )
  return rows[0]?.sealed
}

/** A member whose role has only that permission in telephony. */
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

  test('that gives access to other secrets needs the permission to reveal, even the first time', async () => {
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

  test('for the first time needs the permission to create or edit', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const given = [extension.tenant_id, 'extensions', extension.id, 'voicemail_pin', SEALED]
    for (const action of ['create', 'edit']) {
      await rolledBack(async (client) => {
        await become(client, await memberWho(client, action), STALE)
        expect(await failure(client, SET, given)).toBeUndefined()
        expect(await valueOf(client, extension.id, 'voicemail_pin')).toBe(SEALED)
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

test('setting the first PIN of a record that has the id of a deleted one needs what replacing the deleted one’s needs', async () => {
  await rolledBack(async (client) => {
    const row = await FACTORIES.extensions()
    const given = [row.tenant_id, 'extensions', row.id, 'voicemail_pin', SEALED]
    await insertRow('extensions', row, client)
    await become(client, TECH)
    await client.query(SET, given)
    await client.query('delete from public.extensions where id = $1', [row.id])
    await client.query('insert into public.extensions (id, tenant_id, extension) values ($1, $2, $3)', [
      row.id,
      row.tenant_id,
      row.extension,
    ])
    expect(await failure(client, SET, given)).toBe('42501')
    expect(await valueOf(client, row.id, 'voicemail_pin')).toBeUndefined()
    await become(client, ADMIN, { amr: [proof('password', 11)] })
    expect(await failure(client, SET, given)).toBe('TR401')
    await become(client, ADMIN)
    expect(await failure(client, SET, given)).toBeUndefined()
  })
})

describe('a recent sign-in', () => {
  const asked = (client: pg.Client) => failure(client, 'select public.require_recent_sign_in()')

  test.each(['password', 'totp', 'mfa/phone', 'mfa/webauthn'])(
    'is %s within the last ten minutes',
    async (method) => {
      await rolledBack(async (client) => {
        await become(client, ADMIN, { amr: [proof('token_refresh'), proof(method, 9)] })
        expect(await asked(client)).toBeUndefined()
        // The database counts from the start of the transaction, seconds ago.
        await become(client, ADMIN, { amr: [proof(method, 11)] })
        expect(await asked(client)).toBe('TR401')
      })
    },
  )

  test.each([
    ['a refresh', [proof('token_refresh')]],
    ['an emailed link', [proof('otp'), proof('recovery'), proof('magiclink'), proof('invite')]],
    ['another provider', [proof('oauth'), proof('sso/saml')]],
    [
      'a method without a timestamp',
      ['password', { method: 'password' }, { method: 'password', timestamp: 'now' }],
    ],
    ['nothing', []],
    ['a value that is not a list', 'password'],
    ['a missing claim', undefined],
  ])('is not %s', async (_what, amr) => {
    await rolledBack(async (client) => {
      await client.query('update auth.users set last_sign_in_at = now() where id = $1', [ADMIN])
      await become(client, ADMIN, { amr })
      expect(await asked(client)).toBe('TR401')
    })
  })

  test('cannot be a session that has ended', async () => {
    await rolledBack(async (client) => {
      await become(client, ADMIN, { amr: [proof('password')], session_id: newId() })
      expect(await asked(client)).toBe('TR401')
    })
  })
})

describe('a stored secret', () => {
  const REVEAL = "select public.reveal_secret('extensions', $1, 'sip_password', $2) as value"

  test('is created for every extension, and is revealed only with the permission and an audit entry', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const place = { owner: extension.id, field: 'sip_password' }
    const password = await secretOf(place.owner, place.field)
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d])\S{20,}$/)
    await rolledBack(async (client) => {
      await become(client, TECH)
      expect(await failure(client, REVEAL, [extension.id, extension.tenant_id])).toBe('42501')
      expect(await failure(client, 'select * from public.secrets')).toBe('42501')
      await become(client, ADMIN)
      const { value } = (await client.query(REVEAL, [extension.id, extension.tenant_id])).rows[0]
      expect(VAULT.open(value, place)).toBe(password)
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

  test.each(['7306', 'Abcdefghij-0123456789', 'k1.', `${SEALED}!`])(
    'is rejected in clear text: %s',
    async (text) => {
      const extension = await insertRow('extensions', await FACTORIES.extensions())
      await rolledBack(async (client) => {
        await become(client, TECH)
        const set = "select public.set_secret('extensions', $1, 'voicemail_pin', $2, $3)"
        expect(await failure(client, set, [extension.id, text, extension.tenant_id])).toBe('23514')
        expect(await failure(client, set, [extension.id, SEALED, extension.tenant_id])).toBeUndefined()
      })
    },
  )

  test('never appears in the audit trail', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    await rolledBack(async (client) => {
      await become(client, TECH)
      await client.query("select public.set_secret('extensions', $1, 'voicemail_pin', $3, $2)", [
        extension.id,
        extension.tenant_id,
        SEALED,
      ])
      const { rows } = await client.query(
        'select changes::text as changes from public.audit_log where record_id = $1',
        [extension.id],
      )
      expect(rows.map((row) => row.changes).join()).toContain('voicemail_pin')
      expect(rows.map((row) => row.changes).join()).not.toContain(SEALED)
    })
  })

  test('is in no table in clear text, so in no dump either', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const planted = ['7306582194', 'Planted-password-0123456789', 'carrier-secret-5521']
    const { tenant_id } = extension
    await keepSecret(
      tenant_id,
      'extensions',
      { owner: extension.id, field: 'voicemail_pin' },
      planted[0] ?? '',
    )
    await keepSecret(
      tenant_id,
      'tenants',
      { owner: tenant_id, field: 'provisioning_password' },
      planted[1] ?? '',
    )
    await keepSecret(tenant_id, 'gateways', { owner: newId(), field: 'password' }, planted[2] ?? '')
    await query('delete from public.extensions where id = $1', [extension.id])
    const tables = await query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
         and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(100)
    const found = []
    for (const { name } of tables) {
      const [hit] = await query(
        `select from ${name} t where strpos(t::text, $1) + strpos(t::text, $2) + strpos(t::text, $3) > 0 limit 1`,
        planted,
      )
      if (hit) found.push(name)
    }
    expect(found).toEqual([])
  })

  test('is re-encrypted only for the tenant that was asked for', async () => {
    const [own, other] = [
      await insertRow('extensions', await FACTORIES.extensions()),
      await insertRow('extensions', await FACTORIES.extensions()),
    ]
    for (const { id } of [own, other]) await secretOf(id, 'sip_password')
    const told = await query<{ owner_id: string }>(
      "select owner_id from private.secrets_to_seal($1, null, 'another key', 0)",
      [own.tenant_id],
    )
    const owners = told.map(({ owner_id }) => owner_id)
    expect(owners).toContain(own.id)
    expect(owners).not.toContain(other.id)
  })

  test('is re-encrypted with a new key, even for deleted records, and can still be decrypted', async () => {
    const [kept, gone] = [
      await insertRow('extensions', await FACTORIES.extensions()),
      await insertRow('extensions', await FACTORIES.extensions()),
    ]
    const password = await secretOf(kept.id, 'sip_password')
    await secretOf(gone.id, 'sip_password')
    await query('delete from public.extensions where id = $1', [gone.id])
    const made = parseKeys(newKey())
    const both = new Vault([...made, ...parseKeys(`test:${Buffer.alloc(32, 7).toString('base64url')}`)])
    const sealedBy = async (id: string) => {
      const rows = await query<{ sealed: string }>(
        `select sealed from public.secrets where owner_id = $1
         union all select sealed from private.dropped_secrets where owner_id = $1`,
        [id],
      )
      return rows.map(({ sealed }) => sealed)
    }
    // Only these two, because concurrent tests use the key as well.
    const { data } = await serviceClient().rpc('secrets_to_seal', { other_than: both.keyId }).throwOnError()
    expect(data.length).toBeGreaterThan(1)
    for (const { id } of [kept, gone]) {
      const [was = ''] = await sealedBy(id)
      const place = { owner: id, field: 'sip_password' }
      const change = { ...place, was, sealed: both.seal(both.open(was, place), place), proof: null }
      await serviceClient()
        .rpc('store_sealed', { changes: [change] })
        .throwOnError()
    }
    const [sealed = ''] = await sealedBy(kept.id)
    expect(sealed.split('.')[0]).toBe(both.keyId)
    expect((await sealedBy(gone.id))[0]?.split('.')[0]).toBe(both.keyId)
    expect(new Vault(made).open(sealed, { owner: kept.id, field: 'sip_password' })).toBe(password)
    await query('delete from public.extensions where id = $1', [kept.id])
    await query('delete from private.dropped_secrets where owner_id = any ($1)', [[kept.id, gone.id]])
  })
})

test('secrets that another server generates while this one asks for them are read, not taken for missing', async () => {
  const { id: owner, tenant_id: tenant } = await insertRow('extensions', await FACTORIES.extensions())
  const stored = () =>
    query<{ sealed: string | null }>('select sealed from public.secrets where owner_id = $1', [owner])
  const asked = await stored()
  expect(asked).toEqual([{ sealed: null }])
  await makeSecrets(serviceClient(), VAULT, { tenant })
  let asks = 0
  const ask = async () => (asks++ === 0 ? asked : stored())
  const [found] = await withGeneratedSecrets(serviceClient(), VAULT, tenant, ask, (secrets) => secrets)
  expect(VAULT.read(found?.sealed ?? null, { owner, field: 'sip_password' })).toHaveLength(24)
})

test('the role matrix offers reveal_secrets only for sections whose records have secrets', async () => {
  const sections = await query<{ section: string }>(
    'select distinct section from private.secret_rules order by 1',
  )
  const offered = SECTIONS.filter((section) => SECTION_ACTIONS[section].includes('reveal_secrets'))
  expect(sections.map(({ section }) => section)).toEqual([...offered].sort())
})

test('the secrets of a deleted record are restored with it for users who may create such records', async () => {
  await rolledBack(async (client) => {
    const row = await FACTORIES.extensions()
    await insertRow('extensions', row, client)
    const password = await valueOf(client, row.id, 'sip_password')
    expect(password).toBeDefined()
    await client.query('delete from public.extensions where id = $1', [row.id])
    // The trigger gives a new extension a password of its own.
    await insertRow('extensions', row, client)
    await client.query('delete from public.secrets where owner_id = $1', [row.id])
    for (const [action, value] of [
      ['edit', undefined],
      ['create', password],
    ] as const) {
      await become(client, await memberWho(client, action))
      await client.query("select private.restore_secrets('extensions', $1)", [row.id])
      expect(await valueOf(client, row.id, 'sip_password')).toBe(value)
    }
  })
})

const owners = await query<{ name: TableName }>(
  'select distinct owner_table as name from private.secret_rules order by 1',
)

// Clients choose the ids of new records.
test.each(owners)('a record with the id of one of $name takes none of its secrets', async ({ name }) => {
  await rolledBack(async (client) => {
    const owner = await insertRow(name, (await FACTORIES[name]()) as never, client)
    await client.query(
      `insert into public.secrets (owner_table, owner_id, field, sealed)
       select r.owner_table, $1, r.field, $2 from private.secret_rules r where r.owner_table = $3
       on conflict (owner_id, field) do update set sealed = excluded.sealed`,
      [owner.id, SEALED, name],
    )
    const secrets = async () =>
      (
        await client.query(
          'select owner_table, field, sealed from public.secrets where owner_id = $1 order by 2',
          [owner.id],
        )
      ).rows
    const before = await secrets()
    const { tenant_id } = await insertRow('device_profiles', await newDeviceProfile(), client)
    const [copy, table] =
      name === 'device_profiles'
        ? [await FACTORIES.outbound_routes({ id: owner.id }), 'outbound_routes']
        : [await newDeviceProfile({ id: owner.id, tenant_id }), 'device_profiles']
    await become(client, TECH)
    await insertRow(table as 'device_profiles', copy as never, client)
    const deleted = await client.query(`delete from public.${table} where id = $1`, [owner.id])
    expect(deleted.rowCount).toBe(1)
    await becomeOwner(client)
    expect(before.length).toBeGreaterThan(0)
    expect(await secrets()).toEqual(before)
  })
})

test('a deleted record’s secrets are not replaced by those of another that is made with its id and deleted', async () => {
  const planted = VAULT.seal('48151623', { owner: '', field: '' })
  await rolledBack(async (client) => {
    const row = await newOutboundRoute()
    const elsewhere = await newOutboundRoute({ id: row.id })
    expect(elsewhere.tenant_id).not.toBe(row.tenant_id)
    for (const [copy, pin, setter] of [
      [row, SEALED, TECH],
      [elsewhere, planted, TECH],
      [row, planted, ADMIN],
    ] as const) {
      await insertRow('outbound_routes', copy, client)
      await become(client, setter)
      await client.query(SET, [copy.tenant_id, 'outbound_routes', copy.id, 'pin', pin])
      await becomeOwner(client)
      await client.query('delete from public.outbound_routes where id = $1', [copy.id])
    }
    for (const [copy, pin] of [
      [row, SEALED],
      [elsewhere, planted],
    ] as const) {
      await insertRow('outbound_routes', copy, client)
      await become(client, TECH)
      await client.query("select private.restore_secrets('outbound_routes', $1)", [copy.id])
      expect(await valueOf(client, copy.id, 'pin')).toBe(pin)
      await client.query('delete from public.outbound_routes where id = $1', [copy.id])
    }
  })
})

describe('a record restored more than 30 days after its deletion', () => {
  test.each([
    ['outbound_routes', 'pin'],
    ['call_flows', 'pin'],
    ['conference_rooms', 'pin'],
    ['conference_rooms', 'moderator_pin'],
  ] as const)('of %s asks for a new %s where it had one', async (table, field) => {
    const { id: owner, tenant_id: tenant } = await insertRow(table, (await FACTORIES[table]()) as never)
    await keepSecret(tenant, table, { owner, field }, '7306')
    const { client } = await callerOf('tech')
    await client.from(table).delete().eq('id', owner).throwOnError()
    await query(
      "update private.dropped_secrets set dropped_at = now() - interval '31 days' where owner_id = $1",
      [owner],
    )
    await serviceClient().rpc('delete_old_dropped_secrets').throwOnError()
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [owner],
    )
    const undone = await client.rpc('undo_change', { entry: entry?.id ?? '', tenant }).throwOnError()
    expect(undone.data).toMatchObject({ undone: 1, kept: 0 })
    expect(
      await query('select field, sealed, proof from public.secrets where owner_id = $1', [owner]),
    ).toEqual([{ field, sealed: null, proof: null }])
    expect(await secretOf(owner, field)).toMatch(/^\d{4,10}$/)
  })
})

test('the secrets of deleted records are purged after 30 days', async () => {
  const extension = await insertRow('extensions', await FACTORIES.extensions())
  await query('delete from public.extensions where id = $1', [extension.id])
  const kept = async (client: pg.Client) =>
    (await client.query('select 1 from private.dropped_secrets where owner_id = $1', [extension.id])).rowCount
  await rolledBack(async (client) => {
    await client.query('select public.delete_old_dropped_secrets()')
    expect(await kept(client)).toBe(1)
    await client.query(
      "update private.dropped_secrets set dropped_at = now() - interval '31 days' where owner_id = $1",
      [extension.id],
    )
    await client.query('select public.delete_old_dropped_secrets()')
    expect(await kept(client)).toBe(0)
  })
})
