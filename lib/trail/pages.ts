import { chunk } from 'es-toolkit/array'
import { allPages, onePage, type Page, type PageQuery } from '../lists/page'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type TrailEntry = Tables<'audit_log'> & { names: Readonly<Record<string, string>> }

/** A transaction: the entry of its first record, and how many records of each table were added, changed and removed. */
export type TrailRow = TrailEntry & {
  kinds: readonly { table_name: string; action: string; count: number }[]
  /** Whether none of them was written except for its secrets, which have no earlier value. */
  only_secrets: boolean
  sort_value: string
}

/** Number of records changed in a transaction, without child rows. */
export function countOfRecords({ kinds }: Pick<TrailRow, 'kinds'>): number {
  return kinds.reduce((total, { count }) => total + count, 0)
}

/** Filters of the audit trail; empty for all. `person` is a user's id. */
export interface TrailFilter {
  search: string
  person: string
  section: string
  action: string
}

/** A query of the audit trail, newest first. */
export interface TrailQuery extends PageQuery, TrailFilter {
  /** In ISO 8601; the end is excluded. */
  times: { from: string; to: string }
}

/** A page of the audit trail, of one tenant or of all, as far as the caller may see it. */
export function trailPage(
  supabase: Supabase,
  tenantId: string | null,
  query: TrailQuery,
  size?: number,
): Promise<Page<TrailRow>> {
  const { times, search, person, section, action } = query
  return onePage(
    query,
    async (page) =>
      answerOf<TrailRow[]>(
        await supabase.rpc('trail_page', {
          ...page,
          from_time: times.from,
          to_time: times.to,
          tenant: tenantId ?? undefined,
          person: person || undefined,
          in_section: section || undefined,
          did: action || undefined,
          search: search.trim() || undefined,
        }),
      ),
    size,
  )
}

/** All matching entries, newest first. */
export function exportTrail(
  supabase: Supabase,
  tenantId: string | null,
  query: TrailQuery,
): Promise<TrailRow[]> {
  return allPages((after, size) => trailPage(supabase, tenantId, { ...query, before: null, after }, size))
}

/** The first entries of the same transaction. */
export async function transactionEntries(
  supabase: Supabase,
  tenantId: string | null,
  entry: string,
  size: number,
): Promise<TrailEntry[]> {
  const asked = { entry, page_size: size, tenant: tenantId ?? undefined }
  return answerOf<TrailEntry[]>(await supabase.rpc('trail_entries', asked))
}

/** Everyone in the trail that the caller may read, by account, with their latest email address. */
export async function trailPeople(supabase: Supabase): Promise<{ actor: string; email: string }[]> {
  return dataOf(await supabase.rpc('trail_people'))
}

/** The result of undoing: how many records were reverted, and which were not and why. */
export interface Undone {
  undone: number
  kept: number
  reasons: readonly { table_name: string; record_id: string; label: string; message: string }[]
}

/** What a request undid, with its number of entries, whether others follow, and the ids of those that stayed. */
type UndonePart = Undone & { taken: number; more: boolean; left: string[] }

/**
 * Undoes everything written in the entry's transaction that still stands, with the caller's own permissions: {@link ENTRIES_PER_REQUEST}
 * in a request, after each of which `onPart` gets the number of records reverted so far. Entries that stayed are tried again as long as
 * that reverts any, because they may have needed one of a later request. Throws Refusal if nothing could be undone.
 */
export async function undoChange(
  supabase: Supabase,
  tenantId: string | null,
  entry: string,
  onPart?: (undone: number) => void,
): Promise<Undone> {
  const run = crypto.randomUUID()
  let undone = 0
  async function request(part: { skipped?: number; again?: string[] }): Promise<UndonePart> {
    const asked = { entry, tenant: tenantId ?? undefined, run, ...part }
    const answer = answerOf<UndonePart>(await supabase.rpc('undo_change', asked))
    undone += answer.undone
    onPart?.(undone)
    return answer
  }
  let parts: UndonePart[] = []
  for (let skipped = 0, more = true; more;) {
    const part = await request({ skipped })
    parts.push(part)
    skipped += part.taken
    more = part.more
  }
  // A single request has tried them as often as it helps. The first of several was full.
  const full = parts[0]?.taken ?? 1
  for (let before = 0; parts.length > 1 && undone > before;) {
    before = undone
    const left = parts.flatMap((part) => part.left)
    parts = []
    for (const again of chunk(left, full)) parts.push(await request({ again }))
  }
  const kept = parts.reduce((sum, part) => sum + part.kept, 0)
  return { undone, kept, reasons: parts.flatMap(({ reasons }) => reasons).slice(0, REASONS) }
}

/** Entries that the database undoes in one request (undo_change): seconds of work. */
export const ENTRIES_PER_REQUEST = 250

/** Maximum number of reasons listed; the others are counted. */
const REASONS = 200
