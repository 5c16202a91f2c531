import type { ComponentType } from 'react'
import type { RecordRow } from '@/lib/records/field'
import type { Supabase } from '@/lib/supabase/browser-client'

/** An action on all selected records that has a dialog of its own. */
export interface BulkDialogAction<Row extends RecordRow = RecordRow> {
  label: string
  danger?: undefined
  dialog: ComponentType<{ rows: readonly Row[]; onClose: () => void }>
}

/** An action on all selected records, each by itself. */
export interface BulkAction<Row extends RecordRow = RecordRow> {
  label: string
  dialog?: undefined
  /** The question before it starts; `count` records are selected. */
  question: (count: number) => string
  danger?: boolean
  /** What the user chooses first; null for nothing yet. */
  choose?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>
  /** `chosen` is null only where there is nothing to choose. */
  run(supabase: Supabase, row: Row, chosen: string | null): Promise<unknown>
  /** The same for several records in one request; resolves to the problem of each that failed, by id. */
  runMany?(
    supabase: Supabase,
    rows: readonly Row[],
    chosen: string | null,
  ): Promise<ReadonlyMap<string, string>>
}
