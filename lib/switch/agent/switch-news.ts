import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../supabase/database.types'

/** How long a request is held at most. A change that was not pushed is found when the agent asks again. */
const HOLD_MS = 5000

interface Counted {
  table_name?: string
  tenant_id?: string | null
  version: number
}

/**
 * Tells the requests that this server holds for agents when something has changed for any switch: a tenant's snapshot, a command, a
 * gateway, a switch. It hears of it by Realtime, so that any server may have made the change.
 */
class SwitchNews {
  readonly #supabase: SupabaseClient<Database>
  readonly #held = new Set<() => void>()
  readonly #versions = new Map<string, number>()
  #channel: RealtimeChannel | undefined
  #isPushed = false
  #isStopped = false
  #changedAt = 0

  constructor(supabase: SupabaseClient<Database>) {
    this.#supabase = supabase
  }

  /** Whether changes are pushed to this server at the moment. The first call, and the first after the server has ended it, starts that. */
  get isPushed(): boolean {
    if (!this.#channel && !this.#isStopped) this.#channel = this.#subscribe()
    return this.#isPushed && !this.#isStopped
  }

  /**
   * Resolves once something has changed since `since` (performance.now()), with true; with false after five seconds, once `closed` is
   * aborted, and as soon as changes are no longer pushed.
   */
  async changed(since: number, closed: AbortSignal): Promise<boolean> {
    if (closed.aborted) return false
    if (this.#changedAt >= since) return true
    if (!this.isPushed) return false
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        closed.removeEventListener('abort', end)
        this.#held.delete(end)
        resolve()
      }
      const timer = setTimeout(end, HOLD_MS)
      closed.addEventListener('abort', end)
      this.#held.add(end)
    })
    return this.#changedAt >= since && !closed.aborted && !this.#isStopped
  }

  /** Lets all held requests go, and holds no more, so that a server that stops need not wait for them. */
  stop(): void {
    this.#isStopped = true
    this.#release()
    if (this.#channel) void this.#supabase.removeChannel(this.#channel)
  }

  #subscribe(): RealtimeChannel {
    const counted = { event: '*', schema: 'public' } as const
    return (
      this.#supabase
        .channel('switch news')
        .on<Counted>('postgres_changes', { ...counted, table: 'tenant_versions' }, (pushed) => {
          this.#take(pushed.new)
        })
        .on<Counted>(
          'postgres_changes',
          { ...counted, table: 'list_versions', filter: 'table_name=eq.switch_news' },
          (pushed) => this.#take(pushed.new),
        )
        // The server confirms a join before it follows the tables; this message says that it does now.
        .on('system', {}, ({ extension, status }) => {
          if (extension === 'postgres_changes') this.#turn(status === 'ok')
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') this.#turn(false)
          // The server ends channels now and then, such as when its keys change, and realtime-js does not join again. The next question
          // opens another.
          if (status === 'CLOSED') this.#channel = undefined
        })
    )
  }

  #turn(isPushed: boolean): void {
    this.#isPushed = isPushed
    // Changes may have been missed.
    this.#changedAt = performance.now()
    this.#release()
  }

  /** Storing the check of a configuration changes a tenant's row too, but not its version. */
  #take({ table_name, tenant_id, version }: Partial<Counted>): void {
    const key = table_name ?? tenant_id ?? 'all tenants'
    if (version !== undefined && this.#versions.get(key) === version) return
    if (version !== undefined) this.#versions.set(key, version)
    this.#changedAt = performance.now()
    this.#release()
  }

  #release(): void {
    for (const end of [...this.#held]) end()
  }
}

/** Global, because Next.js bundles server startup and routes separately, so they share no module variables. */
const shared = globalThis as { trunklineNews?: SwitchNews }

/** Wakes this server's held requests. */
export function switchNews(supabase: SupabaseClient<Database>): SwitchNews {
  shared.trunklineNews ??= new SwitchNews(supabase)
  return shared.trunklineNews
}
