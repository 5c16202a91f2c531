import pg from 'pg'
import { isLoopback } from '../../lib/loopback.ts'
import { oneLine } from '../../local/errors.ts'
import { StartError } from './settings.ts'

/**
 * Connects to a database. One on another machine is spoken to by TLS only, and must show a certificate that can be verified, unless the
 * address itself says otherwise (sslmode): node-postgres uses no TLS by default. Throws StartError.
 */
export async function connectSafely(url: string): Promise<pg.Client> {
  try {
    const database = new pg.Client({
      connectionString: url,
      ssl: !isLoopback(URL.parse(url)?.hostname ?? ''),
    })
    await database.connect()
    return database
  } catch (error) {
    const reason = oneLine(error)
    throw new StartError(
      /certificate/i.test(reason)
        ? `The certificate of the database cannot be verified (${reason}). Download the project's certificate from its database settings, and add ?sslmode=verify-full&sslrootcert=<file> to SUPABASE_DB_URL.`
        : `The database cannot be reached: ${reason}.`,
    )
  }
}
