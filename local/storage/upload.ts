import { createHash, randomUUID } from 'node:crypto'
import { json, StorageRefusal } from './answers.ts'
import { readUpload, takes } from './body.ts'
import type { StorageCall } from './call.ts'
import { asCaller, findBucket, insertObject, type NewObject, updateObject } from './objects.ts'

/**
 * POST stores a new object (or, with x-upsert, replaces one), PUT replaces one's bytes. Permission is tested before the body is
 * read, and decided again when the row is written.
 */
export async function upload(call: StorageCall, bucketId: string, name: string): Promise<Response> {
  const { request, pool, files } = call
  const bucket = await findBucket(pool, bucketId)
  const identity = await call.caller()
  const upsert = request.headers.get('x-upsert') === 'true'
  const owner = typeof identity.claims.sub === 'string' ? identity.claims.sub : null
  const store = (object: NewObject, tryOnly: boolean) =>
    asCaller(
      pool,
      identity,
      (client) =>
        request.method === 'PUT'
          ? updateObject(client, object)
          : insertObject(client, object, { upsert, owner }),
      { tryOnly },
    )

  const empty = { eTag: '', size: 0, mimetype: '', cacheControl: '', lastModified: '' }
  const object: NewObject = { id: randomUUID(), bucket: bucket.id, name, version: '', metadata: empty }
  await store(object, true)

  const { bytes, mimetype, cacheControl } = await readUpload(request, bucket.file_size_limit)
  if (!takes(bucket.allowed_mime_types, mimetype)) {
    throw new StorageRefusal('mimeType', `mime type ${mimetype} is not supported`)
  }
  const before = await versionOf(call, bucket.id, name)
  const version = await files.write(bytes)
  const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`
  const metadata = {
    eTag,
    size: bytes.length,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
  }
  try {
    await store({ ...object, version, metadata }, false)
  } catch (error) {
    await files.remove([version])
    throw error
  }
  if (before) await files.remove([before.version])
  return json({ Id: before?.id ?? object.id, Key: `${bucket.id}/${name}` })
}

async function versionOf(
  { pool }: StorageCall,
  bucket: string,
  name: string,
): Promise<{ id: string; version: string } | undefined> {
  const { rows } = await pool.query<{ id: string; version: string }>(
    'select id, version from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  )
  return rows[0]
}
