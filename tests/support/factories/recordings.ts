import { query } from '../database'
import { newTenant } from './companies'
import { type Given, insertRow, newId, type NewRow, type Tables, unique } from './row'

type Facts = Pick<Tables['recordings']['Row'], 'path' | 'format' | 'duration_ms' | 'size_bytes' | 'peaks'>

/** Stores the detected details of an uploaded file and the object's row in Storage (without bytes). Returns its id. */
export async function insertRecordingFile(
  tenantId: string,
  found: { format?: 'wav' | 'mp3'; durationMs?: number; sizeBytes?: number } = {},
): Promise<string> {
  const { format = 'wav', durationMs = 2500, sizeBytes = 40_044 } = found
  const id = newId()
  const path = `${tenantId}/${newId()}.${format}`
  await query(
    `with object as (
       insert into storage.objects (id, bucket_id, name, version) values ($1::uuid, 'recordings', $2, 'none')
     )
     insert into private.recording_files (id, tenant_id, path, format, duration_ms, size_bytes, peaks)
     values ($1::uuid, $3, $2, $4, $5, $6, '{10,80,40}')`,
    [id, path, tenantId, format, durationMs, sizeBytes],
  )
  return id
}

/** A recording with its file, with a new tenant by default. */
export async function newRecording(given: Given<'recordings'> = {}): Promise<NewRow<'recordings'>> {
  const tenantId = given.tenant_id ?? (await insertRow('tenants', await newTenant())).id
  const fileId = given.file_id ?? (await insertRecordingFile(tenantId))
  const name = `Greeting ${unique()}`
  const [facts] = await query<Facts>(
    'select path, format, duration_ms, size_bytes, peaks from private.recording_files where id = $1',
    [fileId],
  )
  if (!facts) throw new Error(`No file ${fileId}`)
  const file = `${name.toLowerCase().replace(' ', '-')}.${facts.format}`
  return { id: newId(), name, file, ...facts, ...given, tenant_id: tenantId, file_id: fileId }
}
