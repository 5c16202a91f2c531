import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import recordedCalls from './recorded-calls.json' with { type: 'json' }
import recordedMailbox from './recorded-mailbox.json' with { type: 'json' }
import recorded from './recorded.json' with { type: 'json' }

export { recorded, recordedCalls, recordedMailbox }

/** What `sofia xmlstatus` says while no phone is registered. */
export const NOBODY = '<profile>\n  <registrations>\n  </registrations>\n</profile>'

/** The id of every job it starts. */
export const JOB = '1e9edc8b-dbe4-48b2-943b-883c8529a0e1'

/** A server that speaks the mod_event_socket protocol and replays recorded FreeSWITCH output (recorded.json). */
export interface EventServer {
  port: number
  /** The commands it received, except authentication. */
  commands: string[]
  /** Its reply to `sofia xmlstatus`. */
  present: string
  /** Its replies to other commands, by prefix; `+OK` otherwise. One may depend on what follows the prefix. */
  answers: Record<string, string | ((rest: string) => string)>
  /** The beginning of commands that it does not reply to, as a busy FreeSWITCH takes long to. */
  unanswered: string | null
  say(event: Readonly<Record<string, string>>): void
  /** Closes all connections, like a restarting FreeSWITCH. */
  drop(): void
  close(): Promise<void>
}

export async function eventServer(password: string): Promise<EventServer> {
  const sockets = new Set<Socket>()
  const served: EventServer = {
    port: 0,
    commands: [],
    present: recorded.present,
    answers: {},
    unanswered: null,
    say(event) {
      const body = JSON.stringify(event)
      for (const socket of sockets)
        socket.write(`Content-Length: ${Buffer.byteLength(body)}\nContent-Type: text/event-json\n\n${body}`)
    },
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      server.close()
      served.drop()
      await once(server, 'close')
    },
  }
  const reply = (text: string) => `Content-Type: command/reply\nReply-Text: ${text}\n\n`
  function answer(command: string): string {
    if (command.startsWith('auth '))
      return reply(command === `auth ${password}` ? '+OK accepted' : '-ERR invalid')
    served.commands.push(command)
    if (served.unanswered && command.startsWith(served.unanswered)) return ''
    if (!command.startsWith('api '))
      return reply(command.startsWith('bgapi ') ? `+OK Job-UUID: ${JOB}` : '+OK')
    const asked = command.slice(4)
    const [begin = '', said = command.includes('xmlstatus') ? served.present : '+OK'] =
      Object.entries(served.answers).find(([prefix]) => asked.startsWith(prefix)) ?? []
    const body = typeof said === 'string' ? said : said(asked.slice(begin.length))
    return `Content-Type: api/response\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.write('Content-Type: auth/request\n\n')
    let rest = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const command of parts) socket.write(answer(command))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  served.port = (server.address() as AddressInfo).port
  return served
}
