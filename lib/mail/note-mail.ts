import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, Tables } from '../supabase/database.types'
import { problemOf } from './mail'

type Admin = SupabaseClient<Database>

/** A mail with a secret (a PIN or a link), as the page of emails shows it. */
interface NotedMail {
  kind: 'pin' | 'quote' | 'invitation' | 'password'
  /** Whose viewers see it. */
  section: Tables<'mails'>['section']
  recipient: string
  subject: string
  tenant?: string
  /** The request that sends it, by a UUID of the sender's: repeated because its response was lost, it sends nothing again. */
  request?: string
}

/** Notes that a mail with a secret was sent, or the error because of which it was not; its text is not kept. Never rejects. */
export async function noteMail(
  admin: Admin,
  { request: cause, ...mail }: NotedMail,
  failure?: unknown,
): Promise<void> {
  const problem = failure ? problemOf(failure) || 'It could not be sent.' : undefined
  const { error } = await admin.rpc('note_mail', { ...mail, problem, cause })
  // What became of the mail itself matters more.
  if (error) console.error('An email could not be noted:', error.message)
}

/**
 * Sends a mail whose sender waits for it, unless its request has sent it before, and notes the outcome. Called in turn (lib/api/in-turn.ts),
 * so that the same request at the same time finds it sent. Rejects as `send` does.
 */
export async function noted(
  admin: Admin,
  mail: NotedMail & { request: string },
  send: () => Promise<void>,
): Promise<void> {
  const { kind, recipient, request: cause } = mail
  const before = admin.from('mails').select('id').match({ kind, recipient, cause, state: 'sent' }).limit(1)
  const { data: sent } = await (
    mail.tenant ? before.eq('tenant_id', mail.tenant) : before.is('tenant_id', null)
  ).throwOnError()
  if (sent.length > 0) return
  try {
    await send()
  } catch (error) {
    await noteMail(admin, mail, error)
    throw error
  }
  await noteMail(admin, mail)
}
