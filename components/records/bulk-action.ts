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
  /** Resolves to the problem of each record that failed, by id. The trail shows the requests of one `run` as one change. */
  act(
    supabase: Supabase,
    rows: readonly Row[],
    chosen: string | null,
    run: string,
  ): Promise<ReadonlyMap<string, string>>
  /** What the report calls the records that `act` names, and that may have changed; 'failed' by default, which stay selected. */
  named?: string
  /** Records per request; 250 by default. */
  rowsARequest?: number
}
