import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { testBackend } from '../../scripts/lib/test-app.ts'

interface SentMail {
  to: string
  subject: string
  text: string
  attachments?: { filename: string; bytes: number }[]
}

/** Emails to an address in the outbox of the test app's backend. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const answer = await fetch(`${testBackend().url}/outbox?format=json`)
  const mails = (await answer.json()) as SentMail[]
  return mails.filter(({ to }) => to === address)
}

/** What the page of emails tells of the mails with a secret to an address. */
export async function notedMails(database: pg.Pool, recipient: string): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<Record<string, unknown>>(
    'select kind, section, tenant_id, subject, body, state from public.mails where recipient = $1 order by created_at',
    [recipient],
  )
  return rows
}

/** Adds a new address to the tenant's 911 notifications while `work` runs. */
export async function notifying(
  database: pg.Pool,
  tenant: string,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const address = `${randomUUID()}@customer.example`
  const set = (emails: string[] | null) =>
    database.query<{ before: string[] | null }>(
      `insert into public.tenant_settings as s (id, tenant_id, emergency_notification_emails) values ($1, $1, $2)
       on conflict (id) do update set emergency_notification_emails = $2
       returning (select o.emergency_notification_emails from public.tenant_settings o where o.id = $1) as before`,
      [tenant, emails],
    )
  const before = (await set([address])).rows[0]?.before ?? null
  try {
    await work(address)
  } finally {
    await set(before)
  }
}
