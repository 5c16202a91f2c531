import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MailFailure, sendMail } from '@/lib/mail/mail'

const MAIL = {
  to: 'buyer@example.com',
  subject: 'Quote Q-1',
  text: 'Here it is: https://example.com/quote/1',
}

/** A minimal mail server (RFC 5321) that receives an email. */
async function mailServer(refuses = false) {
  const received: string[] = []
  const recipients: string[] = []
  const server: Server = createServer((socket) => {
    let body: string | null = null
    socket.setEncoding('utf8')
    socket.write('220 ready\r\n')
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (body !== null) {
          if (line !== '.') body += `${line}\n`
          else {
            received.push(body)
            body = null
            socket.write('250 taken\r\n')
          }
          continue
        }
        if (line.startsWith('RCPT')) recipients.push(line)
        if (line.startsWith('DATA')) {
          body = ''
          socket.write('354 go on\r\n')
        } else if (line.startsWith('RCPT') && refuses) socket.write('550 nobody of that name\r\n')
        else socket.write(line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    recipients,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
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
    vi.stubEnv('MAIL_FROM', 'Sales <sales@example.com>')
    await sendMail(MAIL)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toContain('From: Sales <sales@example.com>')
    expect(server.received[0]).toContain('To: buyer@example.com')
    expect(server.received[0]).toContain('Subject: Quote Q-1')
    expect(server.received[0]).toContain('https://example.com/quote/1')
    server.close()
  })

  test('has only the headers and the recipient that it was given, whatever its texts contain', async () => {
    const server = await mailServer()
    vi.stubEnv('SMTP_URL', server.url)
    vi.stubEnv('MAIL_FROM', 'Sales <sales@example.com>')
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
      vi.stubEnv('MAIL_FROM', 'Sales <sales@example.com>')
      await sendMail({ ...MAIL, to }).catch(() => undefined)
      expect(server.recipients.filter((line) => line.includes('TO:<other@example.com>'))).toEqual([])
      server.close()
    },
  )

  test('rejected by the server fails with a readable message', async () => {
    const server = await mailServer(true)
    vi.stubEnv('SMTP_URL', server.url)
    await expect(sendMail(MAIL)).rejects.toThrow(MailFailure)
    server.close()
  })

  test('without a mail server or outbox fails with a message that says what to configure', async () => {
    await expect(sendMail(MAIL)).rejects.toThrow('Mail is not set up on this server. Set SMTP_URL.')
    vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'key')
    await expect(sendMail(MAIL)).rejects.toThrow('Set SMTP_URL.')
  })
})
