import type { SupabaseClient } from '@supabase/supabase-js'
import { addBounded } from '../add-bounded'
import type { Database } from '../supabase/database.types'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { Vault } from '../vault/vault'
import type { Admitted } from './admission'
import type { TenantState } from './switch-store'
import { loadTenantState } from './tenant-state'

const MOST_TENANTS = 1000
const MOST_NAMES = 200_000

/** What identifies a tenant to a switch. */
interface By {
  id?: string
  domain?: string
  number?: string
}

/** A cached tenant, and when it had arrived, by performance.now(). */
interface Cached {
  version: number
  loadedAt: number
  state: Promise<TenantState | undefined>
}

/**
 * Tenants with their snapshots and hashes, cached until a tenant's version changes; versions come with a switch's admission, at most
 * twice a second. One that has fallen means that the database was restored: then nothing cached counts, because a version may be
 * reached again with other contents.
 */
export class KnownTenants {
  readonly #supabase: SupabaseClient<Database>
  readonly #vault: () => Vault
  readonly #states = new Map<string, Cached>()
  /** Ids by domain or number, as last found. */
  readonly #names = new Map<string, string>()

  /** The last versions that were compared. */
  #compared: Admitted['versions'] | undefined

  constructor(supabase: SupabaseClient<Database>, vault: () => Vault) {
    this.#supabase = supabase
    this.#vault = vault
  }

  /** A tenant that a switch serves, by the versions of those; undefined for any other. Throws if the database fails. */
  async find(
    admitted: Pick<Admitted, 'versions' | 'askedAt'>,
    { id: given, domain, number }: By,
  ): Promise<TenantState | undefined> {
    const { versions } = admitted
    if (this.#isRestored(admitted)) this.#states.clear()
    const key = domain === undefined ? `number ${number}` : `domain ${domain.toLowerCase()}`
    const known = this.#names.get(key)
    const belongs = ({ snapshot }: TenantState) =>
      domain === undefined
        ? indexOf(snapshot).rows('dids', 'number', number).length > 0
        : snapshot.tenant.domain === domain.toLowerCase()
    const served = (id: string) => {
      const version = versions[id]
      return version === undefined ? undefined : this.#stateOf(id, version)
    }
    if (given !== undefined) return served(given)
    const likely = known === undefined ? undefined : await served(known)
    if (likely && belongs(likely)) return likely
    const { data: id } = await this.#supabase.rpc('switch_tenant', { domain, number }).throwOnError()
    if (!id) return undefined
    addBounded(this.#names, key, id, MOST_NAMES)
    const state = await served(id)
    return state && belongs(state) ? state : undefined
  }

  /** An admission that was asked for before a tenant had arrived may be older than it. */
  #isRestored({ versions, askedAt = 0 }: Pick<Admitted, 'versions' | 'askedAt'>): boolean {
    if (this.#compared === versions) return false
    this.#compared = versions
    return [...this.#states].some(
      ([id, { version, loadedAt }]) => (versions[id] ?? version) < version && loadedAt < askedAt,
    )
  }

  #stateOf(id: string, version: number): Promise<TenantState | undefined> {
    const cached = this.#states.get(id)
    const current =
      cached && cached.version >= version
        ? cached
        : { version, loadedAt: Infinity, state: loadTenantState(this.#supabase, this.#vault(), id) }
    addBounded(this.#states, id, current, MOST_TENANTS)
    current.state.then(
      (state) => {
        current.version = Math.max(current.version, state?.snapshot.version ?? 0)
        current.loadedAt = Math.min(current.loadedAt, performance.now())
      },
      () => this.#states.delete(id),
    )
    return current.state
  }
}
