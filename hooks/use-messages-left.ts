import { type Mailboxes, messagesLeft } from '@/lib/telephony/lost-voicemail'
import { keys } from './keys'
import { useQuery } from './use-query'

/** Number of voicemail messages that callers have left at an extension, or on a switch. */
export const useMessagesLeft = (where: Mailboxes) =>
  useQuery(
    'switch_id' in where
      ? keys.messagesLeft(null, where.switch_id)
      : keys.messagesLeft(where.tenant_id, where.extension_id),
    (supabase) => messagesLeft(supabase, where),
  )
