import { indexOf } from '../telephony/routing/snapshot-index'
import { act, type Action, domainOf, type Draft, set } from './draft'

/**
 * The command that tells an extension's phones how many messages it has. mod_voicemail tells them of changes under the mailbox's name,
 * which no phone has subscribed to. This one marks a message that does not exist and tells the number.
 */
export const lampCommand = (number: string, domain: string) => `vm_read ${number}@${domain}/default read none`

/**
 * Leaves a message in an extension's mailbox, or lets its owner `check` it, and updates its lamps when the call ends. Its name is the
 * extension's id (directory.ts). `check` without an extension asks for a number, and leaves the lamps to the agent. Who calls a message's
 * caller back from there calls as the phone that is on the line.
 */
export function mailbox(draft: Draft, extensionId: string | null, doing: '' | 'check ' = ''): Action[] {
  const domain = domainOf(draft)
  const owner = indexOf(draft.environment.snapshot).row('extensions', extensionId)
  const callsBack = set('voicemail_callback_context', domain)
  if (!owner) return [callsBack, act('voicemail', `${doing}default ${domain}`)]
  return [
    callsBack,
    act('set', `api_reporting_hook=${lampCommand(owner.extension, domain)}`),
    act('voicemail', `${doing}default ${domain} ${owner.id}`),
  ]
}
