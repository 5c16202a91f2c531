import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MailFailure, sendMail } from '@/lib/mail/mail'
import { mailServer } from '@/tests/support/mail-server'

const MAIL = {
  to: 'buyer@example.com',
  subject: 'Quote Q-1',
  text: 'Here it is: https://example.com/quote/1',
}

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('MAIL_FROM', 'Sales <sales@example.com>')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('an outgoing mail', () => {
  test('is sent from MAIL_FROM to the server in SMTP_URL', async () => {
    const server = await mailServer()
    vi.stubEnv('SMTP_URL', server.url)
    await sendMail({ ...MAIL, replyTo: 'ann@example.com' })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toContain('Reply-To: ann@example.com')
    expect(server.received[0]).toContain('From: Sales <sales@example.com>')
    expect(server.received[0]).toContain('To: buyer@example.com')
    expect(server.received[0]).toContain('Subject: Quote Q-1')
    expect(server.received[0]).toContain('https://example.com/quote/1')
    server.close()
  })

  test('has only the headers and the recipient that it was given, whatever its texts contain', async () => {
    const server = await mailServer()
    vi.stubEnv('SMTP_URL', server.url)
    const injected = '\r\nBcc: everyone@example.com\r\n\r\nRead this instead.'
    await sendMail({
      ...MAIL,
      subject: `Voicemail from Ada${injected}`,
      attachments: [
        { filename: `note.pdf"${injected}`, contentType: 'application/pdf', content: Buffer.from('%PDF') },
      ],
    })
    const [head = '', ...parts] = (server.received[0] ?? '').split('\n\n')
    for (const lines of [head, ...parts]) expect(lines).not.toMatch(/^(Bcc|Read this)/m)
    expect(head).toMatch(/^Subject: Voicemail from Ada/m)
    expect(server.recipients).toEqual(['RCPT TO:<buyer@example.com>'])
    server.close()
  })

  test.each(['buyer@example.com, other@example.com', 'buyer@example.com\r\nRCPT TO:<other@example.com>'])(
    'goes to a single address, not to %j',
    async (to) => {
      const server = await mailServer()
      vi.stubEnv('SMTP_URL', server.url)
      await sendMail({ ...MAIL, to }).catch(() => undefined)
      expect(server.recipients.filter((line) => line.includes('TO:<other@example.com>'))).toEqual([])
      server.close()
    },
  )

  test('rejected by the server fails with a readable message', async () => {
    const server = await mailServer({ RCPT: '550 nobody of that name' })
    vi.stubEnv('SMTP_URL', server.url)
    await expect(sendMail(MAIL)).rejects.toThrow(MailFailure)
    server.close()
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['its recipient', { RCPT: '550 nobody of that name' }, true],
    ['its content', { '.': '554 5.6.0 not like this' }, true],
    ['its size once it has come', { '.': '552 5.3.4 too large' }, true],
    ['its size as it is announced', { MAIL: '552 5.3.4 too large' }, true],
    ['its recipient for now', { RCPT: '450 4.2.1 come back later' }, false],
    ['its content for now', { '.': '451 4.3.0 no room' }, false],
    ['its sender', { MAIL: '550 5.7.1 not from you' }, false],
    ['everybody', { EHLO: '554 no service', HELO: '554 no service' }, false],
  ])('of which the server refuses %s: %o is refused for good: %s', async (_, answers, isRefusal) => {
    const server = await mailServer(answers)
    vi.stubEnv('SMTP_URL', server.url)
    const failure = await sendMail(MAIL).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MailFailure)
    expect(failure).toMatchObject({ isRefusal })
    server.close()
  })

  test('is broken off when its time is over, whatever part of it the server keeps waiting for', async () => {
    for (const command of ['EHLO', 'MAIL', 'RCPT', '.']) {
      const server = await mailServer({ [command]: null })
      vi.stubEnv('SMTP_URL', server.url)
      const limit = new AbortController()
      const sending = sendMail(MAIL, limit.signal).catch((error: unknown) => error)
      await vi.waitFor(() => expect(server.lines.at(-1)?.startsWith(command)).toBe(true))
      limit.abort()
      expect(await sending).toMatchObject({ name: 'MailFailure', isRefusal: false })
      await vi.waitFor(() => expect(server.connections()).toBe(0))
      server.close()
    }
  })

  test('is not begun once its time is over', async () => {
    const server = await mailServer()
    vi.stubEnv('SMTP_URL', server.url)
    await expect(sendMail(MAIL, AbortSignal.abort())).rejects.toThrow(MailFailure)
    expect(server.connections()).toBe(0)
    server.close()
  })

  test('without a mail server or outbox fails with a message that says what to configure', async () => {
    await expect(sendMail(MAIL)).rejects.toThrow('Mail is not set up on this server. Set SMTP_URL.')
    vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'key')
    const answer = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }))
    await expect(sendMail(MAIL)).rejects.toThrow('Set SMTP_URL.')
    answer.mockResolvedValue(new Response(null, { status: 507 }))
    await expect(sendMail(MAIL)).rejects.toThrow('The email could not be put into the outbox.')
    answer.mockRejectedValue(new TypeError('fetch failed'))
    await expect(sendMail(MAIL)).rejects.toThrow('The email could not be put into the outbox.')
  })
})
