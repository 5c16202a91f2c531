import type { ComponentType } from 'react'
import type { RecordRow } from '@/lib/records/field'
import { deleteRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import type { Supabase } from '@/lib/supabase/browser-client'

/** Something done to every selected record, each on its own. */
export interface BulkAction<Row extends RecordRow = RecordRow> {
  label: string
  /** What will happen, asked before it starts; `count` records are selected. */
  question: (count: number) => string
  danger?: boolean
  /** What has to be chosen first; null for nothing yet. */
  choose?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>
  /** `chosen` is never null where there is something to choose. */
  run(supabase: Supabase, row: Row, chosen: string | null): Promise<unknown>
  /** The same for several at once, in one request; answers what stood in the way of each, by id. */
  runMany?(
    supabase: Supabase,
    rows: readonly Row[],
    chosen: string | null,
  ): Promise<ReadonlyMap<string, string>>
}

/** Deletes each record that nothing uses. */
export function bulkDelete(
  resource: Resource,
  tenantId: string | null,
  afterDelete?: (row: RecordRow) => Promise<void>,
): BulkAction {
  return {
    label: 'Delete',
    danger: true,
    question: (count) =>
      `${count} ${count === 1 ? resource.noun : resource.plural} will be deleted. Those in use are kept and named.`,
    async run(supabase, row) {
      await deleteRecord(supabase, resource.table, tenantId, row)
      await afterDelete?.(row)
    },
  }
}
