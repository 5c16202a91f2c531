import type { SnapshotIndex } from '../telephony/routing/snapshot-index'
import type { Cap } from '../telephony/routing/step'
import { counter } from './draft'
import { COUNTS_ON, quoted, type Values, variables } from './leg-variables'

/** The name under which FreeSWITCH registers an extension's phones. */
export const registeredName = (number: string, tenant: string) => `${number}.${tenant}`

/**
 * Whether calls to an extension's phones offer SRTP beside RTP: if all its lines are over TLS. Over others the keys would be in clear text.
 * FreeSWITCH accepts SRTP from phones anyway, but offers it to none by itself.
 */
export function offersEncryption(index: SnapshotIndex, extensionId: string): boolean {
  const lines = index
    .rows('device_lines', 'extension_id', extensionId)
    .filter(({ device_id }) => index.row('devices', device_id)?.enabled)
  return lines.length > 0 && lines.every(({ transport }) => transport === 'tls')
}

/** The variable of a leg that offers it. */
export const ENCRYPTION = { rtp_secure_media_outbound: 'optional' } as const

/**
 * What keeps an extension to its limit, which counts calls, not phones: an application that refuses a leg, empty once it is expanded
 * while there is room, and one that counts it. Expanded for each call before any phone rings.
 */
export function phonesLimit(realm: string, cap: Cap): { refuse: string; count: string } {
  const calls = counter(realm, cap)
  return {
    refuse: `\${cond(\${limit_usage(${calls})} >= ${cap.calls} ? hangup USER_BUSY)}`,
    count: `limit ${calls}`,
  }
}

/**
 * Legs to all of an extension's phones, each with these variables; as not registered if there is none. FreeSWITCH inserts the phones as
 * it expands the bridge. A `user/…` would do that later, and among several legs call only the first phone (SOF_NOBLOCK in
 * switch_ivr_originate). What that would give a leg, this does: the extension's variables and those of its dial string (directory.ts).
 *
 * With a `cap`, the first phone counts while they ring, then the one that answers.
 */
export function phones(
  number: string,
  { id, domain }: { id: string; domain: string },
  own: Values,
  cap?: Cap,
): string {
  const address = `${number}@${domain}`
  const limit = cap && phonesLimit(id, cap)
  const each = variables('[', {
    ...own,
    dialed_user: number,
    presence_id: address,
    // Shown to the caller's phone, which FreeSWITCH would tell "Outbound Call".
    origination_callee_id_name: number,
    outbound_redirect_fatal: true,
    // The phone is offered other codecs beside the caller's, which it may not have.
    media_mix_inbound_outbound_codecs: true,
    ...(limit && COUNTS_ON),
    execute_on_originate_full: limit && quoted(limit.refuse),
    execute_on_answer: limit && quoted(limit.count),
    execute_on_originate_phone: quoted(`set_user ${address}`),
    // With it, a call to the phone would be one from it (askedOf).
    execute_on_originate_called: quoted('unset user_name'),
  })
  const first = variables('[', { execute_on_originate_count: limit && quoted(limit.count) })
  return `${first}\${sofia_contact(*/${registeredName(number, id)}@${domain}/${each})}`
}
