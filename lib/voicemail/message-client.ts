import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Marks a tenant's message as heard or as new, here and on the phone. Throws Refusal. */
export async function markMessage(
  supabase: Supabase,
  tenant: string,
  message: string,
  heard: boolean,
): Promise<void> {
  dataOf(await supabase.rpc('mark_voicemail', { message, tenant, heard }))
}

/**
 * Forwards a copy of a message to the mailbox of another extension of the tenant, once for each `request`, an id of the caller's choice.
 * Throws Refusal.
 */
export async function forwardMessage(
  supabase: Supabase,
  asked: { message: string; tenant: string; extension: string; request: string },
): Promise<void> {
  dataOf(await supabase.rpc('forward_voicemail', asked))
}
