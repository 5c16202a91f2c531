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
}

/** Notes that a mail with a secret was sent, or the error because of which it was not; its text is not kept. Never rejects. */
export async function noteMail(admin: Admin, mail: NotedMail, failure?: unknown): Promise<void> {
  const problem = failure ? problemOf(failure) || 'It could not be sent.' : undefined
  const { error } = await admin.rpc('note_mail', { ...mail, problem })
  // What became of the mail itself matters more.
  if (error) console.error('An email could not be noted:', error.message)
}

/** Sends a mail whose sender waits for it, and notes the outcome. Rejects as `send` does. */
export async function noted(admin: Admin, mail: NotedMail, send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    await noteMail(admin, mail, error)
    throw error
  }
  await noteMail(admin, mail)
}
