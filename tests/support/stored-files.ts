import { query } from './database'
import { newCallRecording } from './factories/cdr'
import { newTenant } from './factories/companies'
import { newFax } from './factories/faxes'
import { newPortOrder } from './factories/numbers'
import { insertRow, newId, type TableName, type Tables } from './factories/row'
import { newVoicemailMessage } from './factories/voicemail'

/** A kind of file in Storage, as rows of storage.objects. */
export interface StoredFiles {
  rows: string
  /** A row that is not stored yet. */
  row(): Promise<Record<string, unknown>>
  /** Stores one; its id. */
  make(): Promise<string>
}

/** Files readable only by users who, by the audit trail, have just opened the record. */
export interface OpenedFiles {
  rows: string
  table: TableName
  action: string
  /** Stores a record with its file; returns both ids. */
  make(): Promise<{ record: string; file: string }>
}

async function objectIn(bucket: string): Promise<{ id: string; bucket_id: string; name: string }> {
  const { id } = await insertRow('tenants', await newTenant())
  return { id: newId(), bucket_id: bucket, name: `${id}/${newId()}.wav` }
}

async function store(bucket: string, object = objectIn(bucket)): Promise<string> {
  await query(
    `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
     values ($1, $1, false, 1000, '{audio/wav}') on conflict do nothing`,
    [bucket],
  )
  const { id, bucket_id, name } = await object
  await query('insert into storage.objects (id, bucket_id, name) values ($1, $2, $3)', [id, bucket_id, name])
  return id
}

async function letter(state = 'draft') {
  const order = await insertRow('port_orders', await newPortOrder())
  if (state !== 'draft')
    await query('update public.port_orders set state = $2 where id = $1', [order.id, state])
  return { id: newId(), bucket_id: LETTERS, name: `${order.id}/${newId()}.pdf` }
}

const OTHER = 'of-nobody'
const LETTERS = 'port-letters'

/** The kinds of files that Storage policies distinguish. */
export const STORED_FILES: readonly StoredFiles[] = [
  { rows: 'of recordings', row: () => objectIn('recordings'), make: () => store('recordings') },
  {
    rows: 'of recordings, under a name of choice',
    row: async () => ({ ...(await objectIn('recordings')), name: 'welcome.wav' }),
    make: () => store('recordings'),
  },
  { rows: 'of drafted ports', row: () => letter(), make: () => store(LETTERS, letter()) },
  {
    rows: 'of cancelled ports',
    row: () => letter('cancelled'),
    make: () => store(LETTERS, letter('cancelled')),
  },
  { rows: 'of another bucket', row: () => objectIn(OTHER), make: () => store(OTHER) },
  {
    rows: 'of call recordings',
    row: () => objectIn('call-recordings'),
    make: () => store('call-recordings'),
  },
  { rows: 'of voicemail', row: () => objectIn('voicemail'), make: () => store('voicemail') },
  { rows: 'of faxes', row: () => objectIn('faxes'), make: () => store('faxes') },
]

const opened = (
  bucket: string,
  table: 'call_recordings' | 'voicemail_messages' | 'faxes',
  action: string,
  row: () => Promise<Tables[typeof table]['Insert']>,
): OpenedFiles => ({
  rows: `of ${bucket.replace('-', ' ')}, just opened`,
  table,
  action,
  make: async () => {
    const { id, path } = await insertRow(table, await row())
    const file = await store(bucket, Promise.resolve({ id: newId(), bucket_id: bucket, name: String(path) }))
    return { record: id, file }
  },
})

export const OPENED_FILES: readonly OpenedFiles[] = [
  opened('call-recordings', 'call_recordings', 'hear', newCallRecording),
  opened('voicemail', 'voicemail_messages', 'hear', newVoicemailMessage),
  opened('faxes', 'faxes', 'open', newFax),
]
