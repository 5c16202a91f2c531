import { clipped } from '../clipped'
import { RECORDINGS } from '../supabase/constraints'
import { isStoredPath } from '../supabase/stored-path'
import { unaccented } from '../unaccented'
import type { Audio } from './audio'

/** Storage bucket of the recordings that callers hear. */
export const RECORDINGS_BUCKET = 'recordings'
export const CALL_RECORDINGS_BUCKET = 'call-recordings'
export const VOICEMAIL_BUCKET = 'voicemail'
export const FAXES_BUCKET = 'faxes'

/** The media type of each format. */
export const MEDIA_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const

/** The format of a file, by its extension; undefined for others. */
export function formatOf(fileName: string): Audio['format'] | undefined {
  if (/\.wav$/i.test(fileName)) return 'wav'
  return /\.mp3$/i.test(fileName) ? 'mp3' : undefined
}

/** Name of a new object: random, so that nothing is overwritten and user-chosen names never become paths. */
export const newObjectPath = (tenantId: string, format: Audio['format']): string =>
  `${tenantId}/${crypto.randomUUID()}.${format}`

/** Whether a path is one of `newObjectPath` for this tenant. */
export const isObjectPath = (path: string, tenantId: string): boolean =>
  isStoredPath(path, tenantId, ['wav', 'mp3'])

/** The file name of a recording in the PBX: lowercase letters, digits and hyphens, with the format's extension. */
export function pbxFileName(name: string, format: Audio['format']): string {
  const plain = unaccented(name.replace(/\.(?:wav|mp3)$/i, ''))
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, 60)
    .replace(/^[-_]+|-+$/g, '')
  return `${plain || 'recording'}.${format}`
}

/** Default name of a recording: the file's name without its extension, in words. */
export function nameOfFile(fileName: string): string {
  const all = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
  const words = clipped(all.trim(), RECORDINGS.name.maxLength)
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Recording'
}

/** A name that is not in `taken`, with 2, 3 … appended if needed. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const [, stem = name, ending = ''] = /^(.*?)(\.(?:wav|mp3))?$/.exec(name) ?? []
  for (let n = 2; ; n += 1) {
    const tried = ending
      ? `${stem}-${n}${ending}`
      : `${clipped(stem, RECORDINGS.name.maxLength - ` ${n}`.length)} ${n}`
    if (!taken.has(tried)) return tried
  }
}
