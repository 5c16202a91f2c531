import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { DAY_MS } from '../lib/dates/calendar'
import type { Held } from './mailbox-list'

/** The files of copies that are forwarded by phone; a long one's name is replaced by the time in microseconds. */
const FORWARDED = /_broadcast_(msg_|\d{16}\.)/
/** mod_voicemail does that to paths of this length. */
const LONG_PATH = 250
/** Older ones are from before the switch had an agent: as new messages they would be mailed (decision 191). */
const SEPARATED_MS = 14 * DAY_MS

/** The messages that share the UUID of the call in which copies were forwarded by phone, which marks and deletes them all at once. */
export function sharedIn(held: readonly Held[], now = Date.now()): Held[] {
  const copies = held.filter(
    ({ path, message }) =>
      FORWARDED.test(path) && path.length < LONG_PATH && Date.parse(message.left_at) > now - SEPARATED_MS,
  )
  const calls = new Set(copies.map(({ message }) => message.uuid))
  return held.filter(({ message, path }) => calls.has(message.uuid) && existsSync(path))
}

/** The name of the copy that replaces a message, which its file keeps. It is no longer than what it replaces. */
export function replacementId({ path }: Held): string {
  return `of-${createHash('sha256').update(basename(path)).digest('hex').slice(0, 12)}`
}

/** The copy that replaces a message, if the mailbox has it; one for a message that a call has forwarded to it twice, which share a file. */
export function replacementOf(message: Held, held: readonly Held[]): Held | undefined {
  return held.find(({ path }) => path.includes(`_broadcast_${replacementId(message)}.`))
}
