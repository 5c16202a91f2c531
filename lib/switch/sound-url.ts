import { createHash } from 'node:crypto'
import { UUID } from '../validation/uuid'

/**
 * What a signed URL allows a switch to do: fetch a recording, or upload what an extension records. It is signed with the SHA-256
 * (hex) of the switch's secret, which the database has (verify_switch_signature), so the secret itself is not in the URL.
 */
export type Sound =
  | { does: 'hear'; fileId: string }
  /** Until a time in seconds since 1970. With a place from 1 to 9, it becomes the mailbox greeting. */
  | { does: 'record'; tenantId: string; extensionId: string; until: number; greeting?: number }

/**
 * How long a URL to upload to is valid, in seconds: FreeSWITCH notes it in the call's record, and it needs no session. A recording takes
 * at most five minutes; the rest is for clocks that differ.
 */
const UPLOAD_SECONDS = 3600

/** Until when a URL made at `now` (milliseconds) can be uploaded to. */
export const uploadUntil = (now: number) => Math.floor(now / 1000) + UPLOAD_SECONDS

/** Path of audio files, relative to the app's URL. */
const FOLDER = '/api/switch/sounds'

/** The signed text. */
export function signedText(sound: Sound): string {
  return sound.does === 'hear' ? `hear ${sound.fileId}` : `record ${recordedFile(sound)}`
}

const recordedFile = ({ tenantId, extensionId, until, greeting }: Extract<Sound, { does: 'record' }>) =>
  `${[tenantId, extensionId, until, ...(greeting ? [greeting] : [])].join('_')}.wav`

/** URL of an audio file for a switch; `digest` is the hash of its secret. mod_httapi selects the format by the extension. */
export const soundUrl = (site: string, key: { name: string; digest: string }, sound: Sound) =>
  site + soundUrlPath(key, sound)

/** The same, relative to the app's URL. */
export function soundUrlPath({ name, digest }: { name: string; digest: string }, sound: Sound): string {
  const signature = createHash('sha256')
    .update(`${digest} ${signedText(sound)}`)
    .digest('hex')
  const file = sound.does === 'hear' ? `${sound.fileId}.wav` : recordedFile(sound)
  return `${FOLDER}/${name}/${signature}/${file}`
}

const HEARD = new RegExp(`^(${UUID})\\.wav$`)
const RECORDED = new RegExp(`^(${UUID})_(${UUID})_([0-9]{10})(?:_([1-9]))?\\.wav$`)
/** A signature in a text, which may be JSON with escaped slashes. */
const SIGNATURE = /(\\?\/api\\?\/switch\\?\/sounds\\?\/[^\\/\s"]+\\?\/)[^\\/\s"]+/g

/** A text with the signatures of such URLs left out: whoever has one can hear or upload audio without a session. */
export const withoutSignatures = (text: string) => text.replace(SIGNATURE, '$1…')

/** Parses the last segment of such a URL; undefined if it is invalid. */
export function soundOfFile(file: string): Sound | undefined {
  const [, fileId] = HEARD.exec(file) ?? []
  if (fileId) return { does: 'hear', fileId }
  const [, tenantId, extensionId, until, greeting] = RECORDED.exec(file) ?? []
  if (!tenantId || !extensionId) return undefined
  const recorded = { does: 'record', tenantId, extensionId, until: Number(until) } as const
  return greeting ? { ...recorded, greeting: Number(greeting) } : recorded
}
