import { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { ApiFailure } from '../api/failure'
import { serverEnv } from '../server/server-env'
import { serverSupabaseUrl } from '../supabase/server-url'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** Who gets the recipient's answer, instead of MAIL_FROM. */
  replyTo?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** The same for each attempt, so that the recipient's server can recognize a repeat. */
  id?: string
}

/** A mail could not be sent: 502. The message is for the user. */
export class MailFailure extends ApiFailure {
  override name = 'MailFailure'

  constructor(message: string, options?: ErrorOptions) {
    super(502, message)
    this.cause = options?.cause
  }

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

const NOT_SET_UP = 'Mail is not set up on this server. Set SMTP_URL.'

/** How long to wait for a connection to a mail server. */
const PATIENCE_MS = 15_000
/** How long a user waits for a mail to be sent. */
const USER_PATIENCE_MS = 60_000

/**
 * Sends a mail through the server in SMTP_URL (RFC 5321), or into the embedded backend's outbox. Server only. Throws MailFailure, also
 * when the mail server has not taken it by the end of `limit`: it is then broken off. The answer to the mail itself may take minutes
 * (4.5.3.2.6), and until then nobody knows whether it was taken.
 */
export async function sendMail(mail: Mail, limit = AbortSignal.timeout(USER_PATIENCE_MS)): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = serverEnv()
  if (!url) return putIntoOutbox(mail)
  try {
    const { id, to, attachments = [], ...message } = mail
    // With a URL, createTransport itself would pass over the other options.
    const transport = new SMTPTransport({ url, connectionTimeout: PATIENCE_MS, socket: socketUntil(limit) })
    await createTransport(transport).sendMail({
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

/** A connection's socket that is closed when the time is over: nodemailer cannot break off a mail itself. */
function socketUntil(limit: AbortSignal): Socket {
  limit.throwIfAborted()
  const socket = new Socket()
  const close = () => void socket.destroy(new Error('Sending it took too long.'))
  limit.addEventListener('abort', close, { once: true })
  // A closed socket connects again, as when the server's name was still being looked up.
  socket.on('connect', () => limit.aborted && close())
  socket.on('close', () => limit.removeEventListener('abort', close))
  // nodemailer listens only once it connects.
  socket.on('error', () => undefined)
  return socket
}

async function putIntoOutbox(mail: Mail): Promise<void> {
  const { SUPABASE_SERVICE_ROLE_KEY: key } = serverEnv()
  if (!key) throw new MailFailure(NOT_SET_UP)
  const answer = await fetch(`${serverSupabaseUrl()}/outbox`, {
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
  // Hosted Supabase has no outbox.
  if (answer?.status === 404) throw new MailFailure(NOT_SET_UP)
  if (!answer?.ok) throw new MailFailure('The email could not be put into the outbox.')
}
