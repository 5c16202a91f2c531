import { StorageRefusal } from './answers.ts'

/** Limit of buckets that state none: 50 MB, as in hosted Supabase's free plan. */
const defaultLimit = 50 * 1024 * 1024
/** Room for the boundaries and small fields of a form. */
const formOverhead = 64 * 1024
/** How much of a rejected body is read before the connection is dropped. */
const mostUnwanted = 64 * 1024 * 1024

export interface Upload {
  bytes: Uint8Array
  mimetype: string
  cacheControl: string
}

/**
 * Reads an upload, sent as the body itself or as the file of a form, as storage-js does with a Blob. Throws StorageRefusal when
 * it is larger than `limit` bytes (50 MB when null), or is not an upload.
 */
export async function readUpload(request: Request, limit: number | null): Promise<Upload> {
  const most = limit ?? defaultLimit
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  if (!/^multipart\/form-data/i.test(type)) {
    const cacheControl = request.headers.get('cache-control') ?? 'no-cache'
    return { bytes: await readBytes(request, most), mimetype: essence(type), cacheControl }
  }
  const body = await readBytes(request, most + formOverhead)
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
  if (!file) throw new StorageRefusal('invalid', 'The form has no file')
  const bytes = await file.bytes()
  if (bytes.length > most) throw new StorageRefusal('tooLarge')
  const seconds = Number(form?.get('cacheControl'))
  return {
    bytes,
    mimetype: essence(file.type || 'application/octet-stream'),
    cacheControl: Number.isInteger(seconds) && seconds > 0 ? `max-age=${seconds}` : 'no-cache',
  }
}

/** Reads a JSON object of at most 1 MB. Throws StorageRefusal when it is not one. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBytes(request, 1_000_000))
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    throw new StorageRefusal('invalid', 'The body is not valid JSON')
  }
  throw new StorageRefusal('invalid', 'The body must be an object')
}

/** Reads a rejected body to its end, so that the client gets the answer. */
export async function drain(request: Request): Promise<void> {
  let size = 0
  for await (const chunk of request.bodyUsed ? [] : (request.body ?? [])) {
    size += chunk.byteLength
    if (size > mostUnwanted) return
  }
}

/** Reads on beyond the limit, as `drain` does, so that the client gets the answer. */
async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size <= most) chunks.push(chunk)
    else chunks.length = 0
    if (size > most + mostUnwanted) break
  }
  if (size > most) throw new StorageRefusal('tooLarge')
  return Buffer.concat(chunks)
}

function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** Whether a bucket accepts the media type; `audio/*` stands for all audio. */
export function takes(allowed: string[] | null, mimetype: string): boolean {
  if (!allowed?.length) return true
  return allowed.some(
    (each) => each === mimetype || (each.endsWith('/*') && mimetype.startsWith(each.slice(0, -1))),
  )
}
