import type { ComponentType } from 'react'
import type { RecordRow } from '@/lib/records/field'
import type { Supabase } from '@/lib/supabase/browser-client'

/** An action on all selected records that the page does itself. */
export interface PageAction<Row extends RecordRow = RecordRow> {
  label: string
  danger?: undefined
  onSelect: (rows: readonly Row[]) => void
}

/** An action on all selected records, many per request. */
export interface BulkAction<Row extends RecordRow = RecordRow> {
  label: string
  danger?: boolean
  /** Confirmation before it starts; `count` records are selected. */
  question: (count: number) => string
  /** Input before the action; null while nothing is chosen. */
  choose?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>
  /** The input to begin with; null by default. */
  proposed?: string | null
  /** Resolves to the problem of each record that failed, by id; `open` gets what others still need. A `run` is one change in the trail. */
  act(
    supabase: Supabase,
    rows: readonly Row[],
    chosen: string | null,
    run: string,
    open: Map<string, string>,
  ): Promise<ReadonlyMap<string, string>>
  /** What the report calls the records that `act` names; 'failed' by default. */
  named?: string
  /** Records per request; 250 by default. */
  rowsARequest?: number
}
