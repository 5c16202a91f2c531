import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '@/lib/server/client-address'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow, uniqueMac } from '../support/factories/row'
import { newDevice } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const note = (phone: string, account: string | null = null, address = '203.0.113.80') =>
  query('select public.record_unknown_phone($1, $2, $3, $4)', [phone, address, 'Yealink', account])
const stored = (phone: string) =>
  query('select tenant_id, requests, address from public.unknown_phones where mac = $1', [phone])

describe('an unknown phone that requested its file', () => {
  test('is counted, and listed under the last account it used', async () => {
    const [mac, tenant] = [uniqueMac(), await insertRow('tenants', await newTenant())]
    await note(mac)
    await note(mac, null, '203.0.113.81')
    expect(await stored(mac)).toEqual([{ tenant_id: null, requests: 2, address: '203.0.113.81' }])
    await note(mac, tenant.id)
    await note(mac, null, '203.0.113.82')
    expect(await stored(mac)).toEqual([{ tenant_id: tenant.id, requests: 3, address: '203.0.113.80' }])
  })

  test('is not listed once it is a device, whichever came first', async () => {
    const device = await insertRow('devices', await newDevice())
    await note(device.mac)
    expect(await stored(device.mac)).toEqual([])
    const mac = uniqueMac()
    await note(mac)
    await insertRow('devices', await newDevice({ mac }))
    expect(await stored(mac)).toEqual([])
  })

  test('is forgotten after 30 days', async () => {
    const [old, fresh] = [uniqueMac(), uniqueMac()]
    await note(old)
    await note(fresh)
    await query(
      "update public.unknown_phones set last_requested_at = now() - interval '31 days' where mac = $1",
      [old],
    )
    await serviceClient().rpc('delete_old_provisioning_log').throwOnError()
    expect(await stored(old)).toEqual([])
    expect(await stored(fresh)).toHaveLength(1)
  })

  test('is recorded only by the server', async () => {
    const { error } = await callers.superadmin.client.rpc('record_unknown_phone', {
      phone: uniqueMac(),
      address: '',
      agent: '',
    })
    expect(error?.code).toBe('42501')
  })
})

describe('a device whose request was turned away', () => {
  const FILE = 'phone.cfg'
  const turnedAway = (
    mac: string,
    account_name: string | null,
    status = 401,
    account: string | null = null,
  ) =>
    query('select public.record_unknown_phone($1, $2, $3, $4, $5, $6, $7)', [
      mac,
      '203.0.113.90',
      'Yealink',
      account,
      FILE,
      account_name,
      status,
    ])
  const served = ({ tenant_id, mac }: { tenant_id: string; mac: string }, bytes = 120) =>
    query(`select public.log_provisioning($1, $2, '203.0.113.90', 'Yealink', $3, 200, $4)`, [
      tenant_id,
      mac,
      FILE,
      bytes,
    ])
  const log = (device: string) =>
    query(
      'select account, status, address, file from public.provisioning_log where device_id = $1 order by requested_at',
      [device],
    )
  const entry = (account: string, status: number) => ({
    account,
    status,
    address: '203.0.113.90',
    file: FILE,
  })
  const tenants = async () => {
    const [own, other] = [
      await insertRow('tenants', await newTenant()),
      await insertRow('tenants', await newTenant()),
    ]
    return { own, other, device: await insertRow('devices', await newDevice({ tenant_id: own.id })) }
  }

  test('has it in its log, the last one alone, and not among the unknown phones', async () => {
    const { other, device } = await tenants()
    await turnedAway(device.mac, null)
    await turnedAway(device.mac, null)
    expect(await log(device.id)).toEqual([entry('none', 401)])
    await turnedAway(device.mac, other.domain, 404, other.id)
    expect(await log(device.id)).toEqual([entry('other', 404)])
    // The next request of the same phone begins without an account again.
    await turnedAway(device.mac, null)
    expect(await log(device.id)).toEqual([entry('other', 404)])
    expect(await stored(device.mac)).toEqual([])
  })

  test('logs a wait with its tenant’s account; other refusals with it are logged anyway', async () => {
    const { own, device } = await tenants()
    await turnedAway(device.mac, own.domain.toUpperCase(), 401)
    await turnedAway(device.mac, own.domain, 404, own.id)
    expect(await log(device.id)).toEqual([])
    await turnedAway(device.mac, own.domain, 429)
    expect(await log(device.id)).toEqual([entry('own', 429)])
  })

  test('loses that entry once served, and gets none for the first request that a served phone sends without an account', async () => {
    const { device } = await tenants()
    await turnedAway(device.mac, null)
    // Headers alone are no file.
    await served(device, 0)
    expect(await log(device.id)).toContainEqual(entry('none', 401))
    await served(device)
    await turnedAway(device.mac, null)
    expect(await log(device.id)).toEqual([entry('own', 200), entry('own', 200)])
  })

  test('is noticed by open lists when it is served for the first time', async () => {
    const { own, device } = await tenants()
    const version = async () =>
      (
        await query<{ version: string }>('select version from public.tenant_versions where tenant_id = $1', [
          own.id,
        ])
      )[0]?.version
    const before = await version()
    await served(device, 0)
    expect(await version()).toBe(before)
    await served(device)
    expect(Number(await version())).toBe(Number(before) + 1)
    await served(device)
    expect(Number(await version())).toBe(Number(before) + 1)
  })
})

test.each([
  ['from one address', "'203.0.113.1'"],
  ['from all addresses of its IPv6 network', "'2001:db8:0:1::' || to_hex(n)"],
])(
  'a stranger requesting many MAC addresses %s keeps 200 rows, and displaces none with an account',
  async (_from, address) => {
    const left = await rolledBack(async (client) => {
      // Another test's phone would be counted too.
      await client.query('lock table public.unknown_phones in exclusive mode')
      await client.query('delete from public.unknown_phones')
      await client.query(
        `select private.record_unknown_phone('80:5E:C0:FF:FF:01', '198.51.100.1', 'Yealink', null)`,
      )
      await client.query(
        `select private.record_unknown_phone(
        '02:00:00:00:' || lpad(upper(to_hex(n / 256)), 2, '0') || ':' || lpad(upper(to_hex(n % 256)), 2, '0'), ${address}, '', null)
       from generate_series(0, 299) n`,
      )
      const { id: account } = await insertRow('tenants', await newTenant(), client)
      await client.query(
        `select private.record_unknown_phone(
        '02:00:00:01:00:' || lpad(upper(to_hex(n)), 2, '0'), '192.0.2.1', '', $1)
       from generate_series(0, 149) n`,
        [account],
      )
      return client.query(
        'select private.network_of(address) as network, count(*)::int as phones from public.unknown_phones group by 1 order by 2',
      )
    })
    expect(left.rows).toMatchObject([
      { network: '198.51.100.1', phones: 1 },
      { network: '192.0.2.1', phones: 150 },
      { phones: 199 },
    ])
  },
)

test('two addresses are of one network for the database exactly if they are for the server', async () => {
  const addresses = [
    ...fc.sample(fc.ipV6(), { numRuns: 300, seed: 1 }),
    ...['2001:db8::1', '2001:0DB8:0:0:9::', '2001:db8:0:1::1', '::', '::1', 'fe80::1', 'fe80::2%eth0'],
    ...['64:ff9b::192.0.2.33', '64:ff9b::192.0.2.34', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2', ''],
  ]
  const rows = await query<{ network: string }>(
    'select private.network_of(a) as network from unnest($1::text[]) with ordinality u (a, n) order by n',
    [addresses],
  )
  /** For each address, the place of the first one that is of the same network. */
  const firsts = (networks: string[]) => networks.map((network) => networks.indexOf(network))
  expect(firsts(rows.map(({ network }) => network))).toEqual(firsts(addresses.map(networkOf)))
})
