import { newSwitch } from './gateways'
import { type Given, insertRow, type NewRow, newId, unique } from './row'
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

/** What somebody asked of a phone, with a new registration unless it is given with its tenant. */
export async function newPhoneCommand(
  given: Given<'phone_commands'> = {},
): Promise<NewRow<'phone_commands'>> {
  const known = { tenant_id: given.tenant_id, id: given.registration_id }
  const phone =
    known.tenant_id && known.id
      ? { tenant_id: known.tenant_id, id: known.id }
      : await insertRow(
          'registrations',
          await newRegistration(given.tenant_id ? { tenant_id: given.tenant_id } : {}),
        )
  return { id: newId(), command: 'resync', ...given, tenant_id: phone.tenant_id, registration_id: phone.id }
}
