import { setTimeout as pause } from 'node:timers/promises'
import { type AskingSwitch, versionsWith } from '../lib/switch/admission'
import type {
  AgentUpdate,
  GatewayVersions,
  SharedRows,
  SwitchCommand,
  VoicemailCommand,
} from '../lib/switch/agent/agent-update'
import type { TenantFile } from '../lib/switch/agent/tenant-file'
import type { TenantState } from '../lib/switch/switch-store'
import { type App, AppFailure } from './app-client'
import { HeldTenants } from './held-tenants'
import { inLine } from './in-line'

/** How many tenants are fetched at a time. */
const AT_ONCE = 4
/** The first answer for a tenant with thousands of extensions can take a while. */
const TENANT_MS = 60_000
/** The shortest time until a tenant is requested again that the app has failed to give; as long as that took if it was longer. */
const RETRY_MS = 2000
/** How long further news wait for tenants that are being fetched. */
const FETCHING_MS = 400

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
  /** The app's database was restored, and may lack what it was told. */
  restored(): void
  /** The app took phones for lost, which may still be there. */
  phonesLost(): void
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
  readonly #held: HeldTenants
  readonly #on: Followed
  /** The tenants that the app has failed to give, with when each is requested again, by performance.now(). */
  readonly #retryAt = new Map<string, number>()
  #tag: string | null = null
  /** The versions that came last. */
  #versions: Record<string, number> = {}
  #renewed: string | undefined
  #phonesLostAt: string | null | undefined
  #refreshing: Promise<void> | undefined
  /** Two answers may arrive at a time. */
  readonly #inTurn = inLine()
  #following: Promise<void> | undefined

  constructor(app: App, folder: string, on: Followed) {
    this.#app = app
    this.#held = new HeldTenants(folder)
    this.#on = on
  }

  /** The switch as the app knows it; undefined until the app has answered, and after it has refused. */
  get switch(): AskingSwitch | undefined {
    return this.#held.switch
  }

  /** How many tenants the switch serves. */
  get size(): number {
    return this.#held.size
  }

  /** The tenant of this id, domain or number. */
  tenantOf(by: { id?: string; domain?: string; number?: string }): TenantState | undefined {
    return this.#held.tenantOf(by)
  }

  /** Asks what has changed and fetches it. Throws what the requests throw; tenants that fail alone are only logged and requested later. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#ask(false)
      .then((news) => {
        this.#handOut(news)
        return this.#inTurn(() => this.#take(news))
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
      const following = this.#inTurn(() => this.#take(news)).finally(() => {
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

  #handOut({ commands, voicemail, gateways, renewed, phones_lost_at }: AgentUpdate): void {
    if (this.#renewed !== undefined && renewed !== this.#renewed) this.#on.restored()
    this.#renewed = renewed
    if (this.#phonesLostAt !== undefined && phones_lost_at !== this.#phonesLostAt) this.#on.phonesLost()
    this.#phonesLostAt = phones_lost_at
    if (commands.length > 0) this.#on.commands(commands)
    if (voicemail.length > 0) this.#on.messages(voicemail)
    if (gateways) this.#on.gateways(gateways)
  }

  async #take(news: News): Promise<void> {
    await this.#held.retryFiles()
    try {
      if (news.versions) {
        await this.#held.keepSwitch({ ...news.switch, installation: news.installation })
        const versions = news.changed_only
          ? versionsWith(this.#versions, news.versions, news.versions_hash)
          : news.versions
        if (!versions) {
          this.#tag = null
          return
        }
        this.#versions = versions
        await this.#reconcile(versions, news.shared, news.askedAt)
        // Only once all of them have arrived: those that failed are requested again.
        if (this.#retryAt.size === 0) this.#tag = news.at === undefined ? news.tag : `${news.tag} ${news.at}`
      }
    } catch (error) {
      if (this.#isRefusal(error)) await this.#forget()
      throw error
    }
  }

  /** Without a known installation, any that refuses the secret counts. */
  #isRefusal(error: unknown): boolean {
    if (!(error instanceof AppFailure) || error.refusedBy === undefined) return false
    return (this.#held.switch?.installation ?? error.refusedBy) === error.refusedBy
  }

  /** Fetches the tenants whose versions are others than held, and drops those without one. */
  async #reconcile(
    versions: Record<string, number>,
    shared: SharedRows | undefined,
    askedAt: number,
  ): Promise<void> {
    const changed = new Set<string>()
    for (const id of new Set([...this.#held.ids(), ...this.#retryAt.keys()]))
      if (versions[id] === undefined) {
        await this.#drop(id)
        changed.add(id)
      }
    // A version that has fallen means that the database was restored: others may have been reached again with other contents.
    const isRestored = Object.entries(versions).some(
      ([id, version]) => (this.#held.versionOf(id) ?? 0) > version && this.#held.fetchedAt(id) < askedAt,
    )
    if (shared) {
      const older = isRestored ? [] : this.#held.share(shared)
      for (const id of older) changed.add(id)
      // Tenants' files have the rows that were shared when they were fetched.
      if (isRestored || older.length > 0) await this.#held.keepShared(shared)
    }
    const old = Object.entries(versions)
      .filter(([id, version]) => isRestored || this.#held.versionOf(id) !== version || this.#retryAt.has(id))
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

  /**
   * Fetches a tenant. Throws TenantFailure if the app fails with this one, takes too long or gives something else.
   */
  async #fetch(id: string, version: number | undefined, shared: number | undefined): Promise<void> {
    try {
      const answer = await this.#app.ask<TenantFile>('/api/switch/agent/tenant', { id }, TENANT_MS)
      await this.#held.keep(id, answer, version, shared)
    } catch (error) {
      if (isOfOneTenant(error))
        throw new TenantFailure(`Tenant ${id} cannot be fetched and is requested again:`, { cause: error })
      // Deleted, or no longer served by this switch.
      if (!(error instanceof AppFailure && error.isUnknown)) throw error
      await this.#drop(id)
    }
  }

  async #drop(id: string): Promise<void> {
    this.#retryAt.delete(id)
    await this.#held.drop(id)
  }

  async #forget(): Promise<void> {
    this.#tag = null
    this.#retryAt.clear()
    const ids = this.#held.forget()
    if (ids.length > 0) this.#on.changed(ids)
    await this.#held.erase()
  }
}

/** A 500 is about one tenant; with any other status, a proxy or the app says that it is away or busy, or refuses. */
const isOfOneTenant = (error: unknown): boolean =>
  error instanceof AppFailure
    ? error.status === 500
    : error instanceof SyntaxError || (error instanceof DOMException && error.name === 'TimeoutError')
