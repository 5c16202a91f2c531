import { newQueue } from './call-groups'
import { newSwitch } from './gateways'
import { type Given, insertRow, newId, type NewRow, unique } from './row'
import { newExtension } from './telephony'

const AGENT = 'Yealink SIP-T54W 96.86.0.100'

/** A phone that is registered, with a new switch and a new extension unless they are given. */
export async function newRegistration(given: Given<'registrations'> = {}): Promise<NewRow<'registrations'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const { tenant_id, extension_id } =
    given.tenant_id && given.extension_id
      ? { tenant_id: given.tenant_id, extension_id: given.extension_id }
      : await extensionOf(given.tenant_id)
  return {
    id: newId(),
    call_id: `call-${unique()}`,
    contact: 'sip:1001@192.0.2.20:5060',
    address: '192.0.2.20',
    port: 5060,
    agent: AGENT,
    transport: 'udp',
    registered_at: '2026-01-05T09:00:00Z',
    reported_at: '2026-01-05T09:00:00Z',
    ...given,
    switch_id,
    tenant_id,
    extension_id,
  }
}

async function extensionOf(tenant?: string) {
  const { id, tenant_id } = await insertRow(
    'extensions',
    await newExtension(tenant ? { tenant_id: tenant } : {}),
  )
  return { tenant_id, extension_id: id }
}

/** A phone that tried with a wrong password, with a new switch and a new tenant unless they are given. */
export async function newRegistrationFailure(
  given: Given<'registration_failures'> = {},
): Promise<NewRow<'registration_failures'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const tenant_id = given.tenant_id ?? (await extensionOf()).tenant_id
  return {
    id: newId(),
    account: '1001',
    address: '198.51.100.7',
    agent: AGENT,
    reason: 'wrong_password',
    attempts: 1,
    failed_at: '2026-01-05T09:00:00Z',
    ...given,
    switch_id,
    tenant_id,
  }
}

/** The report state of a switch's agent, with a new switch by default. */
export async function newLiveSwitch(given: Given<'live_switches'> = {}): Promise<NewRow<'live_switches'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  return { id: newId(), run: newId(), report: 1, ...given, switch_id }
}

/** Marks a tenant (new by default) as having had live calls. */
export async function newLiveTenant(given: Given<'live_tenants'> = {}): Promise<NewRow<'live_tenants'>> {
  const tenant_id = given.tenant_id ?? (await extensionOf()).tenant_id
  return { id: newId(), change: 1, ...given, tenant_id }
}

/** A call in progress on a switch that reports its calls. */
export async function newLiveCall(given: Given<'live_calls'> = {}): Promise<NewRow<'live_calls'>> {
  const switch_id = given.switch_id ?? (await insertRow('live_switches', await newLiveSwitch())).switch_id
  const tenant_id = given.tenant_id ?? (await extensionOf()).tenant_id
  return {
    id: newId(),
    call_uuid: newId(),
    direction: 'inbound',
    caller_number: '+12075550123',
    caller_name: 'Ann Ames',
    called_number: '+12075550140',
    state: 'talking',
    started_at: new Date().toISOString(),
    state_at: new Date().toISOString(),
    change: 1,
    ...given,
    switch_id,
    tenant_id,
  }
}

/** A queue wait that an agent answered, with a new queue and switch by default. */
export async function newQueueWait(given: Given<'queue_waits'> = {}): Promise<NewRow<'queue_waits'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const queue =
    given.tenant_id && given.queue_id
      ? { tenant_id: given.tenant_id, id: given.queue_id }
      : await insertRow(
          'call_center_queues',
          await newQueue(given.tenant_id ? { tenant_id: given.tenant_id } : {}),
        )
  return {
    id: newId(),
    call_uuid: newId(),
    caller_number: '+12075550123',
    joined_at: '2026-01-05T09:00:00Z',
    left_at: '2026-01-05T09:00:12Z',
    outcome: 'answered',
    ...given,
    switch_id,
    tenant_id: queue.tenant_id,
    queue_id: queue.id,
  }
}

/** A switch command, with a new switch and tenant by default. */
export async function newSwitchCommand(
  given: Given<'switch_commands'> = {},
): Promise<NewRow<'switch_commands'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const tenant_id = given.tenant_id ?? (await extensionOf()).tenant_id
  return { id: newId(), command: 'resync', arguments: {}, ...given, switch_id, tenant_id }
}
