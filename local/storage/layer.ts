import { join } from 'node:path'
import { preflight } from '../auth/http.ts'
import { bearerToken } from '../auth/sessions.ts'
import { withClient } from '../database.ts'
import { createPool } from '../pool.ts'
import { identify, type Identity, type Keys } from '../realtime/subscribers.ts'
import { json, refuse, StorageRefusal } from './answers.ts'
import { drain, readJsonBody } from './body.ts'
import type { StorageCall } from './call.ts'
import { download, serveSigned } from './download.ts'
import { createFileStore, type FileStore } from './files.ts'
import { asCaller, deleteObjects, findBucket, findObject, type StoredObject } from './objects.ts'
import { createSigner } from './signature.ts'
import { upload } from './upload.ts'

export interface StorageLayer {
  handle(request: Request): Promise<Response>
  close(): Promise<void>
}

/** What the pool says to a request that has waited too long for a connection, in use or new. */
const LATE = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout']

/**
 * The part of Supabase Storage that storage-js uses for files: upload, update, download with ranges, remove and signed URLs. Rows
 * of storage.buckets and storage.objects are authoritative, and permissions are tested on them with the caller's own rights, as
 * hosted Storage does. The bytes are files in the data directory. Buckets are created by migrations. What the app does not call
 * (list, info, move, copy, images, resumable uploads) is not offered. A request that has waited for a connection for `patienceMs` is
 * answered 503 with Retry-After.
 */
export async function storageLayer(
  options: Keys & { databaseUrl: string; dataDir: string; patienceMs: number },
): Promise<StorageLayer> {
  const pool = createPool({
    connectionString: options.databaseUrl,
    max: 4,
    connectionTimeoutMillis: options.patienceMs,
    application_name: 'storage',
  })
  const files = storedFiles(options.dataDir)
  const signer = createSigner(options.jwtSecret)
  // Not a request, so that it waits for its connection as the start does.
  const { rows } = await withClient(options.databaseUrl, (client) =>
    client.query<{ version: string }>('select version from storage.objects where version is not null'),
  )
  await files.keepOnly(new Set(rows.map(({ version }) => version)))

  async function caller(request: Request): Promise<Identity> {
    const token = bearerToken(request) ?? request.headers.get('apikey') ?? ''
    try {
      return await identify(token, options, pool)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('InvalidJWTToken')) throw error
      throw new StorageRefusal('unauthorized', error.message.replace('InvalidJWTToken: ', ''))
    }
  }

  return {
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight(request)
      try {
        return await route({ request, pool, files, signer, caller: () => caller(request) })
      } catch (error) {
        const refusal =
          error instanceof Error && LATE.includes(error.message) ? new StorageRefusal('busy') : error
        await drain(request)
        if (!(refusal instanceof StorageRefusal)) throw error
        return refuse(refusal)
      }
    },
    close: () => pool.end(),
  }
}

/** The bytes that a data directory holds. */
export function storedFiles(dataDir: string): FileStore {
  return createFileStore(join(dataDir, 'storage'))
}

async function route(call: StorageCall): Promise<Response> {
  const { method, url } = call.request
  const [root, ...parts] = segments(new URL(url).pathname)
  if (root !== 'object') throw new StorageRefusal('invalid', 'This is not offered')
  const [first = '', bucket = '', ...rest] = parts
  const reads = method === 'GET' || method === 'HEAD'
  if (first === 'sign' && reads) return serveSigned(call, bucket, objectName(rest))
  if (first === 'sign' && method === 'POST') return sign(call, bucket, objectName(rest))
  if (first === 'authenticated' && reads) return download(call, bucket, objectName(rest))
  const name = parts.slice(1)
  if (reads) return download(call, first, objectName(name))
  if (method === 'POST' || method === 'PUT') return upload(call, first, objectName(name))
  if (method === 'DELETE') return remove(call, first, name.length ? [objectName(name)] : undefined)
  throw new StorageRefusal('invalid', 'This is not offered')
}

function segments(pathname: string): string[] {
  const decoded = decodedOf(pathname.slice('/storage/v1/'.length).split('/'))
  // The database stores no text with a NUL, so nothing has such a name.
  if (decoded.some((part) => part.includes('\0'))) throw new StorageRefusal('noObject')
  return decoded
}

function decodedOf(parts: string[]): string[] {
  try {
    return parts.map((part) => decodeURIComponent(part))
  } catch {
    throw new StorageRefusal('invalidKey')
  }
}

/** Throws StorageRefusal for a name that is empty, leaves its folder or contains control characters. */
function objectName(parts: string[]): string {
  const name = parts.join('/')
  const climbs = name.split('/').some((part) => part === '' || part === '.' || part === '..')
  if (climbs || name.length > 1024 || /[\u0000-\u001f\u007f\\]/.test(name))
    throw new StorageRefusal('invalidKey')
  return name
}

async function find(call: StorageCall, bucket: string, name: string): Promise<StoredObject> {
  await findBucket(call.pool, bucket)
  return asCaller(call.pool, await call.caller(), (client) => findObject(client, bucket, name))
}

async function sign(call: StorageCall, bucket: string, name: string): Promise<Response> {
  const seconds = lifetime(await readJsonBody(call.request))
  await find(call, bucket, name)
  const token = await call.signer.sign(`${bucket}/${name}`, seconds)
  return json({ signedURL: `/object/sign/${bucket}/${name}?token=${token}` })
}

function lifetime({ expiresIn }: Record<string, unknown>): number {
  if (typeof expiresIn === 'number' && expiresIn >= 1) return expiresIn
  throw new StorageRefusal('invalid', 'expiresIn must be a number of seconds')
}

function texts(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length > 1000 || value.some((each) => typeof each !== 'string'))
    throw new StorageRefusal('invalid', `${field} must be a list of at most 1000 names`)
  return value
}

async function remove(call: StorageCall, bucket: string, only?: string[]): Promise<Response> {
  const names = only ?? texts((await readJsonBody(call.request)).prefixes, 'prefixes')
  await findBucket(call.pool, bucket)
  const possible = names.filter((name) => !name.includes('\0'))
  const removed = await asCaller(call.pool, await call.caller(), (client) =>
    deleteObjects(client, bucket, possible),
  )
  if (only && !removed.length) throw new StorageRefusal('noObject')
  await call.files.remove(removed.map(({ version }) => version))
  return json(only ? { message: 'Successfully deleted' } : removed)
}
