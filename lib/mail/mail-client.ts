import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Has a mail of the tenant sent again, now. Throws Refusal. */
export async function sendMailAgain(supabase: Supabase, tenant: string, mail: string): Promise<void> {
  dataOf(await supabase.rpc('send_mail_again', { mail, tenant }))
}
