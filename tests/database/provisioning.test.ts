import { beforeAll, describe, expect, test } from 'vitest'
import { provisioningStore } from '@/lib/telephony/provisioning/server/store'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newDeviceLine, newDeviceProfile } from '../support/factories/devices'
import { insertRow, unique } from '../support/factories/row'
import { newDevice } from '../support/factories/telephony'
import { secretOf, VAULT } from '../support/vault'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const admit = async (address: string, account: string, password: string) =>
  (
    await serviceClient()
      .rpc('authenticate_provisioning', {
        address,
        account,
        proofs: VAULT.proofs(password, { owner: '', field: 'provisioning_password' }),
      })
      .throwOnError()
  ).data as Record<string, unknown>
const tenantWithPassword = async (given = {}) => {
  const tenant = await insertRow('tenants', await newTenant(given))
  return { ...tenant, password: (await secretOf(tenant.id, 'provisioning_password')) ?? '' }
}

describe('the provisioning account of a tenant', () => {
  test('has a strong password from the start', async () => {
    const { password } = await tenantWithPassword()
    expect(password).toMatch(/^[a-zA-Z0-9_.!*+-]{20,}$/)
  })

  test('signs in with its domain in any case and that password', async () => {
    const tenant = await tenantWithPassword()
    expect(await admit('a', tenant.domain.toUpperCase(), tenant.password)).toMatchObject({
      outcome: 'admitted',
      tenant_id: tenant.id,
      tenant_status: 'active',
    })
    const other = await tenantWithPassword()
    expect(await admit('a', other.domain, tenant.password)).toMatchObject({ outcome: 'refused' })
  })

  test('signs in while the disk is full and the database read-only', async () => {
    const tenant = await tenantWithPassword()
    const proofs = VAULT.proofs(tenant.password, { owner: '', field: 'provisioning_password' })
    const outcome = await rolledBack(async (client) => {
      await client.query('set transaction read only')
      const { rows } = await client.query('select private.authenticate_provisioning($1, $2, $3) as told', [
        '203.0.113.20',
        tenant.domain,
        proofs,
      ])
      return rows[0].told.outcome
    })
    expect(outcome).toBe('admitted')
  })

  describe('whose password was replaced', () => {
    const NEW_ONE = 'Newly-0123456789-Chosen'
    const PLACE = { owner_table: 'tenants', field: 'provisioning_password' }
    const replaced = async () => {
      const tenant = await tenantWithPassword()
      const place = { owner: tenant.id, field: PLACE.field }
      const set = (password: string) =>
        callers.superadmin.client
          .rpc('set_secret', {
            ...PLACE,
            owner: tenant.id,
            tenant: tenant.id,
            sealed: VAULT.seal(password, place),
            proof: VAULT.proof(password, place) ?? undefined,
          })
          .throwOnError()
      await set(NEW_ONE)
      const outcome = async (password: string) =>
        (await admit('203.0.113.30', tenant.domain, password)).outcome
      const cutOff = (role: Role) =>
        callers[role].client.rpc('cut_off_replaced_secret', { ...PLACE, owner: tenant.id, tenant: tenant.id })
      return { tenant, set, outcome, cutOff }
    }
    const expire = (tenant: { id: string }) =>
      query(
        `update private.replaced_proofs set valid_until = now() - interval '1 second'
         where secret_id = (select id from public.secrets where owner_id = $1 and field = $2)`,
        [tenant.id, PLACE.field],
      )
    const until = async ({ id }: { id: string }) => {
      const { data } = await callers.tech.client
        .rpc('secret_fields', { owner: id, tenant: id })
        .throwOnError()
      return data.find(({ field }) => field === PLACE.field)?.replaced_until ?? null
    }

    test('signs in with either for two weeks, so that its phones fetch the new one', async () => {
      const { tenant, set, outcome } = await replaced()
      expect([await outcome(tenant.password), await outcome(NEW_ONE)]).toEqual(['admitted', 'admitted'])
      const days = (Date.parse(String(await until(tenant))) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(14)
      // Also after it was replaced once more, as when the new one was not copied.
      await set('Third-0123456789-Chosen')
      expect([await outcome(tenant.password), await outcome(NEW_ONE)]).toEqual(['admitted', 'admitted'])
      await expire(tenant)
      expect([await outcome(tenant.password), await outcome(NEW_ONE)]).toEqual(['refused', 'refused'])
      expect(await until(tenant)).toBeNull()
    })

    test('signs in with the new one alone once the other is cut off, which the trail shows', async () => {
      const { tenant, outcome, cutOff } = await replaced()
      await cutOff('superadmin').throwOnError()
      expect([await outcome(tenant.password), await outcome(NEW_ONE)]).toEqual(['refused', 'admitted'])
      expect(await until(tenant)).toBeNull()
      const entries = () =>
        query('select changes from public.audit_log where record_id = $1 and changes ? $2', [
          tenant.id,
          'replaced_provisioning_password',
        ])
      const told = [{ changes: { replaced_provisioning_password: ['••••••', null] } }]
      expect(await entries()).toEqual(told)
      await cutOff('superadmin').throwOnError()
      expect(await entries()).toEqual(told)
    })

    test('keeps no phone waiting for another that still has the other one', async () => {
      const { tenant, outcome } = await replaced()
      await expire(tenant)
      for (let attempt = 1; attempt <= 5; attempt += 1) expect(await outcome(tenant.password)).toBe('refused')
      expect(await outcome(NEW_ONE)).toBe('admitted')
    })

    test('signs in with either also after its deletion was undone', async () => {
      const { tenant, set, outcome } = await replaced()
      await expire(tenant)
      await set('Third-0123456789-Chosen')
      const { client } = callers.superadmin
      await client.from('tenants').delete().eq('id', tenant.id).throwOnError()
      const [entry] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and action = 'delete'",
        [tenant.id],
      )
      await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
      expect([await outcome('Third-0123456789-Chosen'), await outcome(NEW_ONE)]).toEqual([
        'admitted',
        'admitted',
      ])
      for (let attempt = 1; attempt <= 5; attempt += 1) expect(await outcome(tenant.password)).toBe('refused')
      expect(await outcome(NEW_ONE)).toBe('admitted')
    })

    test('has the other one cut off only by who may replace it', async () => {
      const { tenant, outcome, cutOff } = await replaced()
      expect((await cutOff('tech')).error?.code).toBe('42501')
      expect(await outcome(tenant.password)).toBe('admitted')
    })

    test('has neither once it has no password', async () => {
      const { tenant, outcome } = await replaced()
      await query('delete from public.secrets where owner_id = $1', [tenant.id])
      expect([await outcome(tenant.password), await outcome(NEW_ONE)]).toEqual(['refused', 'refused'])
    })
  })

  test('cannot sign in without a password', async () => {
    const tenant = await tenantWithPassword()
    await query('delete from public.secrets where owner_id = $1', [tenant.id])
    expect(await admit('a', tenant.domain, '')).toMatchObject({ outcome: 'refused' })
  })
})

describe('wrong passwords', () => {
  /**
   * As after so many of them from each network that has sent one, once their wait is over. After eleven the next wait takes minutes, which
   * no machine is slow enough to miss; after two it takes a second.
   */
  const guessedBefore = (account: string, failures: number) =>
    query(
      'update private.provisioning_attempts set failures = $2, blocked_until = now() where account = $1',
      [account, failures],
    )

  test('delay further tries from the address to that account, longer each time, even with the right password', async () => {
    const tenant = await tenantWithPassword()
    const guess = () => admit('203.0.113.1', tenant.domain, 'wrong')
    // The first two cost nothing.
    for (let attempt = 1; attempt <= 3; attempt += 1)
      expect(await guess()).toMatchObject({ outcome: 'refused' })
    for (const [failures, seconds] of [
      [9, 128],
      [10, 256],
      [11, 512],
    ] as const) {
      await guessedBefore(tenant.domain, failures)
      expect(await guess()).toMatchObject({ outcome: 'refused' })
      const waiting = await admit('203.0.113.1', tenant.domain, tenant.password)
      expect(waiting).toMatchObject({ outcome: 'wait' })
      expect(waiting.wait_seconds).toBeGreaterThan(seconds / 2)
      expect(waiting.wait_seconds).toBeLessThanOrEqual(seconds)
    }
    await guessedBefore(tenant.domain, 12)
    expect(await admit('203.0.113.1', tenant.domain, tenant.password)).toMatchObject({ outcome: 'admitted' })
    expect(
      await query("select 1 from private.provisioning_attempts where address <> '*' and account = $1", [
        tenant.domain,
      ]),
    ).toEqual([])
  })

  test('lock out for 15 minutes at most', async () => {
    const delays = await query<{ seconds: string }>(
      'select extract(epoch from private.delay_after_failures(n)) as seconds from unnest(array[1, 2, 3, 4, 5, 12, 13, 60]) n',
    )
    expect(delays.map(({ seconds }) => Number(seconds))).toEqual([0, 0, 1, 2, 4, 512, 900, 900])
  })

  test('lock out no other address and no other account', async () => {
    const [tenant, other] = [await tenantWithPassword(), await tenantWithPassword()]
    await admit('203.0.113.2', tenant.domain, 'wrong')
    await guessedBefore(tenant.domain, 11)
    await admit('203.0.113.2', tenant.domain, 'wrong')
    expect(await admit('203.0.113.2', tenant.domain, tenant.password)).toMatchObject({ outcome: 'wait' })
    expect(await admit('203.0.113.3', tenant.domain, tenant.password)).toMatchObject({ outcome: 'admitted' })
    expect(await admit('203.0.113.2', other.domain, other.password)).toMatchObject({ outcome: 'admitted' })
  })

  test('slow down a distributed guesser, but no phone at an address that fetched a file before', async () => {
    const tenant = await tenantWithPassword()
    const home = '203.0.113.9'
    await query(
      "insert into public.provisioning_log (tenant_id, address, file, status) values ($1, $2, 'x.cfg', 200)",
      [tenant.id, home],
    )
    const guess = async (number: number) =>
      (await admit(`198.51.100.${number}`, tenant.domain, 'wrong')).outcome
    for (let number = 1; number <= 50; number += 1) expect(await guess(number)).toBe('refused')
    const [begun] = await query<{ at: string }>('select clock_timestamp()::text as at')
    expect(await guess(51)).toBe('refused')
    expect(
      await query(
        `select blocked_until >= $2::timestamptz + interval '1 second' as delays
         from private.provisioning_attempts where address = '*' and account = $1`,
        [tenant.domain, begun?.at],
      ),
    ).toEqual([{ delays: true }])
    await guessedBefore(tenant.domain, 59)
    expect(await guess(52)).toBe('refused')
    expect(await guess(53)).toBe('wait')
    expect(await admit(home, tenant.domain, tenant.password)).toMatchObject({ outcome: 'admitted' })
  })

  test('count together for all addresses of an IPv6 network, which is familiar as a whole', async () => {
    const tenant = await tenantWithPassword()
    const outcomes: unknown[] = []
    for (let host = 1; host <= 6; host += 1) {
      if (host === 4) await guessedBefore(tenant.domain, 11)
      outcomes.push((await admit(`2001:db8:0:1::${host}`, tenant.domain, 'wrong')).outcome)
    }
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'wait', 'wait'])
    expect(await admit('2001:db8:0:2::1', tenant.domain, tenant.password)).toMatchObject({
      outcome: 'admitted',
    })
    await query(
      "insert into public.provisioning_log (tenant_id, address, file, status) values ($1, '2001:db8:0:3::a', 'x.cfg', 200)",
      [tenant.id],
    )
    await query(
      `insert into private.provisioning_attempts (address, account, failures, blocked_until)
       values ('*', $1, 60, now() + interval '1 hour')
       on conflict (address, account) do update set blocked_until = excluded.blocked_until`,
      [tenant.domain],
    )
    expect(await admit('2001:db8:0:4::1', tenant.domain, tenant.password)).toMatchObject({ outcome: 'wait' })
    expect(await admit('2001:db8:0:3::b', tenant.domain, tenant.password)).toMatchObject({
      outcome: 'admitted',
    })
  })

  test('count the same for an account that does not exist', async () => {
    const tenant = await tenantWithPassword()
    const nobody = `nobody-${unique()}.example`
    const outcomes = async (account: string) => {
      const seen: unknown[] = []
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        if (attempt === 4) await guessedBefore(account, 11)
        seen.push((await admit('203.0.113.4', account, 'wrong')).outcome)
      }
      return seen
    }
    expect(await outcomes(nobody)).toEqual(['refused', 'refused', 'refused', 'refused', 'wait'])
    expect(await outcomes(tenant.domain)).toEqual(['refused', 'refused', 'refused', 'refused', 'wait'])
  })

  test('sent in parallel get no more tries than in sequence', async () => {
    const tenant = await tenantWithPassword()
    await admit('203.0.113.5', tenant.domain, 'wrong')
    await guessedBefore(tenant.domain, 11)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => admit('203.0.113.5', tenant.domain, 'wrong')),
    )
    expect(answers.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
  })
})

describe('a phone’s configuration', () => {
  test('gives secrets only to the server', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const profile = await insertRow('device_profiles', await newDeviceProfile({ tenant_id: line.tenant_id }))
    const adminPassword = 'Abcdefghij-0123456789'
    const { client } = callers.superadmin
    await client
      .rpc('set_secret', {
        tenant: line.tenant_id,
        owner_table: 'device_profiles',
        owner: profile.id,
        field: 'admin_password',
        sealed: VAULT.seal(adminPassword, { owner: profile.id, field: 'admin_password' }),
      })
      .throwOnError()
    await client.from('devices').update({ profile_id: profile.id }).eq('id', line.device_id).throwOnError()
    const [device] = await query<{ mac: string }>('select mac from public.devices where id = $1', [
      line.device_id,
    ])
    const password = await secretOf(line.extension_id, 'sip_password')
    expect(password).not.toBe('')
    const full = await provisioningStore(serviceClient(), VAULT).configuration(
      line.tenant_id,
      device?.mac ?? '',
      'https://phones.example',
    )
    expect(full).toMatchObject({
      admin_password: adminPassword,
      lines: [{ extension: '2001', password }],
    })
    const shown = await client.rpc('device_configuration', {
      tenant: line.tenant_id,
      device: line.device_id,
    })
    expect(shown.data).toMatchObject({ admin_password: null, lines: [{ extension: '2001', password: null }] })
    expect(JSON.stringify(shown.data)).not.toContain(password)
  })

  test('tells whether the phone has ever got it', async () => {
    const device = await insertRow('devices', await newDevice())
    const wasServed = async () =>
      (await provisioningStore(serviceClient(), VAULT).configuration(device.tenant_id, device.mac, ''))
        ?.was_served
    expect(await wasServed()).toBe(false)
    await query('update public.devices set last_provisioned_at = now() where id = $1', [device.id])
    expect(await wasServed()).toBe(true)
  })

  test('is empty for another tenant’s MAC address', async () => {
    const device = await insertRow('devices', await newDevice())
    const tenant = await tenantWithPassword()
    const { data } = await serviceClient().rpc('provisioning_configuration', {
      tenant: tenant.id,
      mac: device.mac,
    })
    expect(data).toBeNull()
  })

  test('has the lines of disabled extensions, which work again without another file once those are enabled', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    await query('update public.extensions set enabled = false where id = $1', [line.extension_id])
    const { data } = await callers.tech.client.rpc('device_configuration', {
      tenant: line.tenant_id,
      device: line.device_id,
    })
    expect(data).toMatchObject({ lines: [{ extension_id: line.extension_id }] })
  })

  test.each(['disabled', 'nomember', 'anon'] as const)('is not shown to %s', async (role) => {
    const device = await insertRow('devices', await newDevice())
    const { data } = await callers[role].client.rpc('device_configuration', {
      tenant: device.tenant_id,
      device: device.id,
    })
    expect(data).toBeNull()
  })
})

test.each(['anon', 'tech', 'superadmin'] as const)(
  'the server’s own functions are closed to %s',
  async (role) => {
    const { client } = callers[role]
    const tenant = await tenantWithPassword()
    const answers = [
      await client.rpc('authenticate_provisioning', { address: '', account: tenant.domain, proofs: [] }),
      await client.rpc('provisioning_configuration', { tenant: tenant.id, mac: '' }),
      await client.rpc('log_provisioning', {
        tenant: tenant.id,
        mac: '',
        address: '',
        agent: '',
        file: '',
        status: 200,
        bytes: 0,
      }),
    ]
    expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501'])
  },
)
