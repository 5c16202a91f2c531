/** The orders a list of tenants can have; the names are those that the database function tenant_list allows. */
export const TENANT_SORTS = ['company', 'code', 'domain', 'time_zone', 'created'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]

export const TENANT_STATUSES = ['active', 'suspended'] as const
export type TenantStatus = (typeof TENANT_STATUSES)[number]

/** The row that a page of a sorted list starts after: its sort value and its id. */
export interface Cursor {
  id: string
  value: string
}

/** What is asked of the list of tenants. At most one of `after` and `before` is set. */
export interface TenantQuery {
  search: string
  status: TenantStatus | null
  timeZone: string | null
  /** Only tenants whose licensed seats are all used. */
  full: boolean
  sort: TenantSort
  descending: boolean
  after: Cursor | null
  before: Cursor | null
}

/** Whether the query leaves out tenants, other than by its page. */
export function isFiltered({ search, status, timeZone, full }: TenantQuery): boolean {
  return search.trim() !== '' || status !== null || timeZone !== null || full
}

/** A cursor as it stands in an address: the id, a dot, the sort value. */
export function formatCursor({ id, value }: Cursor): string {
  return `${id}.${value}`
}

const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(.*)$/is

/** Reads what {@link formatCursor} wrote; null for anything else, so that a mangled address shows the first page. */
export function parseCursor(text: string): Cursor | null {
  const [, id, value] = CURSOR.exec(text) ?? []
  return id !== undefined && value !== undefined ? { id, value } : null
}
