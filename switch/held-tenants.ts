import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskingSwitch } from '../lib/switch/admission'
import type { SharedRows } from '../lib/switch/agent/agent-update'
import { fromFile, type TenantFile } from '../lib/switch/agent/tenant-file'
import type { TenantState } from '../lib/switch/switch-store'
import { UUID } from '../lib/validation/uuid'
import { LastingFiles, logDamage, makeFolder, readJson } from './files'

const TENANT_FILE = new RegExp(`^(${UUID})\\.json$`)

/** A tenant on disk. `shared`: the part of its version that counts shared rows; absent if the app had not said so. */
type StoredTenant = TenantFile & { shared?: number }

/** The switch on disk, and the installation that it belongs to; absent if the app had not said so. */
type StoredSwitch = AskingSwitch & { installation?: string }

/** The switch, the tenants that it serves and the rows that they share, in memory and on disk. */
export class HeldTenants {
  readonly #folder: string
  readonly #files = new LastingFiles()
  readonly #tenants = new Map<string, TenantState>()
  /** When the tenants that this run has fetched, or has given other shared rows, got them, by performance.now(). */
  readonly #fetchedAt = new Map<string, number>()
  /** The part of each tenant's version that counts shared rows, where it is known. */
  readonly #sharedVersions = new Map<string, number>()
  readonly #domains = new Map<string, string>()
  readonly #numbers = new Map<string, string>()
  #switch: StoredSwitch | undefined

  /** Begins with what an earlier run has left in the folder. */
  constructor(folder: string) {
    this.#folder = folder
    makeFolder(this.#path('tenants'))
    this.#load()
  }

  /** The switch as the app knows it, and its installation. */
  get switch(): StoredSwitch | undefined {
    return this.#switch
  }

  /** How many tenants there are. */
  get size(): number {
    return this.#tenants.size
  }

  /** The ids of all tenants. */
  ids(): string[] {
    return [...this.#tenants.keys()]
  }

  /** The version of a tenant's snapshot. */
  versionOf(id: string): number | undefined {
    return this.#tenants.get(id)?.snapshot.version
  }

  /** When this run got a tenant, or other shared rows for it, by performance.now(); 0 if it did not. */
  fetchedAt(id: string): number {
    return this.#fetchedAt.get(id) ?? 0
  }

  /** The tenant of this id, domain or number. */
  tenantOf({
    id,
    domain,
    number,
  }: {
    id?: string
    domain?: string
    number?: string
  }): TenantState | undefined {
    const found =
      id ?? (domain === undefined ? this.#numbers.get(number ?? '') : this.#domains.get(domain.toLowerCase()))
    return found === undefined ? undefined : this.#tenants.get(found)
  }

  /** Writes the files that could not be written before. */
  retryFiles(): Promise<void> {
    return this.#files.retry()
  }

  /** Holds the switch as the app has described it. */
  async keepSwitch(described: StoredSwitch): Promise<void> {
    this.#switch = described
    await this.#files.put(this.#path('switch.json'), JSON.stringify(described))
  }

  /** Gives these rows to all tenants that have older ones, and returns their ids. */
  share({ version, rows }: SharedRows): string[] {
    const older = [...this.#sharedVersions].filter(([, held]) => held < version)
    for (const [id, held] of older) {
      const state = this.#tenants.get(id)
      if (!state) continue
      const snapshot = { ...state.snapshot, ...rows, version: state.snapshot.version - held + version }
      this.#tenants.set(id, { ...state, snapshot })
      this.#sharedVersions.set(id, version)
      this.#fetchedAt.set(id, performance.now())
    }
    return older.map(([id]) => id)
  }

  /** Stores the shared rows, for tenants whose files have older ones. */
  async keepShared(shared: SharedRows): Promise<void> {
    await this.#files.put(this.#path('shared.json'), JSON.stringify(shared))
  }

  /**
   * Takes over a tenant as the app gave it. At the version that the news gave it, its shared rows are at the version that they gave those.
   * Throws SyntaxError if it is none.
   */
  async keep(
    id: string,
    answer: TenantFile,
    version: number | undefined,
    shared: number | undefined,
  ): Promise<void> {
    const text = this.#taken(id, answer, version, shared)
    await this.#files.put(this.#path('tenants', `${id}.json`), text)
  }

  /** Lets go of a tenant that the switch no longer serves. */
  async drop(id: string): Promise<void> {
    this.#unname(id)
    this.#tenants.delete(id)
    this.#sharedVersions.delete(id)
    this.#fetchedAt.delete(id)
    const path = this.#path('tenants', `${id}.json`)
    this.#files.forget(path)
    await rm(path, { force: true })
  }

  /** Holds nothing any more, and returns the ids of the tenants that it held; their files stay until `erase`. */
  forget(): string[] {
    this.#switch = undefined
    const ids = this.ids()
    for (const id of ids) this.#unname(id)
    this.#tenants.clear()
    this.#sharedVersions.clear()
    this.#fetchedAt.clear()
    return ids
  }

  /** Removes all files, also those that an earlier run has left there. */
  async erase(): Promise<void> {
    this.#files.forget()
    for (const name of ['switch.json', 'shared.json']) await rm(this.#path(name), { force: true })
    await rm(this.#path('tenants'), { recursive: true, force: true })
    makeFolder(this.#path('tenants'))
  }

  /** The text of a tenant's file, once the tenant is in memory. */
  #taken(id: string, answer: TenantFile, version: number | undefined, shared: number | undefined): string {
    try {
      const file: StoredTenant = { ...answer, ...(answer.snapshot.version === version && { shared }) }
      const text = JSON.stringify(file)
      this.#put(id, file)
      this.#fetchedAt.set(id, performance.now())
      return text
    } catch (error) {
      throw new SyntaxError('The answer is not a tenant.', { cause: error })
    }
  }

  #put(id: string, file: StoredTenant): void {
    const state = fromFile(file)
    // Read before anything changes: what is no tenant throws here.
    const { domain } = state.snapshot.tenant
    const numbers = state.snapshot.dids.map(({ number }) => number)
    this.#unname(id)
    this.#tenants.set(id, state)
    if (file.shared === undefined) this.#sharedVersions.delete(id)
    else this.#sharedVersions.set(id, file.shared)
    this.#domains.set(domain, id)
    for (const number of numbers) this.#numbers.set(number, id)
  }

  /** A domain or number that has moved to another tenant stays there. */
  #unname(id: string): void {
    const before = this.#tenants.get(id)?.snapshot
    if (!before) return
    if (this.#domains.get(before.tenant.domain) === id) this.#domains.delete(before.tenant.domain)
    for (const { number } of before.dids) if (this.#numbers.get(number) === id) this.#numbers.delete(number)
  }

  #load(): void {
    this.#switch = readJson<StoredSwitch>(this.#path('switch.json'))
    if (!this.#switch) return
    for (const name of readdirSync(this.#path('tenants'))) {
      const id = TENANT_FILE.exec(name)?.[1]
      const path = this.#path('tenants', name)
      const file = id && readJson<StoredTenant>(path)
      if (!id || !file) continue
      try {
        this.#put(id, file)
      } catch (error) {
        logDamage(path, error)
      }
    }
    const shared = readJson<SharedRows>(this.#path('shared.json'))
    if (shared) this.share(shared)
  }

  #path(...names: string[]): string {
    return join(this.#folder, ...names)
  }
}
