import type { ComponentType } from 'react'
import type { RecordRow } from '@/lib/records/field'
import type { Supabase } from '@/lib/supabase/browser-client'

/** An action on all selected records that has a dialog of its own. */
export interface BulkDialogAction<Row extends RecordRow = RecordRow> {
  label: string
  danger?: undefined
  dialog: ComponentType<{ rows: readonly Row[]; onClose: () => void }>
}

/** An action on all selected records, each by itself or many in one request. */
export type BulkAction<Row extends RecordRow = RecordRow> = BulkQuestion &
  (EachByItself<Row> | ManyAtOnce<Row>)

interface BulkQuestion {
  label: string
  dialog?: undefined
  /** The question before it starts; `count` records are selected. */
  question: (count: number) => string
  danger?: boolean
  /** What the user chooses first; null for nothing yet. */
  choose?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>
}

interface EachByItself<Row> {
  /** `chosen` is null only where there is nothing to choose. */
  run(supabase: Supabase, row: Row, chosen: string | null): Promise<unknown>
  runMany?: undefined
}

interface ManyAtOnce<Row> {
  run?: undefined
  /** Resolves to the problem of each record that failed, by id. The parts of one `run` are one change in the trail. */
  runMany(
    supabase: Supabase,
    rows: readonly Row[],
    chosen: string | null,
    run: string,
  ): Promise<ReadonlyMap<string, string>>
  /** How many records are sent at a time; 1,000 unless said otherwise. */
  rowsARequest?: number
}
