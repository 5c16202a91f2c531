/** A cache key: the owner first, so that a write can refresh by prefix. */
export type Key = readonly [owner: string, subject: string, ...rest: unknown[]]

/** Owner of data that belongs to no tenant and no user. */
const ALL = 'all'

/** The prefix of a tenant's data; for null, of data without a tenant. */
export const ownedBy = (tenantId: string | null): readonly [owner: string] => [tenantId ?? ALL]

/**
 * All cache keys. A tenant's start with its id. What is kept through every write of a record starts with the user's id. All else starts
 * with ALL, which every write refreshes (useWrite).
 */
export const keys = {
  standing: (userId: string) => [userId, 'standing'],
  services: (userId: string) => [userId, 'services'],
  remoteHits: (userId: string, words: string) => [userId, 'further-hits', words],

  /** A table's lists; `which` names what else is fetched again with them. */
  records: (tenantId: string | null, table: string, ...which: readonly string[]) => [
    ...ownedBy(tenantId),
    'records',
    table,
    ...which,
  ],
  record: (tenantId: string | null, table: string, ...which: readonly string[]) => [
    ...ownedBy(tenantId),
    'record',
    table,
    ...which,
  ],
  uses: (tenantId: string | null, table: string, id: string) => [...ownedBy(tenantId), 'uses', table, id],
  history: (tenantId: string | null, table: string, id: string, shown: number) => [
    ...ownedBy(tenantId),
    'history',
    table,
    id,
    shown,
  ],
  secrets: (tenantId: string | null, owner: string) => [...ownedBy(tenantId), 'secrets', owner],
  labels: (tenantId: string | null, targets: readonly unknown[], ...which: readonly string[]) => [
    ...ownedBy(tenantId),
    'labels',
    targets,
    ...which,
  ],

  tenants: () => [ALL, 'tenants'],
  tenantZones: () => [ALL, 'tenant-zones'],
  tenant: (tenantId: string) => [tenantId, 'tenant'],
  tenantFigures: (tenantId: string) => [tenantId, 'figures'],
  setupSteps: (tenantId: string) => [tenantId, 'setup-steps'],
  callCounts: (...which: readonly string[]) => [ALL, 'call-counts', ...which],
  tenantDomains: () => [ALL, 'tenant-domains'],
  tenantTerms: (tenantId: string) => [tenantId, 'terms'],
  tenantSettings: (tenantId: string) => [tenantId, 'settings'],
  numbersPreview: (tenantId: string) => [tenantId, 'numbers-preview'],
  devicesPreview: (tenantId: string) => [tenantId, 'devices-preview'],
  tenantActivity: (tenantId: string) => [tenantId, 'activity'],
  snapshotVersion: (tenantId: string) => [tenantId, 'snapshot-version'],
  snapshot: (tenantId: string, version: number) => [tenantId, 'snapshot', version],
  expectations: (tenantId: string) => [tenantId, 'expectations'],
  verdicts: (tenantId: string, version: number, ...of: readonly unknown[]) => [
    tenantId,
    'verdicts',
    version,
    ...of,
  ],
  brokenExpectations: (tenantId: string) => [tenantId, 'broken-expectations'],
  callPrices: (tenantId: string, ...of: readonly unknown[]) => [tenantId, 'call-prices', ...of],
  check: (tenantId: string) => [tenantId, 'check'],

  calls: (tenantId: string, ...what: readonly unknown[]) => [tenantId, 'calls', ...what],
  archivedMonths: () => [ALL, 'archived-months'],
  blockedCalls: (tenantId: string, rule: unknown) => [tenantId, 'blocked-calls', rule],
  recordingUses: (tenantId: string) => [tenantId, 'recording-uses'],
  /** Without an owner, because a save must not open a recording again: that is audited, and marks a message as heard. */
  sound: (bucket: string, path: string) => ['sound', bucket, path],

  destinations: (tenantId: string, ...which: readonly string[]) => [tenantId, 'destinations', ...which],
  offeredDestinations: (tenantId: string) => [tenantId, 'offered-destinations'],
  routing: (tenantId: string) => [tenantId, 'routing'],
  outboundPlan: (tenantId: string) => [tenantId, 'outbound-plan'],
  gateways: () => [ALL, 'gateways'],
  carrierAddresses: () => [ALL, 'carrier-addresses'],
  gatewayUses: (id: string) => [ALL, 'gateway-uses', id],
  nextRevert: (tenantId: string) => [tenantId, 'next-revert'],
  agents: (tenantId: string) => [tenantId, 'agents'],
  queueBoard: (tenantId: string) => [tenantId, 'queue-board'],
  parkLots: (tenantId: string) => [tenantId, 'park-lots'],
  extensionDevices: (tenantId: string) => [tenantId, 'extension-devices'],
  messagesLeft: (tenantId: string | null, where: string) => [...ownedBy(tenantId), 'messages-left', where],
  extensionService: (tenantId: string, ids: readonly string[], follows: boolean) => [
    tenantId,
    'extension-service',
    ids,
    follows,
  ],
  freeNumbers: (tenantId: string, low: number, high: number) => [tenantId, 'free-numbers', low, high],
  directNumbers: (tenantId: string) => [tenantId, 'direct-numbers'],
  heldNumber: (tenantId: string, number: string) => [tenantId, 'held-number', number],
  phoneState: (tenantId: string, owner: string) => [tenantId, 'phone-state', owner],
  phonesOf: (tenantId: string, owner: string) => [tenantId, 'phones-of', owner],
  faxMails: (tenantId: string, faxId: string) => [tenantId, 'fax-mails', faxId],
  unknownPhones: (tenantId: string) => [tenantId, 'unknown-phones'],
  featureCodes: (tenantId: string) => [tenantId, 'feature-codes'],
  emergency: (tenantId: string, ...what: readonly string[]) => [tenantId, 'emergency', ...what],

  phone: (tenantId: string, deviceId: string) => [tenantId, 'phone', deviceId],
  phoneRequests: (tenantId: string, deviceId: string) => [tenantId, 'phone-requests', deviceId],
  profile: (tenantId: string, ...which: readonly string[]) => [tenantId, 'profile', ...which],
  stockItem: (mac: string, tenant?: string) => [ALL, 'stock-item', mac, tenant],
  deviceOwner: (mac: string) => [ALL, 'device-owner', mac],
  stockLevels: () => [ALL, 'stock-levels'],

  billing: (tenantId: string, ...what: readonly string[]) => [tenantId, 'billing', ...what],
  taxJurisdictions: () => [ALL, 'tax-jurisdictions'],
  ratePlans: (...what: readonly string[]) => [ALL, 'rate-plans', ...what],

  companies: (...what: readonly unknown[]) => [ALL, 'companies', ...what],
  customerRecords: (companyId: string) => [ALL, 'customer', companyId],
  customerActivity: (companyId: string) => [ALL, 'customer-activity', companyId],
  overdueInvoices: () => [ALL, 'overdue-invoices'],
  pipeline: (...owner: readonly string[]) => [ALL, 'pipeline', ...owner],
  quoteTerms: () => [ALL, 'quote-terms'],
  opportunity: (id: string, ...what: readonly string[]) => [ALL, 'opportunity', id, ...what],
  owners: () => [ALL, 'owners'],
  portLetter: (order: string) => [ALL, 'port-letter', order],
  notes: (kind: string, id: string, ...shown: readonly number[]) => [ALL, 'notes', kind, id, ...shown],
  tasks: (kind: string, id: string) => [ALL, 'tasks', kind, id],
  numberStaff: () => [ALL, 'number-staff'],
  assignees: (kind: string) => [ALL, 'assignees', kind],

  factors: (userId: string) => [ALL, 'factors', userId],
  sessions: (member: string | null) => [ALL, 'sessions', member],
  memberFactors: (member: string) => [ALL, 'member-factors', member],

  roles: () => [ALL, 'roles'],
  staff: () => [ALL, 'staff'],
  trail: (of: unknown) => [ALL, 'trail', of],
  trailPages: (tenantId: string | null) => [...ownedBy(tenantId), 'trail-pages'],
  trailEntries: (tenantId: string | null, entry: string) => [...ownedBy(tenantId), 'trail-entries', entry],
  trailPeople: () => [ALL, 'trail-people'],
  reportInvoices: (of: unknown) => [ALL, 'report-invoices', of],
  report: (view: string, ...of: readonly unknown[]) => [ALL, 'report', view, ...of],
  dashboardFigures: () => [ALL, 'dashboard', 'figures'],
  recentActivity: () => [ALL, 'dashboard', 'activity'],
} satisfies Record<string, (...given: never[]) => Key>

/** Whether it is the key of data a form was filled from, which stays until the form closes. */
export const isOfForm = (key: unknown): boolean => Array.isArray(key) && key[1] === 'record'

/** Whether the key begins with these parts, each equal (===) to its own. */
export function beginsWith(key: unknown, prefix: readonly unknown[]): boolean {
  return Array.isArray(key) && prefix.every((part, place) => key[place] === part)
}
