import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOfVersions } from '@/lib/switch/admission'
import type { SharedRows } from '@/lib/switch/agent/agent-update'
import { type SnapshotDocument, snapshotOf } from '@/lib/tenants/snapshot-client'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { become, inSnapshot, query, rolledBack, storedRow } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { insertTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { newGateway, newSwitch } from '../support/factories/gateways'
import { newOutboundRoute } from '../support/factories/numbers'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newFreeNumber, newTenantNumber } from '../support/factories/telephony'
import { VAULT } from '../support/vault'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const gatewayOf = async (given: Given<'gateways'> = {}) => insertRow('gateways', await newGateway(given))
const auditEntriesOf = (id: string) =>
  query<{ changes: Record<string, unknown>; section: string; actor_email: string }>(
    'select changes, section, actor_email from public.audit_log where record_id = $1 order by seq',
    [id],
  )

describe('a gateway', () => {
  test.each<Given<'gateways'>>([
    { name: 'carrier east' },
    { host: 'sip carrier' },
    { host: 'sip..example' },
    { port: 0 },
    { register: true },
    { username: 'trunk "4711"' },
    { prefix: '+1' },
    { codecs: ['GSM'] },
    { codecs: [] },
    { codecs: ['G729', 'G722'] },
    { ping_seconds: 4 },
    { may_carry_emergency: true, from_user: 'trunk', caller_id_header: 'none' },
    { trusted_addresses: ['not an address'] },
    { trusted_addresses: ['192.0.2.0/40'] },
    { number_format: 'any' },
  ])('is rejected with %o', async (change) => {
    const row = await newGateway(change)
    const { error } = await callers.superadmin.client.from('gateways').insert(row)
    expect(error?.code).toBe('23514')
    expect(await storedRow('gateways', row.id)).toBeUndefined()
  })

  test('shows its name to users who route calls, and its host and account only to superadmins', async () => {
    const gateway = await gatewayOf({ host: 'sip.hidden.example', username: 'trunk-4711' })
    for (const role of ['tech', 'admin', 'superadmin'] as const) {
      const { data } = await callers[role].client.from('gateway_names').select('*').eq('id', gateway.id)
      expect(data).toEqual([
        {
          id: gateway.id,
          name: gateway.name,
          number_format: 'e164',
          prefix: '',
          may_carry_emergency: true,
          enabled: true,
        },
      ])
    }
    expect((await callers.nomember.client.from('gateway_names').select('id')).data).toEqual([])
    expect((await callers.tech.client.from('gateways').select('host')).data).toEqual([])
    const denied = await callers.tech.client.from('gateway_names').select('host' as 'id')
    expect(denied.error?.code).toBe('42703')
    const { data } = await callers.superadmin.client.from('gateways').select('host').eq('id', gateway.id)
    expect(data).toEqual([{ host: 'sip.hidden.example' }])
  })

  test('has a carrier password that only superadmins can set and reveal, and that is not in the audit trail', async () => {
    const gateway = await gatewayOf()
    const secret = { owner_table: 'gateways', owner: gateway.id, field: 'password' }
    const sealed = VAULT.seal('short', secret)
    const set = (role: Role, given: string) =>
      callers[role].client.rpc('set_secret', { ...secret, sealed: given })
    expect((await set('admin', sealed)).error?.code).toBe('42501')
    expect((await set('superadmin', sealed)).error).toBeNull()
    expect((await callers.admin.client.rpc('reveal_secret', secret)).error?.code).toBe('42501')
    expect((await callers.superadmin.client.rpc('reveal_secret', secret)).data).toBe(sealed)
    expect(JSON.stringify(await auditEntriesOf(gateway.id))).not.toContain(sealed)
    const fields = await callers.superadmin.client.rpc('secret_fields', { owner: gateway.id })
    expect(fields.data?.map(({ field }) => field)).toEqual(['password'])
  })

  test('can be assigned to a number by number managers, but not by users who only route it', async () => {
    const [did, gateway] = [await insertRow('dids', await newTenantNumber()), await gatewayOf()]
    const choose = (role: Role) =>
      callers[role].client.from('dids').update({ gateway_id: gateway.id }).eq('id', did.id)
    expect((await choose('tech')).error?.code).toBe('42501')
    expect(await storedRow('dids', did.id)).toMatchObject({ gateway_id: null })
    expect((await choose('superadmin')).error).toBeNull()
    expect(await storedRow('dids', did.id)).toMatchObject({ gateway_id: gateway.id })
  })
})

describe('the version of a gateway, by which switches load it', () => {
  const versionOf = async (name: string) =>
    (
      await query<{ version: string | null }>('select private.gateway_versions() ->> $1 as version', [name])
    )[0]?.version
  const after = async (change: string, name: string, value: unknown) => {
    await query(`update public.gateways set ${change} = $2 where name = $1`, [name, value])
    return (await versionOf(name))?.split('.') ?? []
  }

  test('tells a new connection from a new trusted address, and is the same for all else', async () => {
    const { name } = await gatewayOf()
    const [connection, addresses] = (await versionOf(name))?.split('.') ?? []
    expect(await after('description', name, 'Moved')).toEqual([connection, addresses])
    const [same, others] = await after('trusted_addresses', name, ['192.0.2.7'])
    expect(same).toBe(connection)
    expect(others).not.toBe(addresses)
    for (const [column, value] of [
      ['host', 'other.carrier.example'],
      ['port', 5070],
      ['transport', 'tls'],
      ['from_user', 'trunk'],
      ['from_domain', 'carrier.example'],
      ['expire_seconds', 600],
      ['ping_seconds', 0],
      ['username', 'account'],
      ['register', true],
    ] as const) {
      const before = (await versionOf(name))?.split('.')[0]
      const [changed, kept] = await after(column, name, value)
      expect([column, changed === before, kept]).toEqual([column, false, others])
    }
    expect(await after('enabled', name, false)).toEqual([])
  })

  test('changes with its password', async () => {
    const gateway = await gatewayOf()
    const before = await versionOf(gateway.name)
    const secret = { owner_table: 'gateways', owner: gateway.id, field: 'password' }
    const sealed = VAULT.seal('another', secret)
    await callers.superadmin.client.rpc('set_secret', { ...secret, sealed }).throwOnError()
    expect(await versionOf(gateway.name)).not.toBe(before)
  })
})

describe('a gateway in use', () => {
  test('is listed with its tenants, and cannot be deleted', async () => {
    const gateway = await gatewayOf()
    const { tenant, company } = await insertTenant('Uses a gateway')
    const route = await insertRow(
      'outbound_routes',
      await newOutboundRoute({ tenant_id: tenant.id, gateway_1_id: gateway.id }),
    )
    const did = await insertRow('dids', await newFreeNumber({ gateway_id: gateway.id }))
    const asked = { gateway: gateway.id }
    const { data } = await callers.superadmin.client.rpc('gateway_uses', asked)
    expect(data).toEqual([
      {
        table_name: 'outbound_routes',
        record_id: route.id,
        label: route.name,
        tenant_id: tenant.id,
        tenant_name: company.name,
        routes: 1,
        numbers: 1,
        registered: 0,
      },
      {
        table_name: 'dids',
        record_id: did.id,
        label: did.number,
        tenant_id: null,
        tenant_name: null,
        routes: 1,
        numbers: 1,
        registered: 0,
      },
    ])
    await insertRegistered('confirmed', { gateway_id: gateway.id })
    const again = await callers.superadmin.client.rpc('gateway_uses', asked)
    expect(again.data?.[0]).toMatchObject({ numbers: 2, registered: 1 })
    expect((await callers.admin.client.rpc('gateway_uses', asked)).error?.code).toBe('42501')
    const removal = await callers.superadmin.client.from('gateways').delete().eq('id', gateway.id)
    expect(removal.error?.code).toBe('23503')
    const bare = { ...asked, delete_after: true }
    expect((await callers.superadmin.client.rpc('replace_gateway', bare)).error?.code).toBe('23503')
    expect(await storedRow('gateways', gateway.id)).toMatchObject({ name: gateway.name })
  })

  test('can be replaced everywhere in one step and deleted, without repeats or reordering on any route', async () => {
    const [old, next, third] = [await gatewayOf(), await gatewayOf(), await gatewayOf()]
    const { tenant } = await insertTenant('Replaces a gateway')
    const made = async (one: string, two: string | null = null, three: string | null = null) =>
      (
        await insertRow(
          'outbound_routes',
          await newOutboundRoute({
            tenant_id: tenant.id,
            gateway_1_id: one,
            gateway_2_id: two,
            gateway_3_id: three,
          }),
        )
      ).id
    const routes = [
      await made(old.id),
      await made(old.id, next.id, third.id),
      await made(third.id, next.id, old.id),
      await made(third.id),
    ]
    const did = await insertRow('dids', await newTenantNumber({ gateway_id: old.id }))
    const wanted = {
      gateway: old.id,
      replacement: next.id,
      delete_after: true,
      expected_version: old.version,
    }
    const stale = { ...wanted, expected_version: old.version + 1 }
    expect((await callers.admin.client.rpc('replace_gateway', wanted)).error?.code).toBe('42501')
    expect((await callers.superadmin.client.rpc('replace_gateway', stale)).error?.code).toBe('TR409')
    expect(await storedRow('gateways', old.id)).toBeDefined()
    expect((await callers.superadmin.client.rpc('replace_gateway', wanted)).data).toBe(4)
    const stored = await Promise.all(routes.map((id) => storedRow('outbound_routes', id)))
    expect(stored.map((row) => [row?.gateway_1_id, row?.gateway_2_id, row?.gateway_3_id])).toEqual([
      [next.id, null, null],
      [next.id, third.id, null],
      [third.id, next.id, null],
      [third.id, null, null],
    ])
    expect(await storedRow('dids', did.id)).toMatchObject({ gateway_id: next.id })
    expect(await storedRow('gateways', old.id)).toBeUndefined()
    const [entry] = await auditEntriesOf(String(routes[0])).then((entries) => entries.slice(-1))
    expect(entry).toMatchObject({ changes: { gateway_1_id: [old.id, next.id] } })
  })

  test('is replaced in parts, which the trail shows as one change, and deleted with the last', async () => {
    const [old, next] = [await gatewayOf(), await gatewayOf()]
    const { tenant } = await insertTenant('Has many routes')
    for (let n = 0; n < 3; n += 1) {
      await insertRow(
        'outbound_routes',
        await newOutboundRoute({ tenant_id: tenant.id, gateway_1_id: old.id }),
      )
    }
    const did = await insertRow('dids', await newTenantNumber({ gateway_id: old.id }))
    const asked = {
      gateway: old.id,
      replacement: next.id,
      delete_after: true,
      expected_version: old.version,
      most: 2,
      run: newId(),
    }
    const part = async () =>
      (await callers.superadmin.client.rpc('replace_gateway', asked).throwOnError()).data
    expect(await part()).toBe(2)
    expect(await storedRow('dids', did.id)).toMatchObject({ gateway_id: old.id })
    expect(await part()).toBe(2)
    expect(await storedRow('dids', did.id)).toMatchObject({ gateway_id: next.id })
    expect(await storedRow('gateways', old.id)).toBeDefined()
    expect(await part()).toBe(0)
    expect(await storedRow('gateways', old.id)).toBeUndefined()
    const changes = await query(
      `select distinct transaction_id from public.audit_log
       where changes::text like '%' || $1 || '%' and table_name in ('outbound_routes', 'dids') and action = 'update'`,
      [next.id],
    )
    expect(changes).toHaveLength(1)
  })

  test('is listed by its first thousand uses, and counted by all', async () => {
    const gateway = await gatewayOf()
    await rolledBack(async (client) => {
      await client.query(
        `insert into public.dids (number, gateway_id)
         select '+9998' || lpad(n::text, 8, '0'), $1 from generate_series(0, 1000) n`,
        [gateway.id],
      )
      await become(client, SUPERADMIN)
      const { rows } = await client.query('select * from public.gateway_uses($1)', [gateway.id])
      expect(rows).toHaveLength(1000)
      expect(rows[0]).toMatchObject({ routes: 0, numbers: 1001, registered: 0 })
    })
  })

  test.each<Given<'gateways'>>([{ may_carry_emergency: false }, { enabled: false }])(
    'cannot be replaced by one with %o where emergency routes would have no gateway left',
    async (given) => {
      const [old, next, other] = [await gatewayOf(), await gatewayOf(given), await gatewayOf()]
      const { tenant } = await insertTenant('Keeps 911')
      const routeOf = async (route: Given<'outbound_routes'>) =>
        insertRow(
          'outbound_routes',
          await newOutboundRoute({ tenant_id: tenant.id, gateway_1_id: old.id, ...route }),
        )
      const emergency = { matches: 'emergency', toll_class: 'emergency' }
      const alone = await routeOf(emergency)
      await routeOf({ ...emergency, gateway_2_id: other.id })
      await routeOf({ ...emergency, enabled: false })
      await routeOf({})
      const replace = () =>
        callers.superadmin.client.rpc('replace_gateway', { gateway: old.id, replacement: next.id })
      expect((await replace()).error).toMatchObject({
        code: '23514',
        message: `${next.name} would leave 1 emergency route without a gateway for 911. Turn it on and let it carry 911, or give them another gateway first.`,
      })
      expect(await storedRow('outbound_routes', alone.id)).toMatchObject({ gateway_1_id: old.id })
      await query('update public.outbound_routes set gateway_2_id = $2 where id = $1', [alone.id, other.id])
      expect((await replace()).data).toBe(4)
      expect(await storedRow('outbound_routes', alone.id)).toMatchObject({
        gateway_1_id: next.id,
        gateway_2_id: other.id,
      })
    },
  )
})

describe('a FreeSWITCH server', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  /** The server's answer to a switch at an address without failed attempts. */
  const admitted = async (name: string, secret: string) => {
    const asked = { address: crypto.randomUUID(), switch_name: name, secret_sha256: sha256(secret) }
    return (await serviceClient().rpc('authenticate_switch', asked)).data
  }
  const REFUSED = { outcome: 'refused', installation: expect.any(String) }

  test('is told of one installation only', async () => {
    await expect(query('insert into private.installation default values')).rejects.toMatchObject({
      code: '23505',
    })
    await expect(query('insert into private.installation (single) values (false)')).rejects.toMatchObject({
      code: '23514',
    })
  })

  test('gets a secret shown once, which is valid for half an hour after it is renewed, or until it is revoked', async () => {
    const row = await insertRow('switches', await newSwitch())
    const mine = { switch: row.id }
    const { client } = callers.superadmin
    expect((await callers.admin.client.rpc('renew_switch_secret', mine)).error?.code).toBe('42501')
    const first = (await client.rpc('renew_switch_secret', mine)).data ?? ''
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await admitted(row.name, first)).toMatchObject({
      outcome: 'admitted',
      switch: { id: row.id, switch_name: row.name, all_tenants: true, tenant_ids: [] },
    })
    const [state] =
      (await client.from('switch_list').select('secret_set_at, last_seen_at').eq('id', row.id)).data ?? []
    expect(state).toMatchObject({ secret_set_at: expect.any(String), last_seen_at: expect.any(String) })
    expect(await admitted('another', first)).toEqual(REFUSED)
    const second = (await client.rpc('renew_switch_secret', mine)).data ?? ''
    for (const secret of [first, second])
      expect(await admitted(row.name, secret)).toMatchObject({ outcome: 'admitted' })
    const later = await query<{ minutes: number }>(
      `select round(extract(epoch from valid_until - now()) / 60)::int as minutes
       from private.switch_secrets where switch_id = $1 and valid_until is not null`,
      [row.id],
    )
    expect(later).toEqual([{ minutes: 30 }])
    await query(
      'update private.switch_secrets set valid_until = now() where switch_id = $1 and valid_until is not null',
      [row.id],
    )
    expect(await admitted(row.name, first)).toEqual(REFUSED)
    const third = (await client.rpc('renew_switch_secret', mine)).data ?? ''
    expect(await admitted(row.name, first)).toEqual(REFUSED)
    // Somebody did not copy the third.
    const fourth = (await client.rpc('renew_switch_secret', mine)).data ?? ''
    for (const secret of [second, third, fourth])
      expect(await admitted(row.name, secret)).toMatchObject({ outcome: 'admitted' })
    expect((await client.rpc('revoke_switch_secret', mine)).error).toBeNull()
    for (const secret of [second, third, fourth]) expect(await admitted(row.name, secret)).toEqual(REFUSED)
    const fifth = (await client.rpc('renew_switch_secret', mine)).data ?? ''
    expect(await admitted(row.name, fourth)).toEqual(REFUSED)
    expect(await admitted(row.name, fifth)).toMatchObject({ outcome: 'admitted' })
    const kept = JSON.stringify([
      await auditEntriesOf(row.id),
      await query('select * from public.switch_states'),
    ])
    for (const secret of [first, second, third, fourth, fifth]) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(sha256(secret))
    }
    expect((await auditEntriesOf(row.id)).filter(({ changes }) => 'secret' in changes)).toHaveLength(6)
  })

  test('gets with its news what all tenants share, as it is in every snapshot, and the part of their versions', async () => {
    const row = await insertRow('switches', await newSwitch())
    await gatewayOf()
    const { tenant } = await insertTenant('Sharing')
    const secret = (await callers.superadmin.client.rpc('renew_switch_secret', { switch: row.id })).data ?? ''
    await inSnapshot(async (client) => {
      const { rows } = await client.query<{
        news: { versions: Record<string, number>; shared_version: number; shared: SharedRows['rows'] }
        document: SnapshotDocument
        version: string
      }>(
        `select private.take_switch_commands('', $1, $2) as news, public.tenant_snapshot($3) as document,
           (select version from public.tenant_versions where tenant_id is null) as version`,
        [row.name, sha256(secret), tenant.id],
      )
      const { gateways, version: whole } = snapshotOf(rows[0]?.document ?? [])
      const sorted = (given: readonly { id: string }[] = []) =>
        given.toSorted((one, other) => one.id.localeCompare(other.id))
      const news = rows[0]?.news
      expect(Object.keys(news?.shared ?? {})).toEqual(['gateways'])
      expect(sorted(news?.shared.gateways)).toEqual(sorted(gateways))
      expect(news?.shared_version).toBe(Number(rows[0]?.version))
      expect(news?.versions[tenant.id]).toBe(whole)
      expect(news).toHaveProperty('renewed', expect.any(String))
    })
  })

  test('gets versions only when it asks for them: all, those that may have changed since, or one tenant’s', async () => {
    const row = await insertRow('switches', await newSwitch({ all_tenants: false }))
    const [served, idle, other] = await Promise.all(
      ['Served', 'Idle', 'Other'].map(async (name) => (await insertTenant(name)).tenant.id),
    )
    for (const tenant_id of [served, idle])
      await query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
        row.id,
        tenant_id,
      ])
    const secret = (await callers.superadmin.client.rpc('renew_switch_secret', { switch: row.id })).data ?? ''
    await rolledBack(async (client) => {
      await client.query('select from public.tenant_versions order by tenant_id nulls first for update')
      await client.query(`set local session_replication_role = 'replica';
        update public.tenant_versions set version = 5, updated_at = now() - interval '1 day';
        update public.tenant_versions set version = 7, updated_at = now() where tenant_id = '${served}'`)
      const asked = async (arguments_: string) =>
        (
          await client.query<{ admission: Record<string, unknown> }>(
            `select private.authenticate_switch('', $1, $2, ${arguments_}) as admission`,
            [row.name, sha256(secret)],
          )
        ).rows[0]?.admission
      const hourAgo = 'since => extract(epoch from now())::bigint - 3600'
      const both = { [String(served)]: 12, [String(idle)]: 10 }
      expect(await asked('since => null')).toMatchObject({
        versions: both,
        versions_hash: hashOfVersions(both),
        shared_version: 5,
      })
      const changed = await asked(hourAgo)
      expect(changed?.versions).toEqual({ [String(served)]: 12 })
      expect(changed).toMatchObject({ versions_hash: hashOfVersions(both), at: expect.any(Number) })
      const without = await asked('false')
      expect(without).toMatchObject({ outcome: 'admitted', switch: { id: row.id }, versions: {} })
      expect(without).not.toHaveProperty('versions_hash')
      const { rows } = await client.query(
        'select private.served_version($1, t.id) as version from unnest($2::uuid[]) with ordinality t (id, place) order by place',
        [row.id, [served, other, randomUUID()]],
      )
      expect(rows).toEqual([{ version: '12' }, { version: null }, { version: null }])
      // Shared data are part of every version.
      await client.query(
        'update public.tenant_versions set version = 6, updated_at = now() where tenant_id is null',
      )
      expect((await asked(hourAgo))?.versions).toEqual({ [String(served)]: 13, [String(idle)]: 11 })
    })
  })

  test('is rejected while disabled, and its requests do not change its record', async () => {
    const row = await insertRow('switches', await newSwitch())
    const secret = (await callers.superadmin.client.rpc('renew_switch_secret', { switch: row.id })).data ?? ''
    expect(await admitted(row.name, secret)).toMatchObject({ outcome: 'admitted' })
    expect(await storedRow('switches', row.id)).toMatchObject({ version: row.version })
    await query('update public.switches set enabled = false where id = $1', [row.id])
    expect(await admitted(row.name, secret)).toEqual(REFUSED)
  })

  test('has wrong secrets counted, and no name that no switch has', async () => {
    const { name } = await insertRow('switches', await newSwitch())
    const nobody = `x-${crypto.randomUUID()}`
    for (const asked of [name, nobody]) expect(await admitted(asked, 'wrong')).toEqual(REFUSED)
    const counted = 'select switch_name, failures from private.switch_attempts where switch_name in ($1, $2)'
    expect(await query(counted, [name, nobody])).toEqual([{ switch_name: name, failures: 1 }])
  })

  test('can be looked up only by the server', async () => {
    const asked = { address: 'any', switch_name: 'any', secret_sha256: sha256('any') }
    expect((await callers.superadmin.client.rpc('authenticate_switch', asked)).error?.code).toBe('42501')
  })

  test('has different ports for phones and carriers, also for TLS, which uses the next one', async () => {
    const row = await insertRow('switches', await newSwitch())
    const set = (ports: object) => callers.superadmin.client.from('switches').update(ports).eq('id', row.id)
    for (const [internal_profile_port, external_profile_port] of [
      [5080, 5080],
      [5079, 5080],
      [5081, 5080],
      [65535, 5080],
    ])
      expect((await set({ internal_profile_port, external_profile_port })).error?.code).toBe('23514')
    expect((await set({ internal_profile_port: 5078 })).error).toBeNull()
    expect(await storedRow('switches', row.id)).toMatchObject({
      internal_profile_port: 5078,
      external_profile_port: 5080,
    })
  })

  test('names an address behind NAT only if that is an IPv4 address, and is told so', async () => {
    const row = await insertRow('switches', await newSwitch({ address: 'pbx.example' }))
    const set = (values: object) => callers.superadmin.client.from('switches').update(values).eq('id', row.id)
    expect((await set({ behind_nat: true })).error?.code).toBe('23514')
    expect((await set({ behind_nat: true, address: '[2001:db8::7]' })).error?.code).toBe('23514')
    expect((await set({ behind_nat: true, address: '203.0.113.7' })).error).toBeNull()
    const secret = (await callers.superadmin.client.rpc('renew_switch_secret', { switch: row.id })).data ?? ''
    expect(await admitted(row.name, secret)).toMatchObject({
      switch: { address: '203.0.113.7', behind_nat: true },
    })
  })

  test('is saved with the tenants it serves', async () => {
    const { tenant } = await insertTenant('Served')
    const row = await newSwitch({ all_tenants: false })
    const { id, ...values } = row
    const { error } = await callers.superadmin.client.rpc('save_record', {
      target_table: 'switches',
      record: id,
      tenant: null as unknown as string,
      expected_version: null as unknown as number,
      record_values: values,
      children: { switch_tenants: { parent: 'switch_id', rows: [{ tenant_id: tenant.id }] } },
    })
    expect(error).toBeNull()
    const served = await query('select tenant_id from public.switch_tenants where switch_id = $1', [id])
    expect(served).toEqual([{ tenant_id: tenant.id }])
  })
})
