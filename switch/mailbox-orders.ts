import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { AgentEvent, MessageAudio } from '../lib/switch/agent/agent-event'
import type { VoicemailCommand } from '../lib/switch/agent/agent-update'
import { VOICEMAIL_PROFILE } from '../lib/switch/configuration/basics'
import { argument } from './command-word'
import type { EventSocket } from './event-socket'
import type { Box, Held } from './mailbox-list'

/** What an order needs of the mailboxes. */
export interface Ordered {
  events: EventSocket
  /** The folder where messages are while they are forwarded. */
  forwards: string
  held(box: Box): Promise<Held[]>
  /** Reports what a mailbox holds, even if it was reported before. */
  tell(box: Box): Promise<void>
  /** The same after what is being done with mailboxes. */
  tellInTurn(box: Box): void
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  /** Sends a message's sound, or the reason why there is none. */
  send(sound: MessageAudio): Promise<void>
}

/** Carries out what staff ask of a message. Throws if the switch cannot. */
export async function carryOut(on: Ordered, order: VoicemailCommand): Promise<void> {
  const { events } = on
  const { command, uuid, heard, id } = order
  if (command === 'mark') await mark(events, order, uuid, heard === true)
  if (command === 'remove')
    await events.api(`vm_delete ${addressOf(order)}/${VOICEMAIL_PROFILE} ${argument(uuid)}`)
  if (command === 'mark' || command === 'remove') return on.tell(order)
  if (command === 'forward' && (await isForwarded(on, order))) return reportForwarded(on, id)
  const held = (await on.held(order)).find(({ message }) => message.uuid === uuid)
  if (command === 'send' && held) return send(on, order, held)
  if (command === 'send') return on.tellInTurn(order)
  if (!held) return on.tell(order)
  await inject(events, on.forwards, order, held)
  await reportForwarded(on, id)
}

/** Marks a message as heard, or as new. */
export async function mark(events: EventSocket, box: Box, uuid: string, heard: boolean): Promise<void> {
  await events.api(
    `vm_read ${addressOf(box)}/${VOICEMAIL_PROFILE} ${heard ? 'read' : 'unread'} ${argument(uuid)}`,
  )
}

/** Whether an order was carried out before, as by an agent that was killed before it could report it. */
async function isForwarded(on: Ordered, { domain, to, id }: VoicemailCommand): Promise<boolean> {
  const held = await on.held({ domain, extension: to ?? '' })
  return held.some(({ path }) => path.includes(id))
}

/** Puts a copy into another mailbox. mod_voicemail names its file after the one it gets, so that is named after the order. */
export async function inject(
  events: EventSocket,
  forwards: string,
  { domain, to, id }: Pick<VoicemailCommand, 'domain' | 'to' | 'id'>,
  held: Held,
): Promise<void> {
  const { number, name } = held.message
  const path = join(forwards, id + extname(held.path))
  await mkdir(forwards, { recursive: true })
  await copyFile(held.path, path)
  try {
    const said = await events.api(
      `vm_inject ${addressOf({ domain, extension: to ?? '' })} ${quoted(path)} ${quoted(number || 'unknown')} ${quoted(name || number || 'unknown')}`,
    )
    if (!said.startsWith('+OK')) throw new Error(said)
  } finally {
    await rm(path, { force: true })
  }
}

function reportForwarded(on: Ordered, order: string): Promise<void> {
  return on.reportEvent({ kind: 'forwarded', data: { at: new Date().toISOString(), order } })
}

async function send(on: Ordered, { message }: VoicemailCommand, { path }: Held): Promise<void> {
  if (message === null) return
  const sound = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
  if (sound instanceof Error && sound.code !== 'ENOENT') throw sound
  await on.send(
    sound instanceof Error
      ? { message, sound: null, problem: 'Its file is missing on the switch.' }
      : { message, sound: sound.toString('base64'), problem: null },
  )
}

/** A mailbox as mod_voicemail's commands name it. */
export const addressOf = ({ domain, extension }: Box) => `${argument(extension)}@${argument(domain)}`
/** An argument that may contain spaces. */
const quoted = (text: string) => `'${text.replace(/['\\\p{Cc}]/gu, ' ')}'`
