import { z } from 'zod'
import { SNAPSHOT_TABLES } from '../../supabase/record-tables'
import type { RecordRef } from '../routing/record'
import type { Line } from './answer'

const TABLES = [...Object.keys(SNAPSHOT_TABLES), 'tenants', 'tenant_settings'] as RecordRef['table'][]

const ENTRY = z.object({
  at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  why: z.string(),
  text: z.string().min(1),
  record: z.object({ table: z.enum(TABLES), id: z.string(), label: z.string() }),
})

/** A step of the path that the switch was told while the call was made. */
export type ToldStep = z.output<typeof ENTRY>

/** The path that a call record has (cdr.path), `at` in milliseconds since 1970; null when it has none. Entries that cannot be read are left out. */
export function toldPath(path: unknown): ToldStep[] | null {
  if (!Array.isArray(path)) return null
  const steps = path.flatMap((entry) => ENTRY.safeParse(entry).data ?? [])
  return steps.length > 0 ? steps : null
}

/** A step of then beside those of today: whether the other has it too. */
export type Compared<Step> = { step: Step; differs: boolean }

/** Which steps of then are not taken today, and which of today were not taken then: the same reason of the same record is the same. */
export function compareWays(
  then: readonly ToldStep[],
  today: readonly Line[],
): { then: Compared<ToldStep>[]; today: Compared<Line>[] } {
  const keyOf = ({ why, record }: { why: string; record: { id: string } }) => `${why} ${record.id}`
  const told = new Set(then.map(keyOf))
  const said = new Set(today.map(({ reason }) => keyOf(reason)))
  return {
    then: then.map((step) => ({ step, differs: !said.has(keyOf(step)) })),
    // The switch is told what decides a step, and not why a phone's ringing ended.
    today: today.map((step) => ({ step, differs: step.stage !== null && !told.has(keyOf(step.reason)) })),
  }
}
