import { setTimeout } from 'node:timers/promises'
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

/** Mails of a kind that are sent at the same time. */
const AT_ONCE = 10
/** How long before its claim ends a mail is broken off, so that its outcome is stored before another server can claim it. */
const MARGIN_S = 10
/** Interval between checks for more mails while some are being sent, in milliseconds. */
const LOOK_AGAIN_MS = 1000
/** How long a mail may go on once the server stops; then it is broken off and given back: due at once, for any server. */
export const LAST_MAILS_MS = 5000

export interface Claims {
  urgent: boolean
  /** How long a server has a mail to itself. If it dies meanwhile, the mail is due again after that, on any server. */
  seconds: number
}
/** 911 notifications: a few lines of text. */
export const URGENT_MAILS: Claims = { urgent: true, seconds: 120 }
/** All others: a long voicemail or fax (64 MB at most) takes minutes over a slow line. */
export const OTHER_MAILS: Claims = { urgent: false, seconds: 600 }

/**
 * Sends due mails and stores each outcome. One that takes long does not hold up those that become due meanwhile. Once `stopping` is
 * aborted, no more are claimed.
 */
export async function sendMails(
  admin: SupabaseClient<Database>,
  { urgent, seconds }: Claims,
  stopping: AbortSignal,
  lastMs = LAST_MAILS_MS,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const last = new AbortController()
  const endSoon = () => void setTimeout(lastMs).then(() => last.abort())
  stopping.addEventListener('abort', endSoon, { once: true })
  try {
    for (;;) {
      const room = stopping.aborted ? 0 : AT_ONCE - underWay.size
      // The claim begins in the database, so the time is from before the request.
      const end = performance.now() + (seconds - MARGIN_S) * 1000
      const { data: due } =
        room > 0
          ? await admin.rpc('claim_mails', { urgent, how_many: room, seconds }).throwOnError()
          : { data: [] }
      for (const mail of due) {
        const claimed = AbortSignal.timeout(Math.max(0, Math.round(end - performance.now())))
        const sending = sendOne(admin, mail, claimed, last.signal).finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      if (underWay.size === 0) return
      await Promise.race([...underWay, setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
  } finally {
    stopping.removeEventListener('abort', endSoon)
  }
}

async function sendOne(
  admin: SupabaseClient<Database>,
  { id, kind, recipient, subject, body, attachment }: Tables<'mails'>,
  claimed: AbortSignal,
  last: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([claimed, last])
  const sending = async () => {
    const attachments = attachment === null ? [] : await fileAt(admin, kind, attachment)
    await sendMail({ id, to: recipient, subject, text: body ?? '', attachments }, limit)
  }
  const outcome = await Promise.race([sending(), endOf(limit)]).then(
    () => undefined,
    (error: unknown) =>
      last.aborted
        ? { returned: true }
        : { problem: problemOf(error), refused: error instanceof MailFailure && error.isRefusal },
  )
  await admin.rpc('store_mail_outcome', { mail: id, ...outcome }).throwOnError()
}

/** Rejects once the time is over. */
function endOf(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('Sending it took too long.')), { once: true })
  })
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
