import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { inTurn } from '../api/in-turn'
import { sendMail } from '../mail/mail'
import { noted } from '../mail/note-mail'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { readStored } from '../vault/seal-secrets'
import type { Vault } from '../vault/vault'
import { pinMail } from './pin-mail'

type Client = SupabaseClient<Database>

/** A mailbox whose owner is to be mailed its PIN. */
interface OpenedPin {
  number: string
  /** Null if the owner has no address. */
  recipient: string | null
  /** Null if it is not the one that was asked for: it was changed since, or there is no such mailbox. */
  pin: string | null
}

/**
 * The PINs of mailboxes of a tenant that `caller` may see, in the order asked. Each is identified by its encrypted text, which only its
 * assigner has: comparing a typed PIN would allow guessing. Throws ApiFailure 404 if the tenant has none of the mailboxes, MissingKey,
 * and the database's error.
 */
export async function openPins(
  caller: Client,
  admin: Client,
  vault: Vault,
  tenant: string,
  pins: readonly { number: string; sealed: string }[],
): Promise<OpenedPin[]> {
  const { data: mailboxes } = await caller
    .from('extensions')
    .select('id, extension, voicemail_email')
    .eq('tenant_id', tenant)
    .in(
      'extension',
      pins.map(({ number }) => number),
    )
    .throwOnError()
  if (mailboxes.length === 0) throw new ApiFailure(404, 'Extension not found.')
  const { data } = await admin.rpc('sip_secrets', { tenant }).throwOnError()
  const stored = typed<{ extension_id: string; field: string; sealed: string | null }[]>(data)
  const wanted = pins.map(({ number, sealed }) => {
    const mailbox = mailboxes.find(({ extension }) => extension === number)
    const secret = stored.find((one) => one.extension_id === mailbox?.id && one.field === 'voicemail_pin')
    return {
      number,
      recipient: mailbox?.voicemail_email || null,
      owner: mailbox?.id ?? '',
      field: 'voicemail_pin',
      sealed: secret?.sealed === sealed ? sealed : null,
    }
  })
  const opened = await readStored(admin, vault, wanted)
  return wanted.map(({ number, recipient }, at) => ({ number, recipient, pin: opened[at] ?? null }))
}

/**
 * Mails a mailbox's PIN to its owner, once for the same `request`. `from` is who mails it, and the code that opens the mailbox, if any.
 * Throws MailFailure, ApiFailure 503 if the same request takes too long, and the database's error.
 */
export async function mailPin(
  admin: Client,
  tenant: string,
  request: string,
  { number, recipient, pin }: { number: string; recipient: string; pin: string },
  from: { company: string; code: string | undefined },
): Promise<void> {
  const mail = pinMail(from.company, number, pin, from.code)
  const about = {
    kind: 'pin' as const,
    section: 'telephony' as const,
    tenant,
    recipient,
    subject: mail.subject,
    request: `${request} ${number}`,
  }
  await inTurn(admin, `PIN ${about.request}`, () =>
    noted(admin, about, () => sendMail({ to: recipient, ...mail })),
  )
}
