import type { SupabaseClient } from '@supabase/supabase-js'
import { type Mail, MailFailure, sendMail } from '../mail/mail'
import { VOICEMAIL_BUCKET } from '../recordings/object-path'
import type { Database, Tables } from '../supabase/database.types'

/** So many mails are sent at a time. */
const AT_ONCE = 10

/**
 * Sends the mails that are due, news of 911 calls first, and keeps what came of each. A server that dies meanwhile leaves its mails to
 * be sent after two minutes, by whichever server comes first.
 */
export async function sendMails(admin: SupabaseClient<Database>): Promise<void> {
  for (;;) {
    const { data: due } = await admin.rpc('claim_mails', { how_many: AT_ONCE }).throwOnError()
    await Promise.all(due.map((mail) => sendOne(admin, mail)))
    if (due.length < AT_ONCE) return
  }
}

async function sendOne(
  admin: SupabaseClient<Database>,
  { id, recipient, subject, body, attachment }: Tables<'mails'>,
): Promise<void> {
  const sending = async () => {
    const attachments = attachment === null ? [] : await soundAt(admin, attachment)
    await sendMail({ id, to: recipient, subject, text: body, attachments })
  }
  const problem = await sending().then(() => undefined, reasonOf)
  await admin.rpc('keep_mail_outcome', { mail: id, problem }).throwOnError()
}

/** The sound of a message; none once it has been deleted. */
async function soundAt(
  admin: SupabaseClient<Database>,
  path: string,
): Promise<NonNullable<Mail['attachments']>> {
  const { data: kept } = await admin.from('voicemail_messages').select('id').eq('path', path).throwOnError()
  if (kept.length === 0) return []
  const { data, error } = await admin.storage.from(VOICEMAIL_BUCKET).download(path)
  if (error) throw error
  return [
    { filename: 'message.wav', contentType: 'audio/wav', content: Buffer.from(await data.arrayBuffer()) },
  ]
}

/** What the mail server said, else what is wrong here. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return error instanceof MailFailure && cause instanceof Error ? cause.message : message
}
