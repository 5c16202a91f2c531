import { newSwitch } from './gateways'
import { type Given, insertRow, newId, type NewRow, uniqueNumber } from './row'
import { newExtension } from './telephony'

/** A message with its audio, with a new switch and extension by default. */
export async function newVoicemailMessage(
  given: Given<'voicemail_messages'> = {},
): Promise<NewRow<'voicemail_messages'>> {
  const id = given.id ?? newId()
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const { tenant_id, extension_id } =
    given.tenant_id && given.extension_id
      ? { tenant_id: given.tenant_id, extension_id: given.extension_id }
      : await extensionOf(given.tenant_id)
  return {
    domain: 'acme.pbx.test',
    account: '1001',
    uuid: newId(),
    from_number: uniqueNumber(),
    left_at: new Date(Date.now() - 60_000).toISOString(),
    seconds: 12,
    path: `${tenant_id}/${id}.wav`,
    duration_ms: 12_000,
    size_bytes: 192_044,
    peaks: [10, 80, 40],
    ...given,
    id,
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
