import type { Row, SnapshotTable } from '@/lib/telephony/routing/snapshot'

export type { Row }
/** Values that a test gives for a row; the rest are the database's defaults. */
export type Given<Table extends SnapshotTable> = Partial<Row<Table>>
