import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { TenantSnapshot } from '../telephony/routing/snapshot'

interface Header {
  version: number
  /** The columns of each table, in the order of the rows' values. */
  columns: Record<string, readonly string[]>
}

/** Result of public.tenant_snapshot: the header, and rows of any table as [table, value, …], in any order. */
export type SnapshotDocument = readonly (Header | readonly [table: string, ...values: unknown[]])[]

type Row = Record<string, unknown>

/**
 * Everything that determines a tenant's call routing; null if the tenant does not exist or the user may not see it. Throws
 * RequestFailure.
 */
export async function fetchSnapshot(supabase: Supabase, tenantId: string): Promise<TenantSnapshot | null> {
  const document = answerOf<SnapshotDocument | null>(
    await supabase.rpc('tenant_snapshot', { tenant: tenantId }),
  )
  return document && snapshotOf(document)
}

/** Decodes a snapshot document from the database. */
export function snapshotOf(document: SnapshotDocument): TenantSnapshot {
  const header = document.find((part): part is Header => !isRow(part))
  if (!header) throw new Error('The snapshot has no header.')
  const tables: Record<string, Row[]> = {}
  for (const table of Object.keys(header.columns)) tables[table] = []
  for (const part of document) {
    if (!isRow(part)) continue
    const [table] = part
    const record: Row = {}
    header.columns[table]?.forEach((column, place) => {
      record[column] = part[place + 1]
    })
    tables[table]?.push(record)
  }
  const { tenants, tenant_settings: settings, ...rest } = tables
  return {
    ...rest,
    version: header.version,
    tenant: tenants?.[0],
    settings: settings?.[0] ?? null,
  } as unknown as TenantSnapshot
}

function isRow(part: SnapshotDocument[number]): part is readonly [string, ...unknown[]] {
  return Array.isArray(part)
}

/** The current snapshot version; 0 if the user may see none. Throws RequestFailure. */
export async function fetchSnapshotVersion(supabase: Supabase, tenantId: string): Promise<number> {
  const versions = dataOf(
    await supabase
      .from('tenant_versions')
      .select('version')
      // The row without a tenant counts changes to data shared by all tenants.
      .or(`tenant_id.eq.${tenantId},tenant_id.is.null`),
  )
  return versions.reduce((sum, { version }) => sum + version, 0)
}
