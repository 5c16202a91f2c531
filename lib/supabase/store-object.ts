import type { SupabaseClient } from '@supabase/supabase-js'
import { Unusable } from '../api/failure'
import type { Database } from './database.types'

/**
 * Stores a file in Storage. Throws Unusable if it is larger than the limit of the project's Storage, which may be below the bucket's: it
 * would never be stored.
 */
export async function storeObject(
  admin: SupabaseClient<Database>,
  bucket: string,
  path: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const { error } = await admin.storage.from(bucket).upload(path, bytes, { contentType, upsert: true })
  if (error instanceof Error && 'statusCode' in error && error.statusCode === '413') {
    throw new Unusable('The file is larger than the file size limit of Storage.')
  }
  if (error) throw error
}
