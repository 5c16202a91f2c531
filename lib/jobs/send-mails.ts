import type { SupabaseClient } from '@supabase/supabase-js'
import { type Mail, MailFailure, problemOf, sendMail } from '../mail/mail'
import { FAXES_BUCKET, VOICEMAIL_BUCKET } from '../recordings/object-path'
import type { Database, Tables } from '../supabase/database.types'

const MESSAGE = {
  table: 'voicemail_messages',
  bucket: VOICEMAIL_BUCKET,
  filename: 'message.wav',
  contentType: 'audio/wav',
} as const
const FAX = {
  table: 'faxes',
  bucket: FAXES_BUCKET,
  filename: 'fax.pdf',
  contentType: 'application/pdf',
} as const

/** Mails per batch. */
const AT_ONCE = 10

/**
 * Sends due mails, 911 notifications first, and stores each outcome. If the server dies meanwhile, its mails are due again after
 * two minutes, on any server.
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
  { id, kind, recipient, subject, body, attachment }: Tables<'mails'>,
): Promise<void> {
  const sending = async () => {
    const attachments = attachment === null ? [] : await fileAt(admin, kind, attachment)
    await sendMail({ id, to: recipient, subject, text: body ?? '', attachments })
  }
  const failure = await sending().then(
    () => undefined,
    (error: unknown) => ({
      problem: problemOf(error),
      refused: error instanceof MailFailure && error.isRefusal,
    }),
  )
  await admin.rpc('store_mail_outcome', { mail: id, ...failure }).throwOnError()
}

/** The audio of a message, or a fax; undefined once it has been deleted. */
async function fileAt(
  admin: SupabaseClient<Database>,
  kind: string,
  path: string,
): Promise<NonNullable<Mail['attachments']>> {
  const { table, bucket, ...file } = kind === 'fax' ? FAX : MESSAGE
  const { data: kept } = await admin.from(table).select('id').eq('path', path).throwOnError()
  if (kept.length === 0) return []
  const { data, error } = await admin.storage.from(bucket).download(path)
  if (error) throw error
  return [{ ...file, content: Buffer.from(await data.arrayBuffer()) }]
}
