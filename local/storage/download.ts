import { answer, StorageRefusal } from './answers.ts'
import type { StorageCall } from './call.ts'
import { asCaller, findBucket, findObject, type StoredObject } from './objects.ts'

/** Sends an object's bytes, or the part that a Range header asks for, to a caller who may see its row. */
export async function download(call: StorageCall, bucketId: string, name: string): Promise<Response> {
  await findBucket(call.pool, bucketId)
  const object = await asCaller(call.pool, await call.caller(), (client) =>
    findObject(client, bucketId, name),
  )
  return send(call, object)
}

/** Sends an object's bytes to anyone with a signed URL that has not expired. */
export async function serveSigned(call: StorageCall, bucketId: string, name: string): Promise<Response> {
  const token = new URL(call.request.url).searchParams.get('token') ?? ''
  if (!(await call.signer.allows(token, `${bucketId}/${name}`))) throw new StorageRefusal('invalidToken')
  return send(call, await findObject(call.pool, bucketId, name))
}

async function send({ request, files }: StorageCall, object: StoredObject): Promise<Response> {
  const size = await files.size(object.version)
  if (size === undefined) throw new StorageRefusal('noObject')
  const { eTag, mimetype, cacheControl } = object.metadata
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'cache-control': cacheControl.startsWith('max-age') ? `private, ${cacheControl}` : cacheControl,
    'content-type': mimetype,
    'last-modified': object.updated_at.toUTCString(),
    // An upload is never served as a page or script of this origin, whatever it claims to be.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(eTag && { etag: eTag }),
    ...disposition(request.url, object.name),
  }
  if (eTag && request.headers.get('if-none-match') === eTag) return answer(null, 304, headers)
  const unchanged = [null, eTag].includes(request.headers.get('if-range'))
  const part = readRange(unchanged ? request.headers.get('range') : null, size)
  if (!part) return answer(null, 416, { ...headers, 'content-range': `bytes */${size}` })
  const length = part.end - part.start + 1
  const body =
    request.method === 'HEAD' || length === 0 ? null : await files.read(object.version, part.start, part.end)
  return answer(body, part.whole ? 200 : 206, {
    ...headers,
    'content-length': String(length),
    ...(!part.whole && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
  })
}

/** `download` in the address asks for a file to keep; its value, if any, is the file's name. */
function disposition(url: string, name: string): Record<string, string> {
  const fileName = new URL(url).searchParams.get('download')
  if (fileName === null) return {}
  const file = (fileName || name.split('/').pop()) ?? name
  return { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file)}` }
}

/** Which bytes to send: `start` to `end`, both included. `whole` when no part was asked for. */
type Part = { whole: boolean; start: number; end: number }

/**
 * What a Range header (RFC 9110, section 14) asks of a file of `size` bytes. Several ranges, other units and malformed
 * ones are ignored, as the RFC allows; undefined when the range lies beyond the end (416).
 */
function readRange(header: string | null, size: number): Part | undefined {
  const whole = { whole: true, start: 0, end: size - 1 }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, '') ?? '') ?? []
  if (first === '' && last === '') return whole
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return undefined
    return { whole: false, start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return whole
  return start >= size ? undefined : { whole: false, start, end }
}
