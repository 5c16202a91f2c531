import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { sendMails } from '@/lib/jobs/send-mails'
import { mailServer } from '@/tests/support/mail-server'
import { standInServer } from '@/tests/support/stand-in-server'

/** The database: one mail is due, and the outcome is stored. */
let outcome: unknown
const api = standInServer((request, response, body) => {
  response.setHeader('content-type', 'application/json')
  if (request.url?.endsWith('/claim_mails')) {
    const mail = {
      id: 'mail',
      kind: 'fax',
      recipient: 'desk@customer.example',
      subject: 'Fax',
      body: 'A fax.',
    }
    response.end(JSON.stringify([{ ...mail, attachment: null }]))
    return
  }
  outcome = JSON.parse(body)
  response.end('null')
})

test.each([
  ['is stored as refused if the mail server does so for good', '552 5.3.4 too large', true],
  ['is stored as one to try again otherwise', '451 4.3.0 no room', false],
])('a mail that is not sent %s', async (_, answer, refused) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const server = await mailServer({ '.': answer })
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', api())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('SMTP_URL', server.url)
  vi.stubEnv('MAIL_FROM', 'pbx@example.com')
  await sendMails(createClient(api(), 'service'))
  expect(outcome).toEqual({ mail: 'mail', problem: expect.stringContaining(answer), refused })
  server.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
