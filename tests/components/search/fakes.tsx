import { vi } from 'vitest'
import type { Company, InventoryItem, Opportunity, Service } from '@/lib/live/sources'
import type { Permission } from '@/lib/session/permissions'

type Row = Record<string, unknown>
type RouteListener = (address: string, change: { shallow: boolean }) => void

/** State of the fakes; `resetWorld` clears it and signs in a new user. */
export const world = {
  userId: '',
  permissions: new Set<Permission>(),
  companies: [] as Company[],
  opportunities: [] as Opportunity[],
  services: [] as Service[],
  inventory: [] as InventoryItem[],
  mostRows: 1000,
  failing: false,
  pathname: '/app',
  push: vi.fn(async (_path: string) => true),
  routeListeners: new Map<string, Set<RouteListener>>(),
  pushed: new Map<string, (row: Row) => void>(),
}

let people = 0

export function resetWorld(): void {
  people += 1
  Object.assign(world, {
    userId: `person ${people}`,
    permissions: new Set<Permission>(['customers.view', 'sales.view', 'tenants.view']),
    companies: [],
    opportunities: [],
    services: [],
    inventory: [],
    mostRows: 1000,
    failing: false,
    pathname: '/app',
    push: vi.fn(async () => true),
    routeListeners: new Map(),
    pushed: new Map(),
  })
}

export function company(name: string, values: Partial<Company> = {}): Company {
  const id = `company ${name}`
  return {
    id,
    name,
    type: 'company',
    domain_uuid: null,
    tenant_code: null,
    created_at: CREATED,
    ...values,
  } as Company
}

export function tenant(name: string, tenantId: string, tenantCode: string): Company {
  return company(name, { type: 'tenant', domain_uuid: tenantId, tenant_code: tenantCode })
}

export function opportunity(name: string, of: Company, values: Partial<Opportunity> = {}): Opportunity {
  const joined = { company_id: of.id, company: { name: of.name } }
  return {
    id: `opportunity ${name}`,
    name,
    status: 'lead',
    created_at: CREATED,
    ...joined,
    ...values,
  } as Opportunity
}

export function service(name: string): Service {
  return { id: `service ${name}`, name, created_at: CREATED } as Service
}

export function stock(name: string, values: Partial<InventoryItem> = {}): InventoryItem {
  return { id: `stock ${name}`, name, model: '', mac: null, created_at: CREATED, ...values } as InventoryItem
}

const CREATED = '2026-01-05T09:00:00.000Z'

/** Another user adds a row: it is stored and pushed. */
export function insertElsewhere(table: 'companies' | 'opportunities', row: Company | Opportunity): void {
  world[table].push(row as never)
  const { company: _, ...pushed } = { company: undefined, ...row }
  world.pushed.get(table)?.(pushed)
}

/** The page changes; with `shallow`, only the query of its address. */
export function changeRoute({ shallow = false } = {}): void {
  for (const listener of world.routeListeners.get('routeChangeComplete') ?? []) listener('/app', { shallow })
}

class Query {
  #rows: Row[]
  #most = world.mostRows

  constructor(rows: Row[]) {
    this.#rows = [...rows]
  }
  eq(column: string, value: string) {
    return this.#where((row) => row[column] === value)
  }
  gt(column: string, value: string) {
    return this.#where((row) => String(row[column]) > value)
  }
  gte(column: string, value: string) {
    return this.#where((row) => String(row[column]) >= value)
  }
  in(column: string, values: readonly string[]) {
    return this.#where((row) => values.includes(String(row[column])))
  }
  order(column: string, { ascending = true } = {}) {
    const sign = ascending ? 1 : -1
    // The first order called for is the main one.
    const before = this.#compare
    this.#compare = (a, b) => before(a, b) || sign * String(a[column]).localeCompare(String(b[column]))
    return this
  }
  limit(count: number) {
    this.#most = Math.min(count, this.#most)
    return this
  }
  then(resolve: (answer: unknown) => void) {
    if (world.failing) return resolve({ data: null, error: new Error('The server cannot be reached.') })
    resolve({ data: this.#rows.sort(this.#compare).slice(0, this.#most), error: null })
  }
  #compare = (_a: Row, _b: Row) => 0
  #where(keep: (row: Row) => boolean) {
    this.#rows = this.#rows.filter(keep)
    return this
  }
}

const channel = {
  on(kind: string, { table }: { table?: string }, callback: (payload: { new: Row }) => void) {
    if (kind === 'postgres_changes' && table) world.pushed.set(table, (row) => callback({ new: row }))
    return channel
  },
  subscribe: () => channel,
}

const supabase = {
  from: (table: 'companies' | 'opportunities' | 'services' | 'inventory') => ({
    select: () => new Query(world[table] as unknown as Row[]),
  }),
  channel: () => channel,
  removeChannel: async () => 'ok',
  realtime: { setAuth: async () => undefined },
}

export const browserClient = { getSupabase: async () => supabase }
export { inlineSearchWorker as inlineWorker } from '../../support/search-worker'
export const sessionStore = {
  currentUser: () => (world.userId ? { id: world.userId } : null),
  subscribeToUser: () => () => undefined,
}
export const useMember = () => ({ permissions: world.permissions })

const user = { id: '' }
export const useUser = () => (user.id === world.userId ? user : Object.assign(user, { id: world.userId }))

const events = {
  on: (name: string, listener: RouteListener) => {
    const listeners = world.routeListeners.get(name) ?? new Set()
    world.routeListeners.set(name, listeners.add(listener))
  },
  off: (name: string, listener: RouteListener) => world.routeListeners.get(name)?.delete(listener),
}
export const useRouter = () => ({ pathname: world.pathname, push: world.push, events })
