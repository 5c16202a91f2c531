import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * A minimal mail server (RFC 5321) that receives an email. `answers` replaces its answers to commands, by prefix, with none where it is
 * null; `.` ends the email.
 */
export async function mailServer(answers: Readonly<Record<string, string | null>> = {}) {
  const received: string[] = []
  const recipients: string[] = []
  /** All that was said to it. */
  const lines: string[] = []
  let connections = 0
  const server: Server = createServer((socket) => {
    connections++
    socket.on('close', () => connections--)
    let body: string | null = null
    socket.setEncoding('utf8')
    socket.write('220 ready\r\n')
    const answer = (line: string, usual: string) => {
      const [, said = usual] = Object.entries(answers).find(([begin]) => line.startsWith(begin)) ?? []
      if (said !== null) socket.write(`${said}\r\n`)
    }
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        lines.push(line)
        if (body !== null) {
          if (line !== '.') body += `${line}\n`
          else {
            received.push(body)
            body = null
            answer('.', '250 taken')
          }
          continue
        }
        if (line.startsWith('RCPT')) recipients.push(line)
        if (line.startsWith('DATA')) {
          body = ''
          socket.write('354 go on\r\n')
        } else answer(line, line.startsWith('QUIT') ? '221 bye' : '250 ok')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    recipients,
    lines,
    connections: () => connections,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
