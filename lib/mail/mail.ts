import { createTransport, type Transporter } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { serverEnv } from '../server-env'
import { serverSupabaseUrl } from '../supabase/server-url'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** The same for each attempt, so that the recipient's server can recognize a repeat. */
  id?: string
}

/** A mail could not be sent; the message is for the user. */
export class MailFailure extends Error {
  override name = 'MailFailure'

  /**
   * Whether the mail server refuses this mail for good: its recipient, its content or its size (5yz, RFC 5321 4.2.1). An answer to the
   * login or the sender's address concerns all mail, and may be put right.
   */
  get isRefusal(): boolean {
    const { command, responseCode = 0 } = Object(this.cause) as Partial<SMTPConnection.SMTPError>
    const concernsMail = command === 'RCPT TO' || command === 'DATA' || responseCode === TOO_LARGE
    return concernsMail && responseCode >= 500
  }
}

/** A mail server's response to a mail that is too large (RFC 1870 6.1). */
const TOO_LARGE = 552

/** Why a mail was not sent: the mail server's error, otherwise a description of the local problem. */
export function problemOf(error: unknown): string {
  const { cause, message } = error as Error
  return error instanceof MailFailure && cause instanceof Error ? cause.message : message
}

/** How long to wait for a mail server. */
const PATIENCE_MS = 15_000

let transport: { url: string; made: Transporter } | undefined

/**
 * Sends a mail through the server in SMTP_URL (RFC 5321), or into the embedded backend's outbox. Server only. Throws MailFailure.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = serverEnv()
  if (!url) return putIntoOutbox(mail)
  if (transport?.url !== url) {
    const timeouts = {
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    }
    transport = { url, made: createTransport({ url, ...timeouts }) }
  }
  try {
    const { id, to, attachments = [], ...message } = mail
    await transport.made.sendMail({
      ...message,
      // As a text it would be read as a list.
      to: { name: '', address: to },
      attachments: [...attachments],
      ...(id && { messageId: `<${id}@trunkline>` }),
      from,
    })
  } catch (error) {
    console.error('An email could not be sent:', error instanceof Error ? error.message : error)
    throw new MailFailure('The mail server did not accept the email. Try again.', { cause: error })
  }
}

async function putIntoOutbox(mail: Mail): Promise<void> {
  const { SUPABASE_SERVICE_ROLE_KEY: key } = serverEnv()
  const answer = key
    ? await fetch(`${serverSupabaseUrl()}/outbox`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...mail,
          attachments: mail.attachments?.map(({ content, ...file }) => ({
            ...file,
            content: content.toString('base64'),
          })),
        }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => undefined)
    : undefined
  if (!answer?.ok) throw new MailFailure('Mail is not set up on this server. Set SMTP_URL.')
}
