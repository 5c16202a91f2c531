import { setTimeout as pause } from 'node:timers/promises'
import { ApiFailure } from '../lib/api/failure'
import { deliveredRecords } from '../lib/cdr/post-body'
import type { AgentEvent, MessageAudio } from '../lib/switch/agent/agent-event'
import { ENTRIES_A_DELIVERY } from '../lib/switch/agent/limits'
import { withoutSignatures } from '../lib/switch/sound-url'
import { type App, AppFailure } from './app-client'
import type { Outbox } from './outbox'
import type { Entry } from './outbox-files'

/** Kinds of entries: call records, as mod_json_cdr posts them, and AgentEvents as JSON. */
export const CALL_RECORD = 'call record'
export const AGENT_EVENT = 'event'

const MOST_BYTES = 4 * 1024 * 1024
const LONGEST_WAIT_MS = 15_000
const DELIVER_MS = 60_000

/**
 * Delivers an outbox, oldest entries first, until it is stopped. While the app is unreachable it retries at least every 15 seconds.
 * Entries that the app rejects for good are logged to standard error and skipped.
 */
export async function deliverAll(outbox: Outbox, app: App, stopped: AbortSignal): Promise<void> {
  let wake = () => undefined as void
  outbox.onAppended(() => wake())
  stopped.addEventListener('abort', () => wake())
  for (let failures = 0; !stopped.aborted;) {
    const woken = new Promise<void>((done) => {
      wake = done
    })
    try {
      const entries = await outbox.oldest(ENTRIES_A_DELIVERY, MOST_BYTES)
      if (entries.length === 0) await woken
      else await deliver(outbox, entries, app)
      failures = 0
    } catch (error) {
      if (failures === 0) console.error('Nothing can be delivered right now:', error)
      failures += 1
      const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures)
      await pause(wait, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
}

async function deliver(outbox: Outbox, entries: Entry[], app: App): Promise<void> {
  try {
    await send(outbox.id, entries, app)
  } catch (error) {
    // ApiFailure: what the app would refuse to read is not read here either.
    const isFinal = error instanceof ApiFailure || (error instanceof AppFailure && error.isFinal)
    // A proxy may take less at a time than the app.
    const isTooMuch = error instanceof AppFailure && error.status === 413
    if (entries.length > 1 && (isFinal || isTooMuch)) {
      for (const entry of entries) await deliver(outbox, [entry], app)
      return
    }
    if (!isFinal) throw error
    const body = withoutSignatures(entries[0]?.body ?? '').slice(0, 2000)
    console.error('Skipped, because the app rejected it:', error.message, body)
  }
  await outbox.delivered(entries.at(-1)?.sequence ?? 0)
}

async function send(outbox: string, entries: Entry[], app: App): Promise<void> {
  if (entries[0]?.kind === CALL_RECORD) {
    const records = entries.flatMap(({ body }) => deliveredRecords(body))
    const readable = records.filter(({ json }) => json !== undefined).map(({ text }) => text)
    if (readable.length > 0)
      await app.post('/api/cdr', `[${readable.join(',')}]`, 'application/json', DELIVER_MS)
    for (const { text } of records.filter(({ json }) => json === undefined))
      await app.post('/api/cdr', text, 'text/plain', DELIVER_MS)
    return
  }
  const delivery = entries.map(({ sequence, body }) => ({
    sequence,
    agentEvent: JSON.parse(body) as AgentEvent,
  }))
  await app.ask('/api/switch/agent/deliver', { outbox, entries: delivery }, DELIVER_MS)
}

/** How long sending a large file may take, in milliseconds. */
export const SOUND_MS = 5 * 60_000

/** Sends a message's sound. One that the app rejects for good is reported as missing, so that the app does not ask again. */
export async function sendSound(app: App, sound: MessageAudio, cut: AbortSignal): Promise<void> {
  try {
    await app.ask('/api/switch/agent/voicemail', sound, SOUND_MS, cut)
  } catch (error) {
    if (!(error instanceof AppFailure && error.isFinal) || sound.sound === null) throw error
    const missing = { message: sound.message, sound: null, problem: 'The app could not store its audio.' }
    await sendSound(app, missing, cut)
  }
}
