import { createHash } from 'node:crypto'

/**
 * What a switch may do by an address alone: hear a recording's file, or deliver what an extension records. It is signed with the
 * SHA-256 (hex) of the switch's secret, which the database has (switch_may), so the secret stands in no address.
 */
export type Sound =
  | { does: 'hear'; fileId: string; format: string }
  /** With a place, from 1 to 9, it becomes the greeting of the extension's mailbox. */
  | { does: 'record'; tenantId: string; extensionId: string; greeting?: number }

/** Where sounds are, below the address of the app. */
const FOLDER = '/api/switch/sounds'

/** What is signed. */
export function saidOf(sound: Sound): string {
  return sound.does === 'hear' ? `hear ${sound.fileId}.${sound.format}` : `record ${recordedFile(sound)}`
}

const recordedFile = ({ tenantId, extensionId, greeting }: Extract<Sound, { does: 'record' }>) =>
  `${[tenantId, extensionId, ...(greeting ? [greeting] : [])].join('_')}.wav`

/** The address of a sound, for the switch of that name; `digest` is its secret's. mod_httapi goes by the ending. */
export const soundAddress = (site: string, key: { name: string; digest: string }, sound: Sound) =>
  site + soundPlace(key, sound)

/** The same below the address of the app. */
export function soundPlace({ name, digest }: { name: string; digest: string }, sound: Sound): string {
  const signature = createHash('sha256')
    .update(`${digest} ${saidOf(sound)}`)
    .digest('hex')
  const file = sound.does === 'hear' ? `${sound.fileId}.${sound.format}` : recordedFile(sound)
  return `${FOLDER}/${name}/${signature}/${file}`
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const HEARD = new RegExp(`^(${ID})\\.(wav|mp3)$`)
const RECORDED = new RegExp(`^(${ID})_(${ID})(?:_([1-9]))?\\.wav$`)

/** The sound of an address by its last part; undefined for none. */
export function soundOfFile(file: string): Sound | undefined {
  const [, fileId, format] = HEARD.exec(file) ?? []
  if (fileId && format) return { does: 'hear', fileId, format }
  const [, tenantId, extensionId, greeting] = RECORDED.exec(file) ?? []
  return tenantId && extensionId
    ? { does: 'record', tenantId, extensionId, ...(greeting ? { greeting: Number(greeting) } : {}) }
    : undefined
}
