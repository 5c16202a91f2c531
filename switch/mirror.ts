import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AskingSwitch } from '../lib/switch/admission'
import type {
  AgentUpdate,
  GatewayVersions,
  SwitchCommand,
  VoicemailCommand,
} from '../lib/switch/agent/protocol'
import { fromFile, type TenantFile } from '../lib/switch/agent/tenant-file'
import type { TenantState } from '../lib/switch/serve'
import { type App, AppFailure } from './app-client'
import { makeFolder, putFile } from './files'

/** How many tenants are fetched at a time. */
const AT_ONCE = 4
/** The first answer for a tenant with thousands of extensions can take a while. */
const TENANT_MS = 60_000
/** How long further news wait for tenants that are being fetched. A changed gateway changes all tenants. */
const FETCHING_MS = 400

/** An answer of the app, and when it was asked for, by performance.now(). */
type News = AgentUpdate & { askedAt: number }

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
 * unreachable they stay. Once the app refuses the switch's secret, nothing is answered and everything is removed from disk.
 */
export class Mirror {
  readonly #app: App
  readonly #folder: string
  readonly #tenants = new Map<string, TenantState>()
  /** When the tenants that this run has fetched arrived, by performance.now(). */
  readonly #fetchedAt = new Map<string, number>()
  readonly #domains = new Map<string, string>()
  readonly #numbers = new Map<string, string>()
  #switch: AskingSwitch | undefined
  #tag: string | null = null
  #refreshing: Promise<void> | undefined
  #taking: Promise<void> = Promise.resolve()
  #following: Promise<void> | undefined
  /** Files that could not be written, such as to a full disk, with their contents. */
  readonly #unsaved = new Map<string, string>()
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

  /** Asks what has changed and fetches it. Throws what the requests throw. */
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
   * The same as soon as something changes, if the app can say so, and otherwise at once. Tenants that take long are fetched on, and until
   * they have arrived it does not wait for a change. Returns whether the app can say so, how long it took to fetch what has changed, and
   * whether all of it has arrived.
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
    return { pushed: news.pushed === true, fetchMs: performance.now() - begun, complete }
  }

  async #ask(wait: boolean, stopped?: AbortSignal): Promise<News> {
    const askedAt = performance.now()
    try {
      const asked = { known: this.#tag, wait }
      const update = await this.#app.ask<AgentUpdate>('/api/switch/agent/news', asked, undefined, stopped)
      return { ...update, askedAt }
    } catch (error) {
      if (error instanceof AppFailure && error.status === 401) await this.#forget()
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
    for (const [path, text] of this.#unsaved) await this.#save(path, text)
    try {
      if (news.versions) {
        this.#switch = news.switch
        await this.#save(this.#path('switch.json'), JSON.stringify(news.switch))
        await this.#follow(news.versions, news.askedAt)
        // Only once all of them have arrived: those that failed are requested again.
        this.#tag = news.tag
      }
    } catch (error) {
      if (error instanceof AppFailure && error.status === 401) await this.#forget()
      throw error
    }
  }

  async #follow(versions: Record<string, number>, askedAt: number): Promise<void> {
    const changed: string[] = []
    for (const id of [...this.#tenants.keys()])
      if (versions[id] === undefined) {
        await this.#drop(id)
        changed.push(id)
      }
    const held = (id: string) => this.#tenants.get(id)?.snapshot.version
    // A version that has fallen means that the database was restored: others may have been reached again with other contents.
    const isRestored = Object.entries(versions).some(
      ([id, version]) => (held(id) ?? 0) > version && (this.#fetchedAt.get(id) ?? 0) < askedAt,
    )
    const old = Object.entries(versions)
      .filter(([id, version]) => isRestored || held(id) !== version)
      .map(([id]) => id)
    const fetching = async () => {
      for (let id = old.pop(); id !== undefined; id = old.pop()) {
        await this.#fetch(id)
        changed.push(id)
      }
    }
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, fetching))
    // Those that arrived are not requested again, whether or not others failed.
    if (changed.length > 0) this.#on.changed(changed)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  async #fetch(id: string): Promise<void> {
    try {
      const file = await this.#app.ask<TenantFile>('/api/switch/agent/tenant', { id }, TENANT_MS)
      const text = JSON.stringify(file)
      this.#put(id, file)
      this.#fetchedAt.set(id, performance.now())
      await this.#save(this.#path('tenants', `${id}.json`), text)
    } catch (error) {
      // Deleted, or no longer served by this switch.
      if (!(error instanceof AppFailure && error.status === 404)) throw error
      await this.#drop(id)
    }
  }

  /** Writes a file, or tries again with the next news: what cannot be stored governs calls too. */
  async #save(path: string, text: string): Promise<void> {
    try {
      await putFile(path, text)
      this.#unsaved.delete(path)
    } catch (error) {
      if (this.#unsaved.size === 0) console.error('The configuration cannot be stored right now:', error)
      this.#unsaved.set(path, text)
    }
  }

  #put(id: string, file: TenantFile): void {
    const state = fromFile(file)
    const { tenant, dids } = state.snapshot
    this.#unname(id)
    this.#tenants.set(id, state)
    this.#domains.set(tenant.domain, id)
    for (const { number } of dids) this.#numbers.set(number, id)
  }

  async #drop(id: string): Promise<void> {
    this.#unname(id)
    this.#tenants.delete(id)
    this.#fetchedAt.delete(id)
    const path = this.#path('tenants', `${id}.json`)
    this.#unsaved.delete(path)
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
    this.#fetchedAt.clear()
    if (ids.length > 0) this.#on.changed(ids)
    this.#unsaved.clear()
    await rm(this.#path('switch.json'), { force: true })
    // Also what an earlier run has left there.
    await rm(this.#path('tenants'), { recursive: true, force: true })
    makeFolder(this.#path('tenants'))
  }

  #load(): void {
    this.#switch = read<AskingSwitch>(this.#path('switch.json'))
    if (!this.#switch) return
    for (const name of readdirSync(this.#path('tenants'))) {
      const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1]
      const path = this.#path('tenants', name)
      const file = id && read<TenantFile>(path)
      if (!id || !file) continue
      try {
        this.#put(id, file)
      } catch (error) {
        logDamage(path, error)
      }
    }
  }

  #path(...names: string[]): string {
    return join(this.#folder, ...names)
  }
}

/** A JSON file; undefined if there is none or, with a log line, if it is damaged. What is damaged is fetched again. */
function read<Content>(path: string): Content | undefined {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch (error) {
    logDamage(path, error)
    return undefined
  }
}

const logDamage = (path: string, error: unknown) =>
  console.error(`${path} is damaged and is fetched again from the app:`, error)
