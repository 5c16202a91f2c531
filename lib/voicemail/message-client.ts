import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** A message in a mailbox of the tenant. */
export interface MessageKey {
  id: string
  tenantId: string
}

/** Marks a message as heard, or as new. Its phone's lamp follows. Throws Refusal. */
export async function markMessage(
  supabase: Supabase,
  { id, tenantId }: MessageKey,
  heard: boolean,
): Promise<void> {
  dataOf(await supabase.rpc('mark_voicemail', { message: id, tenant: tenantId, heard }))
}

/** Puts a copy into the mailbox of another extension. Throws Refusal. */
export async function forwardMessage(
  supabase: Supabase,
  { id, tenantId }: MessageKey,
  extension: string,
): Promise<void> {
  dataOf(await supabase.rpc('forward_voicemail', { message: id, tenant: tenantId, extension }))
}

/** Deletes a message here and on its switch. Throws Refusal. */
export async function deleteMessage(supabase: Supabase, { id, tenantId }: MessageKey): Promise<void> {
  dataOf(
    await supabase.from('voicemail_messages').delete().eq('tenant_id', tenantId).eq('id', id).select('id'),
  )
}
