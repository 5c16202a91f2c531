import type pg from 'pg'
import type { Identity } from '../realtime/subscribers.ts'
import type { FileStore } from './files.ts'
import type { Signer } from './signature.ts'

/** What a request to Storage works with. */
export interface StorageCall {
  request: Request
  pool: pg.Pool
  files: FileStore
  signer: Signer
  /** Who asks; throws StorageRefusal when the token is not valid. */
  caller(): Promise<Identity>
}
