import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** What nothing brings back after extensions are deleted (private.remove_voicemail). */
export const LOST_WITH_EXTENSIONS =
  'Voicemail that callers have left there is permanently deleted, on the switch too.'
/** The same for switches, which keep their own copy. */
export const LOST_WITH_SWITCHES =
  'Voicemail that callers have left there is permanently deleted, except on the switch itself.'

/** Where voicemail messages are left. */
export type Mailboxes = { tenant_id: string; extension_id: string } | { switch_id: string }

/** Number of voicemail messages that callers have left there. */
export async function messagesLeft(supabase: Supabase, where: Mailboxes): Promise<number> {
  const answer = await supabase
    .from('voicemail_messages')
    .select('id', { count: 'exact', head: true })
    .match(where)
  dataOf(answer)
  return answer.count ?? 0
}
