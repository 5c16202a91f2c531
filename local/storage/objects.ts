import type pg from 'pg'
import type { Identity } from '../realtime/subscribers.ts'
import { runAs } from '../run-as.ts'
import { StorageRefusal } from './answers.ts'

/** A row of storage.buckets. Sizes in bytes. */
export interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** Properties of an object's bytes. `size` in bytes. */
export interface Metadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
}

export interface StoredObject {
  id: string
  name: string
  version: string
  metadata: Metadata
  created_at: Date
  updated_at: Date
}

export interface NewObject {
  id: string
  bucket: string
  name: string
  version: string
  metadata: Metadata
}

/** The bucket, whatever the caller may see. Throws StorageRefusal when it does not exist. */
export async function findBucket(pool: pg.Pool, id: string): Promise<Bucket> {
  const { rows } = await pool.query<Bucket>(
    `select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types
     from storage.buckets where id = $1`,
    [id],
  )
  if (!rows[0]) throw new StorageRefusal('noBucket')
  return rows[0]
}

/** As runAs, so that the policies of storage.objects decide. Database refusals are thrown as StorageRefusal. */
export async function asCaller<T>(
  pool: pg.Pool,
  identity: Identity,
  work: (client: pg.PoolClient) => Promise<T>,
  options: { tryOnly?: boolean } = {},
): Promise<T> {
  try {
    return await runAs(pool, identity, work, options)
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '42501') return new StorageRefusal('unauthorized')
  if (code === '23505') return new StorageRefusal('duplicate')
  return error
}

/** The object as the caller may see it. Throws StorageRefusal when it does not exist or is not visible. */
export async function findObject(
  client: pg.ClientBase | pg.Pool,
  bucket: string,
  name: string,
): Promise<StoredObject> {
  const { rows } = await client.query<StoredObject>(
    `select id, name, version, metadata, created_at, updated_at
     from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, name],
  )
  if (!rows[0]) throw new StorageRefusal('noObject')
  return rows[0]
}

/** Inserts an object's row; with `upsert` it replaces one with the same name. */
export async function insertObject(
  client: pg.ClientBase | pg.Pool,
  object: NewObject,
  { upsert, owner }: { upsert: boolean; owner: string | null },
): Promise<void> {
  const replace = `on conflict (bucket_id, name) do update
    set version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id, updated_at = now()`
  await client.query(
    `insert into storage.objects (id, bucket_id, name, version, metadata, owner, owner_id)
     values ($1, $2, $3, $4, $5, $6::uuid, $6::text) ${upsert ? replace : ''}`,
    [object.id, object.bucket, object.name, object.version, JSON.stringify(object.metadata), owner],
  )
}

/** Replaces an object's bytes. Throws StorageRefusal when it does not exist or the caller may not change it. */
export async function updateObject(client: pg.ClientBase | pg.Pool, object: NewObject): Promise<void> {
  const { rowCount } = await client.query(
    `update storage.objects set version = $3, metadata = $4, updated_at = now()
     where bucket_id = $1 and name = $2`,
    [object.bucket, object.name, object.version, JSON.stringify(object.metadata)],
  )
  if (!rowCount) throw new StorageRefusal('noObject')
}

/** Deletes those of the objects that the caller may delete, and returns them. */
export async function deleteObjects(
  client: pg.ClientBase | pg.Pool,
  bucket: string,
  names: string[],
): Promise<StoredObject[]> {
  const { rows } = await client.query<StoredObject>(
    'delete from storage.objects where bucket_id = $1 and name = any ($2) returning *',
    [bucket, names],
  )
  return rows
}
