import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, vi } from 'vitest'
import { EMERGENCY_DIALPLAN } from '@/lib/switch/emergency'
import { freePort, isFree } from '@/local/free-port'
import { TEST_APP } from '@/scripts/lib/test-app'
import { STATIC_CONFIGURATIONS } from '@/switch/configuration'
import { query } from '../database'
import { newTenant } from '../factories/companies'
import { newGateway, newSwitch } from '../factories/gateways'
import { newOutboundRoute } from '../factories/numbers'
import { insertRow } from '../factories/row'
import { newExtension, newTenantNumber } from '../factories/telephony'
import { keepSecret, secretOf, vaultOf } from '../vault'
import { type RunningSwitch, startSwitch } from './freeswitch'
import { type PlacedCall, SipEndpoint } from './phone'
import type { WireTransport } from './wire'

/** An outside caller. */
export const CALLER = '+12075550123'
/** A saved change takes effect within a second. */
export const SAVED_MS = 1500

/** A tenant with phones and carriers on a FreeSWITCH that asks the test app. */
export interface Office {
  freeswitch: RunningSwitch
  /** Its credentials for the app. */
  account: { name: string; secret: string }
  tenant: { id: string; domain: string }
  /** Phones of the extensions 1001, 1002 and 1003. */
  desk: SipEndpoint
  lobby: SipEndpoint
  workshop: SipEndpoint
  /** Another phone, without an account, over UDP or TLS. */
  newPhone(transport?: WireTransport): Promise<SipEndpoint>
  /** Carriers, in the order in which the tenant's outbound routes try them. */
  east: SipEndpoint
  west: SipEndpoint
  /** Suffix of the carriers' gateway names. */
  lines: string
  /** Ids of the extensions by number. */
  ids: Readonly<Record<string, string>>
  /** One of the tenant's numbers, by index from 0 to 7. */
  did(n: number): string
  /** Adds such a number to the tenant, routed to a destination. Returns its id. */
  number(n: number, destination: string | undefined): Promise<string>
  /** The destination that is an extension's mailbox. */
  mailboxOf(extension: string): Promise<string | undefined>
  /** Sets the PIN of an extension's mailbox, by the extension's id. */
  setPin(extensionId: string | undefined, pin: string): Promise<void>
  passwordOf(extension: string): Promise<string>
  /** Routes emergency calls through these carriers, in this order. Returns the address that is notified of 911 calls. */
  routeEmergencies(...carriers: ('east' | 'west')[]): Promise<string>
  /**
   * Registers all phones, for ten minutes. Once for a file: a fifth of a second after a registration FreeSWITCH deletes the contact's
   * others, and with them one made meanwhile that expires in another second (sofia_reg_handle_register_token).
   */
  signIn(): Promise<void>
  /** Waits until a call record of the tenant has a path with this text. */
  expectPath(words: RegExp): Promise<void>
  /** Ends all calls and lets phones and carriers answer again. */
  rest(): Promise<void>
}

interface OfficeSettings {
  /**
   * Puts an agent beside the switch before it starts, given the port of its event socket, and answers where the switch is to ask
   * instead of the app.
   */
  attend?(account: Office['account'], eventsPort: number): Promise<string>
  /** As of SwitchSettings. */
  prompts?: boolean
}

/**
 * Leaves a message by a call that has reached a mailbox, speaking until the switch has written what it recorded, which takes four
 * seconds; on a machine that stalls it records anew. The office needs prompts.
 */
export async function leaveMessage({ freeswitch }: Office, call: PlacedCall): Promise<void> {
  expect(call.status).toBe(200)
  const storage = join(freeswitch.folder, 'storage')
  const written = () =>
    readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.includes('/msg_') &&
        Number(statSync(join(storage, file), { throwIfNoEntry: false })?.size) > WAV_HEADER,
    )
  const before = written()
  do await call.speak(1)
  while (written().every((file) => before.includes(file)))
  call.hangUp()
}

const WAV_HEADER = 44

/** Presses keys one after the other: one that is pressed before a mailbox asks for it is lost. */
export async function pressKeys(call: PlacedCall, keys: string): Promise<void> {
  for (const key of keys) {
    await pause(1000)
    call.press(key)
  }
}

/** A port for a profile, which listens for TLS on the next one. */
async function freeProfilePort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (await isFree(port + 1)) return port
  }
}

/**
 * Starts it for the tests of a file, and closes it after them. Takes seconds, on the first run of a machine half a
 * minute.
 */
export async function openOffice({ attend, prompts = false }: OfficeSettings = {}): Promise<Office> {
  const secret = randomBytes(32).toString('hex')
  const internal = await freeProfilePort()
  let external = await freeProfilePort()
  while (Math.abs(external - internal) < 2) external = await freeProfilePort()
  const made = await insertRow(
    'switches',
    await newSwitch({ internal_profile_port: internal, external_profile_port: external, all_tenants: true }),
  )
  await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    made.id,
    createHash('sha256').update(secret).digest('hex'),
  ])
  // The demo data's carriers do not exist here; the test's own are configured once they listen.
  const off = await query<{ id: string }>(
    "update public.gateways set enabled = false where enabled and name like 'carrier-%' returning id",
  )
  const account = { name: made.name, secret }
  const eventsPort = await freePort()
  const asked = (await attend?.(account, eventsPort)) ?? TEST_APP.url
  const credentials = `${made.name}:${secret}`
  const freeswitch = await startSwitch({
    configuration: { url: `${asked}/api/switch/xml`, credentials },
    records: { url: `${asked}/api/cdr`, credentials },
    eventsPort,
    hasAgent: attend !== undefined,
    asksForConfiguration: true,
    dialplan: EMERGENCY_DIALPLAN,
    files: STATIC_CONFIGURATIONS.map(({ text }) => text),
    prompts,
  })
  const address = await freeswitch.events.api('global_getvar local_ip_v4')
  const opened: SipEndpoint[] = []
  const endpoint = async (port: number, transport?: WireTransport) => {
    const one = await SipEndpoint.open({ address, port }, transport)
    opened.push(one)
    return one
  }
  const [desk, lobby, workshop] = [
    await endpoint(internal),
    await endpoint(internal),
    await endpoint(internal),
  ]
  const [east, west] = [await endpoint(external), await endpoint(external)]

  const lines = `9${String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')}`
  const did = (n: number) => `+1${lines.slice(0, 1)}07${2 + n}${lines.slice(1)}`
  const tenant = await insertRow('tenants', await newTenant())
  const ids: Record<string, string> = {}
  for (const extension of ['1001', '1002', '1003']) {
    const phone = await newExtension({ tenant_id: tenant.id, extension, call_timeout: 5 })
    ids[extension] = (await insertRow('extensions', phone)).id
  }
  const number = async (n: number, destination: string | undefined) => {
    const given = { tenant_id: tenant.id, number: did(n), destination_id: destination }
    return (await insertRow('dids', await newTenantNumber(given))).id
  }
  const trunk = (port: number, name: string) =>
    newGateway({
      host: address,
      port,
      name: `${name}-${lines}`,
      ping_seconds: 0,
      trusted_addresses: [address],
    })
  const first = await insertRow('gateways', await trunk(east.port, 'east'))
  const second = await insertRow('gateways', {
    ...(await trunk(west.port, 'west')),
    number_format: 'national_with_1',
  })
  await insertRow(
    'outbound_routes',
    await newOutboundRoute({ tenant_id: tenant.id, gateway_1_id: first.id, gateway_2_id: second.id }),
  )
  const own = await number(0, ids['1002'])
  await query('update public.extensions set outbound_did_id = $1, toll_class = $2 where id = $3', [
    own,
    'national',
    ids['1001'],
  ])
  await freeswitch.events.api('reloadacl')
  await freeswitch.events.api('sofia profile external rescan')
  await pause(SAVED_MS)

  const rest = async () => {
    await freeswitch.events.api('hupall')
    // The switch lists a channel a moment longer than it exists.
    await vi.waitUntil(async () => (await freeswitch.events.api('show channels count')).startsWith('0 '), {
      timeout: 20_000,
      interval: 50,
    })
    for (const each of opened) {
      each.calls.length = 0
      each.methods.length = 0
      each.manner = 'answers'
    }
  }
  afterAll(async () => {
    for (const each of opened) each.close()
    await freeswitch.stop()
    // The switches of later tests would load its gateways, and pages would wait for its reports.
    await query('update public.gateways set enabled = false where id = any ($1)', [[first.id, second.id]])
    await query('update public.switches set enabled = false where id = $1', [made.id])
    await query('update public.gateways set enabled = true where id = any ($1)', [off.map(({ id }) => id)])
  })
  const mailboxOf = async (extension: string) => {
    const [box] = await query<{ id: string }>(
      "select id from public.destinations where tenant_id = $1 and kind = 'voicemails' and number = $2",
      [tenant.id, extension],
    )
    return box?.id
  }
  const setPin = (extensionId = '', pin: string) =>
    keepSecret(
      tenant.id,
      'extensions',
      { owner: extensionId, field: 'voicemail_pin' },
      pin,
      vaultOf(TEST_APP.dataDir),
    )
  const passwordOf = async (extension: string) =>
    (await secretOf(ids[extension] ?? '', 'sip_password', vaultOf(TEST_APP.dataDir))) ?? ''
  return {
    freeswitch,
    account,
    tenant,
    ...{ desk, lobby, workshop, east, west, lines, ids, did, number, mailboxOf, setPin, passwordOf },
    newPhone: (transport = 'udp') => endpoint(transport === 'tls' ? internal + 1 : internal, transport),
    async routeEmergencies(...carriers) {
      const [one, other] = carriers.map((carrier) => (carrier === 'east' ? first.id : second.id))
      await query('update public.gateways set may_carry_emergency = true where id = any ($1)', [[one, other]])
      await insertRow(
        'outbound_routes',
        await newOutboundRoute({
          tenant_id: tenant.id,
          matches: 'emergency',
          toll_class: 'emergency',
          gateway_1_id: one,
          gateway_2_id: other,
        }),
      )
      const address = `guard-${tenant.id}@customer.example`
      await query(
        `insert into public.tenant_settings as s (id, tenant_id, emergency_notification_emails) values ($1, $1, $2)
         on conflict (id) do update set emergency_notification_emails = excluded.emergency_notification_emails`,
        [tenant.id, [address]],
      )
      return address
    },
    async signIn() {
      for (const [phone, extension] of [
        [desk, '1001'],
        [lobby, '1002'],
        [workshop, '1003'],
      ] as const) {
        // The server generates passwords within a minute, and they reach the switch a moment later.
        await vi.waitFor(
          async () =>
            expect(await phone.register(extension, tenant.domain, await passwordOf(extension))).toBe(200),
          { timeout: 120_000, interval: 500 },
        )
      }
    },
    async expectPath(words) {
      const paths = () =>
        query<{ text: string }>(
          `select coalesce(string_agg(p ->> 'text', ' | '), '') as text
           from public.cdr c, jsonb_array_elements(c.path) p where c.tenant_id = $1`,
          [tenant.id],
        )
      await expect.poll(async () => (await paths())[0]?.text, { timeout: 20_000 }).toMatch(words)
    },
    rest,
  }
}
