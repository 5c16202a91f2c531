import { quoted, type Values, variables } from './leg-variables'

/** The name under which FreeSWITCH registers an extension's phones. */
export const registeredName = (number: string, tenant: string) => `${number}.${tenant}`

/**
 * Legs to all of an extension's phones, each with these variables; as not registered if there is none. FreeSWITCH inserts the phones as
 * it expands the bridge. A `user/…` would do that later, and among several legs call only the first phone (SOF_NOBLOCK in
 * switch_ivr_originate). What that would give a leg, this does: the extension's variables and those of its dial string (directory.ts).
 */
export function phones(number: string, { id, domain }: { id: string; domain: string }, own: Values): string {
  const address = `${number}@${domain}`
  const each = variables('[', {
    ...own,
    dialed_user: number,
    presence_id: address,
    outbound_redirect_fatal: true,
    execute_on_originate_phone: quoted(`set_user ${address}`),
    // With it, a call to the phone would be one from it (askedOf).
    execute_on_originate_called: quoted('unset user_name'),
  })
  return `\${sofia_contact(*/${registeredName(number, id)}@${domain}/${each})}`
}
