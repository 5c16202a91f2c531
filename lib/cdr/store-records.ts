import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { jsonOf, typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { type CallRecord, MalformedRecord } from './call-record'
import type { Outcome } from './ingest-queue'
import { maskedText, parseRecord } from './parse-record'
import type { DeliveredRecord } from './post-body'
import { objectOf, textOf } from './variables'

/** A delivered record: the parsed call, or what is kept of a malformed one and why. */
export interface IngestEntry {
  /** Identifies repeated deliveries of the same body. */
  hash: string
  record?: CallRecord
  reason?: string
  /** A malformed record's text, without secrets. */
  body?: string
  /** What can be read from a malformed record. */
  domain?: string
  callUuid?: string
  /** The id of the switch whose own secret it came with: only calls of tenants that it serves are stored. */
  switch?: string
}

interface DatabaseError {
  code?: string
  message: string
}

const DEADLOCK = /^(40001|40P01)$/
const REFUSED_VALUE = /^(22|23)/
const ATTEMPTS = 4

/** Parses a delivered record; a malformed one is kept with its reason. */
export function ingestEntry({ text, json }: DeliveredRecord, hash = sha256(text)): IngestEntry {
  try {
    return { hash, record: parseRecord(json) }
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error
    const variables = objectOf(objectOf(json).variables)
    return {
      hash,
      body: maskedText(text, json),
      reason: error.message,
      domain: textOf(variables, 'domain_name') || undefined,
      callUuid: textOf(variables, 'uuid') || undefined,
    }
  }
}

/**
 * Stores a batch in one transaction with the service key. A record the database refuses is set aside with its reason; the others
 * are stored. Throws when the database fails or cannot be reached.
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
    // The database refused to store even the rejection: nothing is left to try.
    if (only.reason) throw new Error(failure.message, { cause: failure })
    const { record, ...kept } = only
    const body = JSON.stringify(record?.raw)
    return storeEntries(supabase, [{ ...kept, body, reason: `The database refused it: ${failure.message}` }])
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
    records: entries.flatMap(({ record, hash, switch: from }, pos) =>
      record ? [{ ...record, hash, pos, switch: from }] : [],
    ),
    rejects: entries.flatMap(({ record, body, hash, reason, domain, callUuid, switch: from }) =>
      record ? [] : [{ body, hash, reason, domain, call_uuid: callUuid, switch: from }],
    ),
  }
  for (let left = ATTEMPTS; ; left--) {
    const { data, error } = await supabase.rpc('ingest_cdr', { batch: jsonOf(batch) })
    if (!error) return outcomesOf(entries, typed<({ pos: number } & Outcome)[]>(data))
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
