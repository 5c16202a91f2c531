import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AskingSwitch } from '../lib/switch/admission'
import type {
  AgentUpdate,
  GatewayVersions,
  SharedRows,
  SwitchCommand,
  VoicemailCommand,
} from '../lib/switch/agent/protocol'
import { fromFile, type TenantFile } from '../lib/switch/agent/tenant-file'
import type { TenantState } from '../lib/switch/serve'
import { type App, AppFailure } from './app-client'
import { LastingFiles, logDamage, makeFolder, readJson } from './files'

/** How many tenants are fetched at a time. */
const AT_ONCE = 4
/** The first answer for a tenant with thousands of extensions can take a while. */
const TENANT_MS = 60_000
/** The shortest time until a tenant is requested again that the app has failed to give; as long as that took if it was longer. */
const RETRY_MS = 2000
/** How long further news wait for tenants that are being fetched. */
const FETCHING_MS = 400

/** A tenant on disk. `shared`: the part of its version that counts shared rows; absent if the app had not said so. */
type StoredTenant = TenantFile & { shared?: number }

/** The switch on disk, and the installation that it belongs to; absent if the app had not said so. */
type StoredSwitch = AskingSwitch & { installation?: string }

/** An answer of the app, and when it was asked for, by performance.now(). */
type News = AgentUpdate & { askedAt: number }

/** Why one tenant could not be fetched, which says nothing of the others. */
class TenantFailure extends Error {}

/** Called with what is new. */
export interface Followed {
  /** Commands, which the app hands out once. */
  commands(commands: SwitchCommand[]): void
  /** Orders for messages, repeated until they are done. */
  messages(orders: VoicemailCommand[]): void
  /** The gateways as they are now. */
  gateways(versions: GatewayVersions): void
  /** The tenants whose snapshots have changed, or that are no longer served. */
  changed(tenants: string[]): void
}

/**
 * All tenants that a switch serves, in memory and on disk, as last received from the app. `refresh` updates them; while the app is
 * unreachable they stay. Once the installation that they are from refuses the switch's secret, nothing is answered and everything is
 * removed from disk. They stay if anybody else does: a proxy, or an app with other data that was started at the same address.
 */
export class Mirror {
  readonly #app: App
  readonly #folder: string
  readonly #tenants = new Map<string, TenantState>()
  /** When the tenants that this run has fetched, or has given other shared rows, got them, by performance.now(). */
  readonly #fetchedAt = new Map<string, number>()
  /** The tenants that the app has failed to give, with when each is requested again, by performance.now(). */
  readonly #retryAt = new Map<string, number>()
  /** The part of each tenant's version that counts shared rows, where it is known. */
  readonly #sharedVersions = new Map<string, number>()
  readonly #domains = new Map<string, string>()
  readonly #numbers = new Map<string, string>()
  #switch: StoredSwitch | undefined
  #tag: string | null = null
  #refreshing: Promise<void> | undefined
  #taking: Promise<void> = Promise.resolve()
  #following: Promise<void> | undefined
  readonly #files = new LastingFiles()
  readonly #on: Followed

  constructor(app: App, folder: string, on: Followed) {
    this.#app = app
    this.#folder = folder
    this.#on = on
    makeFolder(join(folder, 'tenants'))
    this.#load()
  }

  /** The switch as the app knows it; undefined until the app has answered, and after it has refused. */
  get switch(): AskingSwitch | undefined {
    return this.#switch
  }

  get size(): number {
    return this.#tenants.size
  }

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

  /** Asks what has changed and fetches it. Throws what the requests throw; tenants that fail alone are only logged and requested later. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#ask(false)
      .then((news) => {
        this.#handOut(news)
        return this.#inTurn(news)
      })
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /**
   * Like `refresh`, but waits for the next change if the app can push changes. Slow tenants go on loading, and while any does it does not
   * wait. Returns whether the app will push the next change (not while it fails to deliver a tenant), how long fetching took, and whether
   * everything available has arrived.
   */
  async follow(stopped: AbortSignal): Promise<{ pushed: boolean; fetchMs: number; complete: boolean }> {
    const news = await this.#ask(this.#following === undefined, stopped)
    const begun = performance.now()
    this.#handOut(news)
    if (!this.#following) {
      const following = this.#inTurn(news).finally(() => {
        this.#following = undefined
      })
      // A failure that comes too late to be thrown below: the next news name the same tenants again.
      following.catch(() => undefined)
      this.#following = following
    }
    const complete = await Promise.race([this.#following.then(() => true), pause(FETCHING_MS, false)])
    const pushed = news.pushed === true && this.#retryAt.size === 0
    return { pushed, fetchMs: performance.now() - begun, complete }
  }

  async #ask(wait: boolean, stopped?: AbortSignal): Promise<News> {
    const askedAt = performance.now()
    try {
      const asked = { known: this.#tag, wait }
      const update = await this.#app.ask<AgentUpdate>('/api/switch/agent/news', asked, undefined, stopped)
      return { ...update, askedAt }
    } catch (error) {
      if (this.#isRefusal(error)) await this.#forget()
      throw error
    }
  }

  /** Two answers may arrive at a time. */
  #inTurn(news: News): Promise<void> {
    const taken = this.#taking.then(() => this.#take(news))
    this.#taking = taken.catch(() => undefined)
    return taken
  }

  #handOut({ commands, voicemail, gateways }: AgentUpdate): void {
    if (commands.length > 0) this.#on.commands(commands)
    if (voicemail.length > 0) this.#on.messages(voicemail)
    if (gateways) this.#on.gateways(gateways)
  }

  async #take(news: News): Promise<void> {
    await this.#files.retry()
    try {
      if (news.versions) {
        this.#switch = { ...news.switch, installation: news.installation }
        await this.#files.put(this.#path('switch.json'), JSON.stringify(this.#switch))
        await this.#follow(news.versions, news.shared, news.askedAt)
        // Only once all of them have arrived: those that failed are requested again.
        this.#tag = this.#retryAt.size === 0 ? news.tag : null
      }
    } catch (error) {
      if (this.#isRefusal(error)) await this.#forget()
      throw error
    }
  }

  /** Without a known installation, any that refuses the secret counts. */
  #isRefusal(error: unknown): boolean {
    if (!(error instanceof AppFailure) || error.refusedBy === undefined) return false
    return (this.#switch?.installation ?? error.refusedBy) === error.refusedBy
  }

  async #follow(
    versions: Record<string, number>,
    shared: SharedRows | undefined,
    askedAt: number,
  ): Promise<void> {
    const changed = new Set<string>()
    for (const id of new Set([...this.#tenants.keys(), ...this.#retryAt.keys()]))
      if (versions[id] === undefined) {
        await this.#drop(id)
        changed.add(id)
      }
    const held = (id: string) => this.#tenants.get(id)?.snapshot.version
    // A version that has fallen means that the database was restored: others may have been reached again with other contents.
    const isRestored = Object.entries(versions).some(
      ([id, version]) => (held(id) ?? 0) > version && (this.#fetchedAt.get(id) ?? 0) < askedAt,
    )
    if (shared) {
      const older = isRestored ? [] : this.#share(shared)
      for (const id of older) changed.add(id)
      // Tenants' files have the rows that were shared when they were fetched.
      if (isRestored || older.length > 0)
        await this.#files.put(this.#path('shared.json'), JSON.stringify(shared))
    }
    const old = Object.entries(versions)
      .filter(([id, version]) => isRestored || held(id) !== version || this.#retryAt.has(id))
      .map(([id]) => id)
      .filter((id) => (this.#retryAt.get(id) ?? 0) <= performance.now())
    const failures: unknown[] = []
    const fetching = async () => {
      for (let id = old.pop(); id !== undefined; id = old.pop()) {
        const begun = performance.now()
        try {
          await this.#fetch(id, versions[id], shared?.version)
          this.#retryAt.delete(id)
          changed.add(id)
        } catch (error) {
          if (error instanceof TenantFailure) this.#retryLater(id, begun, error)
          else {
            // An app that is away or busy, or refuses the secret, has no answer about any other either.
            failures.push(error)
            return
          }
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, fetching))
    // Those that arrived are not requested again, whether or not others failed.
    if (changed.size > 0) this.#on.changed([...changed])
    if (failures.length > 0) throw failures[0]
  }

  #retryLater(id: string, begun: number, failure: TenantFailure): void {
    if (!this.#retryAt.has(id)) console.error(failure.message, failure.cause)
    const now = performance.now()
    this.#retryAt.set(id, now + Math.max(RETRY_MS, now - begun))
  }

  /** Gives these rows to all tenants that have older ones, and returns their ids. */
  #share({ version, rows }: SharedRows): string[] {
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

  /**
   * Fetches a tenant. At the version that the news gave it, its shared rows are at the version that they gave those. Throws TenantFailure
   * if the app fails with this one, takes too long or gives something else.
   */
  async #fetch(id: string, version: number | undefined, shared: number | undefined): Promise<void> {
    try {
      const answer = await this.#app.ask<TenantFile>('/api/switch/agent/tenant', { id }, TENANT_MS)
      const text = this.#keep(id, answer, version, shared)
      await this.#files.put(this.#path('tenants', `${id}.json`), text)
    } catch (error) {
      if (isOfOneTenant(error))
        throw new TenantFailure(`Tenant ${id} cannot be fetched and is requested again:`, { cause: error })
      // Deleted, or no longer served by this switch.
      if (!(error instanceof AppFailure && error.status === 404)) throw error
      await this.#drop(id)
    }
  }

  /** Takes over a tenant as the app gave it, and returns the text of its file. Throws SyntaxError if it is none. */
  #keep(id: string, answer: TenantFile, version: number | undefined, shared: number | undefined): string {
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

  async #drop(id: string): Promise<void> {
    this.#unname(id)
    this.#tenants.delete(id)
    this.#sharedVersions.delete(id)
    this.#fetchedAt.delete(id)
    this.#retryAt.delete(id)
    const path = this.#path('tenants', `${id}.json`)
    this.#files.forget(path)
    await rm(path, { force: true })
  }

  /** A domain or number that has moved to another tenant stays there. */
  #unname(id: string): void {
    const before = this.#tenants.get(id)?.snapshot
    if (!before) return
    if (this.#domains.get(before.tenant.domain) === id) this.#domains.delete(before.tenant.domain)
    for (const { number } of before.dids) if (this.#numbers.get(number) === id) this.#numbers.delete(number)
  }

  async #forget(): Promise<void> {
    this.#switch = undefined
    this.#tag = null
    const ids = [...this.#tenants.keys()]
    for (const id of ids) this.#unname(id)
    this.#tenants.clear()
    this.#sharedVersions.clear()
    this.#fetchedAt.clear()
    this.#retryAt.clear()
    if (ids.length > 0) this.#on.changed(ids)
    this.#files.forget()
    for (const name of ['switch.json', 'shared.json']) await rm(this.#path(name), { force: true })
    // Also what an earlier run has left there.
    await rm(this.#path('tenants'), { recursive: true, force: true })
    makeFolder(this.#path('tenants'))
  }

  #load(): void {
    this.#switch = readJson<StoredSwitch>(this.#path('switch.json'))
    if (!this.#switch) return
    for (const name of readdirSync(this.#path('tenants'))) {
      const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1]
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
    if (shared) this.#share(shared)
  }

  #path(...names: string[]): string {
    return join(this.#folder, ...names)
  }
}

/** A 500 is about one tenant; with any other status, a proxy or the app says that it is away or busy, or refuses. */
const isOfOneTenant = (error: unknown): boolean =>
  error instanceof AppFailure
    ? error.status === 500
    : error instanceof SyntaxError || (error instanceof DOMException && error.name === 'TimeoutError')
