import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OTHER_MAILS, sendMails, URGENT_MAILS } from '@/lib/jobs/send-mails'
import { mailServer } from '@/tests/support/mail-server'
import { standInServer } from '@/tests/support/stand-in-server'

interface Outcome {
  mail: string
  problem?: string
  refused?: boolean
  returned?: boolean
}
/** The database: mails that are due, what was asked of it, and the outcomes that it stored. */
let due: string[]
let claims: unknown[]
let outcomes: Outcome[]
let onClaim: () => void
const api = standInServer((request, response, body) => {
  response.setHeader('content-type', 'application/json')
  if (!request.url?.endsWith('/claim_mails')) {
    outcomes.push(JSON.parse(body))
    response.end('null')
    return
  }
  claims.push(JSON.parse(body))
  onClaim()
  const mails = due.splice(0).map((id) => ({
    id,
    kind: 'fax',
    recipient: `${id}@customer.example`,
    subject: 'Fax',
    body: 'A fax.',
    attachment: null,
  }))
  response.end(JSON.stringify(mails))
})

let server: Awaited<ReturnType<typeof mailServer>>
const admin = () => createClient(api(), 'service')
/** For a server that is not stopping. */
const never = new AbortController().signal
async function useMailServer(answers: Readonly<Record<string, string | null>>) {
  server = await mailServer(answers)
  vi.stubEnv('SMTP_URL', server.url)
}

beforeEach(() => {
  due = []
  claims = []
  outcomes = []
  onClaim = () => undefined
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', api())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('MAIL_FROM', 'pbx@example.com')
})
afterEach(() => {
  server.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test.each([
  ['is stored as refused if the mail server does so for good', '552 5.3.4 too large', true],
  ['is stored as one to try again otherwise', '451 4.3.0 no room', false],
])('a mail that is not sent %s', async (_, answer, refused) => {
  await useMailServer({ '.': answer })
  due = ['mail']
  await sendMails(admin(), OTHER_MAILS, never)
  expect(outcomes).toEqual([{ mail: 'mail', problem: expect.stringContaining(answer), refused }])
})

test('a mail is sent while one that became due earlier is still under way', async () => {
  await useMailServer({ 'RCPT TO:<slow@': null })
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  due = ['slow']
  const sending = sendMails(admin(), URGENT_MAILS, never)
  await vi.waitFor(() => expect(server.recipients).toHaveLength(1))
  due = ['next']
  await vi.waitFor(() => expect(outcomes).toEqual([{ mail: 'next' }]))
  limit.abort()
  await sending
})

test.each([
  ['911 notification', URGENT_MAILS],
  ['mail', OTHER_MAILS],
])('a %s is broken off before its claim ends, and is then tried again', async (_, kind) => {
  await useMailServer({ '.': null })
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  due = ['slow']
  const sending = sendMails(admin(), kind, never)
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  expect(timeout.mock.calls[0]?.[0]).toBeLessThan(kind.seconds * 1000)
  expect(claims[0]).toEqual({ ...kind, how_many: 10 })
  limit.abort()
  await sending
  expect(outcomes).toEqual([{ mail: 'slow', problem: 'Sending it took too long.', refused: false }])
  await vi.waitFor(() => expect(server.connections()).toBe(0))
})

test('a server that stops lets the mail under way be sent, and claims no more', async () => {
  await useMailServer({})
  const stopping = new AbortController()
  due = ['mail']
  onClaim = () => stopping.abort()
  await sendMails(admin(), URGENT_MAILS, stopping.signal)
  due = ['next']
  await sendMails(admin(), URGENT_MAILS, stopping.signal)
  expect(outcomes).toEqual([{ mail: 'mail' }])
  expect(claims).toHaveLength(1)
})

test('a mail that takes long is given back by a server that stops', async () => {
  await useMailServer({ '.': null })
  const stopping = new AbortController()
  due = ['slow']
  const sending = sendMails(admin(), URGENT_MAILS, stopping.signal, 10)
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  stopping.abort()
  await sending
  expect(outcomes).toEqual([{ mail: 'slow', returned: true }])
})
