import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { jsonOf } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { type CallRecord, MalformedRecord } from './call-record'
import type { Outcome } from './ingest-queue'
import { parseRecord } from './parse-record'
import type { DeliveredRecord } from './post-body'
import { objectOf, textOf } from './variables'

/** A record as it was delivered, and as it was read or why it could not be. */
export interface IngestEntry {
  body: string
  /** Tells repeated deliveries of the same body. */
  hash: string
  record?: CallRecord
  reason?: string
  /** What a malformed record still says of itself. */
  domain?: string
  callUuid?: string
}

interface DatabaseError {
  code?: string
  message: string
}

const DEADLOCK = /^(40001|40P01)$/
const REFUSED_VALUE = /^(22|23)/
const ATTEMPTS = 4

/** Reads a delivered record. What cannot be read is kept for what it is. */
export function ingestEntry({ text, json }: DeliveredRecord, hash = sha256(text)): IngestEntry {
  const body = text.toWellFormed()
  try {
    return { body, hash, record: parseRecord(json) }
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error
    const variables = objectOf(objectOf(json).variables)
    return {
      body,
      hash,
      reason: error.message,
      domain: textOf(variables, 'domain_name') || undefined,
      callUuid: textOf(variables, 'uuid') || undefined,
    }
  }
}

/**
 * Stores a batch in one transaction with the service key. A record that the database refuses is kept aside with its
 * reason and the others are stored. Throws when the database cannot be reached or fails.
 */
export async function storeEntries(
  supabase: SupabaseClient<Database>,
  entries: IngestEntry[],
): Promise<Outcome[]> {
  const failure = await attempt(supabase, entries)
  if (Array.isArray(failure)) return failure
  if (!REFUSED_VALUE.test(failure.code ?? '')) throw new Error(failure.message, { cause: failure })
  const [only] = entries
  if (entries.length === 1 && only) {
    // Even the refusal was refused: nothing is left to try.
    if (only.reason) throw new Error(failure.message, { cause: failure })
    const { record: _unstorable, ...kept } = only
    return storeEntries(supabase, [{ ...kept, reason: `The database refused it: ${failure.message}` }])
  }
  const half = Math.ceil(entries.length / 2)
  return [
    ...(await storeEntries(supabase, entries.slice(0, half))),
    ...(await storeEntries(supabase, entries.slice(half))),
  ]
}

async function attempt(
  supabase: SupabaseClient<Database>,
  entries: IngestEntry[],
): Promise<Outcome[] | DatabaseError> {
  const batch = {
    records: entries.flatMap(({ record, hash }, pos) => (record ? [{ ...record, hash, pos }] : [])),
    rejects: entries.flatMap(({ record, body, hash, reason, domain, callUuid }) =>
      record ? [] : [{ body, hash, reason, domain, call_uuid: callUuid }],
    ),
  }
  for (let left = ATTEMPTS; ; left--) {
    const { data, error } = await supabase.rpc('ingest_cdr', { batch: jsonOf(batch) })
    if (!error) return outcomesOf(entries, data as unknown as ({ pos: number } & Outcome)[])
    if (!DEADLOCK.test(error.code) || left === 1) return error
  }
}

function outcomesOf(entries: IngestEntry[], answers: ({ pos: number } & Outcome)[]): Outcome[] {
  const outcomes: Outcome[] = entries.map(() => ({ outcome: 'rejected' }))
  for (const { pos, outcome } of answers) outcomes[pos] = { outcome }
  return outcomes
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
