import { answerOf, orNull } from '@/lib/supabase/answer'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import type { CallState, LiveCall as SwitchCall } from '@/lib/switch/agent/call-report'
import { subscribeSignedIn } from './followed'

/** Calls of a switch that has been silent for longer are hidden (public.live_call_list). */
export const SHOWN_MS = 600_000

/** A call in progress, with the names shown on pages. */
export interface LiveCall extends Pick<
  Tables<'live_calls'>,
  | 'id'
  | 'tenant_id'
  | 'caller_number'
  | 'caller_name'
  | 'called_number'
  | 'other_number'
  | 'other_name'
  | 'queue_id'
  | 'path'
  | 'codec'
  | 'mos'
> {
  direction: SwitchCall['direction']
  state: CallState
  /** The company of its tenant. */
  tenant: string | null
  /** The name of its queue. */
  queue: string | null
  /** By this browser's clock, in milliseconds since 1970. */
  startedAt: number
  stateAt: number
}

export interface LiveCallsState {
  /** Newest first; undefined while loading. */
  calls: readonly LiveCall[] | undefined
  /** Last report of the switch that has been silent longest, by this browser's clock; null if no switch reports. */
  reportedAt: number | null
  error: unknown
}

interface Answer {
  change: number
  now: string
  reported_at: string | null
  /** How many calls are in progress. */
  count: number
  calls: (Omit<LiveCall, 'startedAt' | 'stateAt'> & {
    started_at: string
    state_at: string
    ended_at: string | null
  })[]
}

/** The page is updated at most once in each quarter of a second. */
const QUARTER_MS = 250
/** The longest time without a request even without a push, to detect switches that stopped reporting. */
const AGAIN_MS = 5000
const CHECK_MS = 1000
/** After a longer gap all calls are read: the server reports an ended call for a minute (`private.store_live_calls`). */
const KEPT_MS = 40_000

const UNKNOWN: LiveCallsState = { calls: undefined, reportedAt: null, error: undefined }

/**
 * The calls in progress of a tenant, or of all tenants (null), while a page shows them. A push only says that something changed;
 * the changes are then requested.
 */
export class LiveCalls {
  readonly #tenant: string | null
  readonly #listeners = new Set<() => void>()
  readonly #calls = new Map<string, LiveCall>()
  #state = UNKNOWN
  #change = 0
  /** The latest change to ask for; infinite when anything may have changed. */
  #wanted = 0
  #askedAt = 0
  /** When the next quarter of a second begins, in which a request may be made. */
  #freeAt = 0
  /** By the clock, which goes on while a computer sleeps. */
  #answeredAt = 0
  #asking: Promise<void> | undefined
  #isStale = false
  #stop: (() => void) | undefined

  constructor(tenant: string | null) {
    this.#tenant = tenant
  }

  readonly state = (): LiveCallsState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#stop ??= this.#follow()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  readonly retry = async (): Promise<void> => this.#ask()

  #follow(): () => void {
    let due: ReturnType<typeof setTimeout> | undefined
    // A report of a switch is pushed once per tenant: pushes of what is known by then would only delay the next report.
    const want = (change: number) => {
      if (change <= this.#change) return
      this.#wanted = Math.max(this.#wanted, change)
      due ??= setTimeout(
        () => {
          due = undefined
          if (this.#wanted > this.#change) void this.#ask()
        },
        Math.max(0, this.#freeAt - performance.now()),
      )
    }
    const ask = () => want(Number.POSITIVE_INFINITY)
    // Not in between pushes: it would delay what the next one is about.
    const again = setInterval(() => {
      if (performance.now() - this.#askedAt >= AGAIN_MS) ask()
    }, CHECK_MS)
    let leave: (() => void) | undefined
    let hasLeft = false
    ask()
    getSupabase().then(
      (supabase) => {
        if (!hasLeft) leave = openChannel(supabase, this.#tenant, want)
      },
      (error: unknown) => console.error(error),
    )
    return () => {
      hasLeft = true
      clearInterval(again)
      clearTimeout(due)
      leave?.()
    }
  }

  /** One request at a time; changes in the meantime cause another one afterward. */
  #ask(): Promise<void> {
    if (this.#asking) {
      this.#isStale = true
      return this.#asking
    }
    this.#isStale = false
    this.#wanted = 0
    const now = performance.now()
    this.#askedAt = now
    // Counted from the request, one that came late in its quarter would make all that follow late.
    this.#freeAt = (now - this.#freeAt < QUARTER_MS ? Math.min(this.#freeAt, now) : now) + QUARTER_MS
    this.#asking = this.#answer()
      .catch((error: unknown) => this.#tell({ ...this.#state, error }))
      .finally(() => {
        this.#asking = undefined
        if (this.#isStale && this.#stop && this.#wanted > this.#change) void this.#ask()
      })
    return this.#asking
  }

  async #answer(): Promise<void> {
    const since = Date.now() - this.#answeredAt < KEPT_MS ? this.#change : 0
    const supabase = await getSupabase()
    const asked = { tenant: orNull(this.#tenant), since }
    const answer = answerOf<Answer>(await supabase.rpc('live_calls_since', asked))
    this.#answeredAt = Date.now()
    const ahead = Date.parse(answer.now) - this.#answeredAt
    if (since === 0) this.#calls.clear()
    for (const { started_at, state_at, ended_at, ...call } of answer.calls) {
      if (ended_at === null)
        this.#calls.set(call.id, {
          ...call,
          startedAt: Date.parse(started_at) - ahead,
          stateAt: Date.parse(state_at) - ahead,
        })
      else this.#calls.delete(call.id)
    }
    // Calls of a switch that was deleted, or was silent for long, do not end: they are gone.
    const isWhole = since === 0 || this.#calls.size === answer.count
    this.#change = isWhole ? answer.change : 0
    if (!isWhole) return this.#answer()
    const isSame = since > 0 && answer.calls.length === 0 && this.#calls.size === this.#state.calls?.length
    this.#tell({
      calls:
        isSame && this.#state.calls
          ? this.#state.calls
          : [...this.#calls.values()].sort((one, other) => other.startedAt - one.startedAt),
      reportedAt: answer.reported_at === null ? null : Date.parse(answer.reported_at) - ahead,
      error: undefined,
    })
  }

  #tell(state: LiveCallsState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Calls back with the number of each change to calls of the tenant (or any tenant), infinite when one may have been missed. */
function openChannel(
  supabase: Supabase,
  tenant: string | null,
  changed: (change: number) => void,
): () => void {
  const missed = () => changed(Number.POSITIVE_INFINITY)
  const open = () =>
    supabase
      .channel(`live-calls ${tenant ?? 'all'}`)
      .on<{ change: number }>(
        'postgres_changes',
        {
          event: '*',
          schema: 'public',
          table: 'live_tenants',
          ...(tenant ? { filter: `tenant_id=eq.${tenant}` } : {}),
        },
        // A deleted row has no values.
        ({ new: row }) => changed('change' in row ? Number(row.change) : Number.POSITIVE_INFINITY),
      )
      .on('system', {}, missed)
  return subscribeSignedIn(supabase, open, missed)
}
