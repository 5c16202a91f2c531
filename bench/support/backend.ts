import { resolve } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import type { Database } from '../../lib/supabase/database.types.ts'
import { runningBackend } from '../../local/data-dir.ts'
import { DEMO_PASSWORD, EMBEDDED_ANON_KEY } from '../../local/keys.ts'

/** URLs of the backend running on LOCAL_DATA_DIR. Throws if none is running. */
function running() {
  const { url, databaseUrl } = runningBackend(resolve(process.env.LOCAL_DATA_DIR || '.local')) ?? {}
  if (!url || !databaseUrl)
    throw new Error('No backend runs on LOCAL_DATA_DIR. Start one with npm run backend.')
  return { url, databaseUrl }
}

/** Its API, as the app uses it with this account of the demo data, with the account's id and with the bare POST to a path of REST. */
export async function signedIn(account: string) {
  const { url } = running()
  const client = createClient<Database>(url, EMBEDDED_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({
    email: `${account}@demo.test`,
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  const headers = {
    apikey: EMBEDDED_ANON_KEY,
    authorization: `Bearer ${data.session.access_token}`,
    'content-type': 'application/json',
  }
  const rest = async (path: string, body: object): Promise<ArrayBuffer> => {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.arrayBuffer()
  }
  return { client, userId: data.user.id, rest }
}

/** A connection to its database, as the owner of the schema; the caller ends it. */
export async function connected(): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: running().databaseUrl })
  await database.connect()
  return database
}
