import { publicEnv } from '../env'
import { NETWORK_FAILURE, RequestFailure } from '../errors'
import { postJson } from '../fetcher'
import { saveRecord } from '../records/record-client'
import { recording } from '../resources/recording'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { MAX_FILE_BYTES } from './audio'
import { freeName, mediaType, nameOfFile, newObjectPath, pbxFileName, RECORDINGS_BUCKET } from './object-path'

export interface CheckedFile {
  fileId: string
  format: 'wav' | 'mp3'
  durationMs: number
}

/** Upload progress: `share` is the part sent, 0 to 1; 1 while the server inspects the file. */
export type OnProgress = (share: number) => void

/** Uploads a file and creates a recording named after it; returns its id. RequestFailure messages are for the user. */
export async function addRecording(
  supabase: Supabase,
  tenantId: string,
  file: File,
  onProgress: OnProgress,
): Promise<string> {
  return makeRecording(supabase, tenantId, file.name, await storeFile(supabase, tenantId, file, onProgress))
}

/** Synthesizes speech on the server and creates a recording of it; returns its id. RequestFailure messages are for the user. */
export async function addSpoken(
  supabase: Supabase,
  tenantId: string,
  name: string,
  text: string,
): Promise<string> {
  return makeRecording(supabase, tenantId, name, await speak(tenantId, text), text)
}

/** Synthesizes speech on the server; a recording uses it once it is saved with the returned `fileId`. */
export const speak = (tenantId: string, text: string) =>
  postJson<CheckedFile>(`/api/tenants/${tenantId}/spoken-files`, { text })

async function makeRecording(
  supabase: Supabase,
  tenantId: string,
  named: string,
  checked: CheckedFile,
  spokenText = '',
): Promise<string> {
  const taken = dataOf(await supabase.from('recordings').select('name, file').eq('tenant_id', tenantId))
  const values = {
    name: freeName(nameOfFile(named), new Set(taken.map(({ name }) => name))),
    file: freeName(pbxFileName(named, checked.format), new Set(taken.map((row) => row.file))),
    file_id: checked.fileId,
    description: '',
    spoken_text: spokenText,
  }
  const save = { id: crypto.randomUUID(), tenantId, expectedVersion: null, values }
  const made = await saveRecord(supabase, recording, save)
  return made.id
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
  const type = mediaType(file.name)
  if (!type) throw new RequestFailure('Choose a WAV or MP3 file.', 415)
  if (file.size > MAX_FILE_BYTES) throw new RequestFailure('The file is larger than 10 MB.', 413)
  const path = newObjectPath(tenantId, type)
  await send(supabase, path, new Blob([file], { type }), onProgress)
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
      else reject(new RequestFailure(messageOf(request.responseText), request.status))
    }
    request.onerror = () => reject(new RequestFailure(NETWORK_FAILURE, 0))
    request.send(body)
  })
}

function messageOf(text: string): string {
  if (/row-level security/.test(text)) return 'You do not have permission to upload recordings.'
  if (/no room left/.test(text)) return 'The server has no room left for this file. Try again later.'
  return /exceeded the maximum/.test(text)
    ? 'The file is larger than 10 MB.'
    : 'The file could not be stored. Try again.'
}
