import { dayAfter } from '../dates/day'
import type { DaySpan } from '../dates/span'
import { allPages, onePage, type Page, type PageQuery } from '../lists/page'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type TrailEntry = Tables<'audit_log'> & { names: Readonly<Record<string, string>> }

/** What was done in one go: the entry of its first record, and how many records of which table were added, changed, removed. */
export type TrailRow = TrailEntry & {
  kinds: readonly { table_name: string; action: string; count: number }[]
  sort_value: string
}

/** By what the trail is narrowed down; empty for all. `person` is a user's id. */
export interface TrailFilter {
  search: string
  person: string
  section: string
  action: string
}

/** A query of the trail: these days in the reader's time zone, newest first. */
export interface TrailQuery extends PageQuery, TrailFilter {
  span: DaySpan
}

/** Start of a day in the reader's time zone, as ISO 8601. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

/** A page of the trail, of one tenant or of all; only what the caller may see. */
export function trailPage(
  supabase: Supabase,
  tenantId: string | null,
  query: TrailQuery,
  size?: number,
): Promise<Page<TrailRow>> {
  const { span, search, person, section, action } = query
  return onePage(
    query,
    async (page) =>
      answerOf<TrailRow[]>(
        await supabase.rpc('trail_page', {
          ...page,
          from_time: startOf(span.from),
          to_time: startOf(dayAfter(span.until, 1)),
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

/** Everything that the query finds, newest first. */
export function wholeTrail(
  supabase: Supabase,
  tenantId: string | null,
  query: TrailQuery,
): Promise<TrailRow[]> {
  return allPages((after, size) => trailPage(supabase, tenantId, { ...query, before: null, after }, size))
}

/** The entries that were written in one go with this one, at most 200. */
export async function entriesBeside(
  supabase: Supabase,
  tenantId: string | null,
  entry: string,
): Promise<TrailEntry[]> {
  return answerOf<TrailEntry[]>(await supabase.rpc('trail_entries', { entry, tenant: tenantId ?? undefined }))
}

export async function trailPeople(supabase: Supabase): Promise<{ actor: string; email: string }[]> {
  return dataOf(await supabase.rpc('trail_people'))
}

/** What came of undoing: how many records went back, and which stayed as they are and why. */
export interface Undone {
  undone: number
  kept: number
  reasons: readonly { table_name: string; record_id: string; label: string; message: string }[]
}

/**
 * Undoes all that was written in one go with the entry, as far as it still stands, with the caller's own rights: 2,000 entries in a
 * request, `onPart` with how many records went back so far. Throws Refusal if nothing could be undone.
 */
export async function undoChange(
  supabase: Supabase,
  tenantId: string | null,
  entry: string,
  onPart?: (undone: number) => void,
): Promise<Undone> {
  const run = crypto.randomUUID()
  const whole = { undone: 0, kept: 0, reasons: [] as Undone['reasons'][number][] }
  for (let skipped = 0, more = true; more; skipped += ENTRIES_A_REQUEST) {
    const asked = { entry, tenant: tenantId ?? undefined, skipped, run }
    const part = answerOf<Undone & { more: boolean }>(await supabase.rpc('undo_change', asked))
    whole.undone += part.undone
    whole.kept += part.kept
    whole.reasons.push(...part.reasons.slice(0, REASONS - whole.reasons.length))
    more = part.more
    onPart?.(whole.undone)
  }
  return whole
}

/** What the database undoes in one request. */
export const ENTRIES_A_REQUEST = 2000

/** Reasons that are listed; the others are counted. */
const REASONS = 200
