import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PHONES } from '../lib/switch/request'
import { argument } from './command-word'
import { EventSocket } from './event-socket'
import type { EventSource } from './watch-events'

/** How long a phone rings to be found, in seconds. */
const RING_SECONDS = 20
/** Staff wait ten seconds for an answer (lib/telephony/switch-command.ts). */
const SILENT_MS = 6000
/** Separates destinations of FreeSWITCH's originate, quotes or sets variables: such an address would call others too. */
const ORIGINATES_MORE = /[,|{}<>'"\\^&`]|:_:/

/**
 * Rings the phone at a contact address alone, wherever its extension's calls go. Answering it hangs up. Resolves once it rings with null,
 * otherwise with the reason why it does not. Rejects when the switch is away, or cannot call this address only.
 */
export async function ringPhone({ port, password }: EventSource, contact: string): Promise<string | null> {
  const address = argument(contact)
  if (ORIGINATES_MORE.test(address)) throw new Error('The switch cannot call this phone by its address.')
  const [channel, job] = [randomUUID(), randomUUID()]
  const says = [
    `origination_uuid=${channel}`,
    `originate_timeout=${RING_SECONDS}`,
    'ignore_early_media=true',
    'process_cdr=false',
    "origination_caller_id_name='Find this phone'",
    'origination_caller_id_number=0',
  ]
  // Its own connection, because the events of all calls would come over another one.
  const events = await EventSocket.open(port, password)
  try {
    const answer = new Promise<string>((done) => {
      events.onEvent((event) => done(event['Event-Name'] === 'BACKGROUND_JOB' ? (event._body ?? '') : '+OK'))
    })
    await events.command(`filter Unique-ID ${channel}`)
    await events.command(`filter Job-UUID ${job}`)
    await events.command('event json CHANNEL_PROGRESS CHANNEL_PROGRESS_MEDIA CHANNEL_ANSWER BACKGROUND_JOB')
    await events.command(
      `bgapi originate {${says.join(',')}}sofia/${PHONES}/${address} &hangup\nJob-UUID: ${job}`,
    )
    const said = await Promise.race([answer, pause(SILENT_MS, undefined, { ref: false })])
    if (said === undefined) await events.api(`uuid_kill ${channel}`)
    if (said === undefined) return 'The phone does not respond.'
    return said.startsWith('-ERR') ? `The phone does not ring: ${causeIn(said)}.` : null
  } finally {
    events.close()
  }
}

/** A hangup cause as words: `-ERR NO_ANSWER` is "no answer". */
export const causeIn = (answer: string) =>
  answer.slice(5).trim().toLowerCase().replaceAll('_', ' ').slice(0, 100)
