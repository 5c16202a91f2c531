/** What the cache knows an answer by: whose it is first, so that a write refreshes by prefix. */
export type Key = readonly [owner: string, subject: string, ...rest: unknown[]]

/** The owner of what belongs to no tenant. */
const ALL = 'all'

/** Every key of the cache. Those of a tenant begin with its id. */
export const keys = {
  tenant: (tenantId: string) => [tenantId, 'tenant'],
  numbersPreview: (tenantId: string) => [tenantId, 'numbers-preview'],
  devicesPreview: (tenantId: string) => [tenantId, 'devices-preview'],
  tenantActivity: (tenantId: string) => [tenantId, 'activity'],

  billing: (tenantId: string, ...what: readonly string[]) => [tenantId, 'billing', ...what],
  ratePlans: (...what: readonly string[]) => [ALL, 'rate-plans', ...what],

  customerRecords: (companyId: string) => [ALL, 'customer', companyId],
  overdueInvoices: () => [ALL, 'overdue-invoices'],

  dashboardFigures: () => [ALL, 'dashboard', 'figures'],
  recentActivity: () => [ALL, 'dashboard', 'activity'],
} satisfies Record<string, (...given: never[]) => Key>

/** Whether a key of the cache begins with the prefix. */
export function beginsWith(key: unknown, prefix: readonly unknown[]): boolean {
  return Array.isArray(key) && prefix.every((part, place) => key[place] === part)
}
