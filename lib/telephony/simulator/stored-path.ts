import { z } from 'zod'
import { SNAPSHOT_TABLES } from '../../supabase/record-tables'
import type { Reasons } from '../routing/reason'
import type { RecordRef } from '../routing/record'
import type { Line } from './answer'

const TABLES = [...Object.keys(SNAPSHOT_TABLES), 'tenants', 'tenant_settings'] as RecordRef['table'][]

const ENTRY = z.object({
  at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  why: z.string(),
  text: z.string().min(1),
  record: z.object({ table: z.enum(TABLES), id: z.string(), label: z.string() }),
})

/** A routing step that the switch was given during the call. */
export type StoredStep = z.output<typeof ENTRY>

/**
 * The path stored in a call record (cdr.path), `at` in milliseconds since 1970; null if it has none. Invalid entries are skipped.
 */
export function parseStoredPath(path: unknown): StoredStep[] | null {
  if (!Array.isArray(path)) return null
  const steps = path.flatMap((entry) => ENTRY.safeParse(entry).data ?? [])
  return steps.length > 0 ? steps : null
}

const PRESSES: readonly string[] = [
  'menu option',
  'menu direct dial',
  'queue exit key',
] satisfies (keyof Reasons)[]

/** The keys that took the caller on, separated by spaces between menus. They are stored in the steps' sentences alone (reasonText). */
export function pressedIn(path: readonly StoredStep[]): string {
  const steps = path.filter(({ why }) => PRESSES.includes(why))
  return steps.flatMap(({ text }) => /^The caller \w+ ([\d*#]+)/.exec(text)?.[1] ?? []).join(' ')
}

/** A step of one path, with whether the other path lacks it. */
export type Compared<Step> = { step: Step; differs: boolean }

/** Compares the path then with today's; steps match if they have the same reason and record. */
export function comparePaths(
  then: readonly StoredStep[],
  today: readonly Line[],
): { then: Compared<StoredStep>[]; today: Compared<Line>[] } {
  const keyOf = ({ why, record }: { why: string; record: { id: string } }) => `${why} ${record.id}`
  const stored = new Set(then.map(keyOf))
  const current = new Set(today.map(({ reason }) => keyOf(reason)))
  return {
    then: then.map((step) => ({ step, differs: !current.has(keyOf(step)) })),
    // The switch is given the reasons for steps, but not why a phone stopped ringing.
    today: today.map((step) => ({ step, differs: step.stage !== null && !stored.has(keyOf(step.reason)) })),
  }
}
