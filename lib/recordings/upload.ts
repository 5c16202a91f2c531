import { publicEnv } from '../env'
import { isUnanswered, NETWORK_FAILURE, RequestFailure } from '../errors'
import { postJson } from '../fetcher'
import { loadRecord, saveRecord } from '../records/record-client'
import { recording } from '../resources/recording'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { storeFailure } from '../supabase/storage-failure'
import { MAX_FILE_BYTES } from './audio'
import { tooLargeText } from './format'
import {
  formatOf,
  freeName,
  MEDIA_TYPES,
  nameOfFile,
  newObjectPath,
  pbxFileName,
  RECORDINGS_BUCKET,
} from './object-path'

export interface CheckedFile {
  fileId: string
  format: 'wav' | 'mp3'
  durationMs: number
}

/** Upload progress: `share` is the part sent, 0 to 1; 1 while the server inspects the file. */
export type OnProgress = (share: number) => void

/** The recording of all attempts to create one: a repeated attempt creates no second one, and sends no file that is stored already. */
export interface RecordingAttempt {
  readonly id: string
  stored?: { file: File; checked: CheckedFile }
}

/** A recording as it is stored; its name differs from the wanted one if another recording has that. */
export type MadeRecording = { id: string; name: string }

/** Uploads a file and creates a recording named after it. RequestFailure messages are for the user. */
export async function addRecording(
  supabase: Supabase,
  tenantId: string,
  attempt: RecordingAttempt,
  file: File,
  onProgress: OnProgress,
): Promise<MadeRecording> {
  if (attempt.stored?.file !== file)
    attempt.stored = { file, checked: await storeFile(supabase, tenantId, file, onProgress) }
  try {
    return await makeRecording(supabase, tenantId, attempt.id, file.name, attempt.stored.checked)
  } catch (error) {
    // What was refused may be the file, which is deleted if it is not used within an hour.
    if (!isUnanswered(error)) attempt.stored = undefined
    throw error
  }
}

/** Synthesizes speech on the server and creates a recording of it. RequestFailure messages are for the user. */
export async function addSpoken(
  supabase: Supabase,
  tenantId: string,
  { id }: RecordingAttempt,
  name: string,
  text: string,
): Promise<MadeRecording> {
  return makeRecording(supabase, tenantId, id, name, await speak(tenantId, text), text)
}

/** Synthesizes speech on the server; a recording uses it once it is saved with the returned `fileId`. */
export const speak = (tenantId: string, text: string) =>
  postJson<CheckedFile>(`/api/tenants/${tenantId}/spoken-files`, { text })

/** Creates the recording, or stores the latest values in it if an earlier attempt has created it and only its answer was lost. */
async function makeRecording(
  supabase: Supabase,
  tenantId: string,
  id: string,
  named: string,
  checked: CheckedFile,
  spokenText = '',
): Promise<MadeRecording> {
  const made = await loadRecord(supabase, recording, tenantId, id)
  if (made?.file_id === checked.fileId) return { id, name: String(made.name) }
  const others = supabase.from('recordings').select('name, file').eq('tenant_id', tenantId).neq('id', id)
  const taken = dataOf(await others)
  const values = {
    name: freeName(nameOfFile(named), new Set(taken.map(({ name }) => name))),
    file: freeName(pbxFileName(named, checked.format), new Set(taken.map((row) => row.file))),
    file_id: checked.fileId,
    description: '',
    spoken_text: spokenText,
  }
  await saveRecord(supabase, recording, { id, tenantId, expectedVersion: made?.version ?? null, values })
  return { id, name: values.name }
}

/**
 * Uploads a file and has the server inspect it; a recording uses it once it is saved with the returned `fileId`. RequestFailure
 * messages are for the user.
 */
export async function storeFile(
  supabase: Supabase,
  tenantId: string,
  file: File,
  onProgress: OnProgress,
): Promise<CheckedFile> {
  const format = formatOf(file.name)
  if (!format) throw new RequestFailure('Choose a WAV or MP3 file.', 415)
  if (file.size > MAX_FILE_BYTES) throw new RequestFailure(tooLargeText(MAX_FILE_BYTES), 413)
  const path = newObjectPath(tenantId, format)
  await send(supabase, path, new Blob([file], { type: MEDIA_TYPES[format] }), onProgress)
  return postJson<CheckedFile>(`/api/tenants/${tenantId}/recording-files`, { path })
}

/** Sends bytes to Storage with the caller's rights. XMLHttpRequest, because fetch does not report upload progress. */
async function send(supabase: Supabase, path: string, body: Blob, onProgress: OnProgress): Promise<void> {
  const { supabaseUrl, supabaseAnonKey } = publicEnv()
  const { data } = await supabase.auth.getSession()
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${supabaseUrl}/storage/v1/object/${RECORDINGS_BUCKET}/${path}`)
    request.setRequestHeader('apikey', supabaseAnonKey)
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? supabaseAnonKey}`)
    request.setRequestHeader('content-type', body.type)
    request.setRequestHeader('x-upsert', 'false')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) resolve()
      else reject(storeFailure({ message: request.responseText, status: request.status }, MAX_FILE_BYTES))
    }
    request.onerror = () => reject(new RequestFailure(NETWORK_FAILURE, 0))
    request.send(body)
  })
}
