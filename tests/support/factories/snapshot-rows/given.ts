import type { Row, SnapshotTable } from '@/lib/telephony/routing/snapshot'

export type { Row }
/** What a test says of a row; the rest is as the database would store it with its defaults. */
export type Given<Table extends SnapshotTable> = Partial<Row<Table>>
