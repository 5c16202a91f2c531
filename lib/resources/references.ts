import type { ReferenceTarget } from '../records/field'

/** What fields of several kinds of record refer to, each with the columns that make up its label. */
export const EXTENSION: ReferenceTarget = {
  table: 'extensions',
  columns: ['extension', 'effective_caller_id_name'],
  noun: 'extension',
}
export const DID: ReferenceTarget = { table: 'dids', columns: ['number', 'description'], noun: 'number' }
export const RECORDING: ReferenceTarget = { table: 'recordings', columns: ['name'], noun: 'recording' }
export const COMPANY: ReferenceTarget = { table: 'companies', columns: ['name'], noun: 'company' }
