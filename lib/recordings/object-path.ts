import type { Audio } from './audio'

/** The bucket of all recordings. */
export const RECORDINGS_BUCKET = 'recordings'
/** The bucket of what the switch has recorded of calls. */
export const CALL_RECORDINGS_BUCKET = 'call-recordings'

/** The media type that a chosen file is uploaded as, by its name; undefined when that ends otherwise. */
export function mediaType(fileName: string): 'audio/wav' | 'audio/mpeg' | undefined {
  if (/\.wav$/i.test(fileName)) return 'audio/wav'
  return /\.mp3$/i.test(fileName) ? 'audio/mpeg' : undefined
}

/** The name of a new object: random, so that nothing is overwritten and no chosen name becomes a path. */
export function newObjectPath(tenantId: string, type: 'audio/wav' | 'audio/mpeg'): string {
  return `${tenantId}/${crypto.randomUUID()}.${type === 'audio/wav' ? 'wav' : 'mp3'}`
}

/** Whether a path is an object of the tenant. */
export function isObjectPath(path: string, tenantId: string): boolean {
  return path.startsWith(`${tenantId}/`) && /^[0-9a-f-]{36}\/[0-9a-f-]{36}\.(?:wav|mp3)$/.test(path)
}

/** The file name that the PBX knows a recording by: small letters, digits and dashes, with the format's ending. */
export function pbxFileName(name: string, format: Audio['format']): string {
  const plain = name
    .replace(/\.(?:wav|mp3)$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, 60)
    .replace(/^[-_]+|-+$/g, '')
  return `${plain || 'recording'}.${format}`
}

/** What a recording is called when nobody has named it: the file's name without its ending, in words. */
export function nameOfFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 75)
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Recording'
}

/** A name that is not among `taken`: with 2, 3 … behind it if need be. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const [, stem = name, ending = ''] = /^(.*?)(\.(?:wav|mp3))?$/.exec(name) ?? []
  for (let n = 2; ; n += 1) {
    const tried = ending ? `${stem}-${n}${ending}` : `${stem.slice(0, 70)} ${n}`
    if (!taken.has(tried)) return tried
  }
}
