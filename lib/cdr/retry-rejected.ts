import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { byIds } from '../lists/ids'
import type { Database } from '../supabase/database.types'
import { ofTenantOrNone } from './call-list'
import { type DeliveredRecord, deliveredRecords } from './post-body'
import type { Retried } from './retry-client'
import { ingestEntry, storeEntries } from './store-records'

/**
 * Ingests the rejected records that `caller` may see again (the tenant's own and those with no known tenant) and deletes the ones
 * that could be stored. `admin` is a client with the service key. Throws the database's error.
 */
export async function retryRejected(
  caller: SupabaseClient<Database>,
  admin: SupabaseClient<Database>,
  tenant: string,
  ids: string[],
): Promise<Retried> {
  const rows = await byIds(ids, async (some) => {
    const asked = caller.from('cdr_rejected').select('id, body, body_hash, switch_id').in('id', some)
    return (await asked.or(ofTenantOrNone(tenant)).throwOnError()).data
  })
  const entries = rows.map(({ body, body_hash, switch_id }) => ({
    ...ingestEntry(recordIn(body), body_hash),
    switch: switch_id ?? undefined,
  }))
  const outcomes = await storeEntries(admin, entries)
  const stored = rows
    .filter((_row, index) => /stored|duplicate/.test(outcomes[index]?.outcome ?? ''))
    .map(({ id }) => id)
  await byIds(stored, async (some) => {
    const removal = admin.from('cdr_rejected').delete().in('id', some)
    return (await removal.select('id').throwOnError()).data
  })
  return { stored: stored.length, rejected: rows.length - stored.length }
}

/** What a record is delivered as; one that would be several deliveries is damaged. */
function recordIn(body: string): DeliveredRecord {
  const damaged = { text: body, json: undefined }
  try {
    const [only, ...others] = deliveredRecords(body)
    return only && others.length === 0 ? only : damaged
  } catch (error) {
    if (error instanceof ApiFailure) return damaged
    throw error
  }
}
