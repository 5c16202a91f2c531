import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/**
 * Queues a mail of a tenant again, with its text as it was. `seen` is when the user saw it sent or given up, so that it is queued once.
 * Throws Refusal.
 */
export async function sendAgain(
  supabase: Supabase,
  tenant: string,
  mail: string,
  seen: string | undefined,
): Promise<void> {
  dataOf(await supabase.rpc('send_mail_again', { mail, tenant, seen }))
}
