import { setTimeout as pause } from 'node:timers/promises'
import { chunk } from 'es-toolkit/array'
import { clipped } from '../lib/clipped'
import type { AgentEvent } from '../lib/switch/agent/agent-event'
import type { CallCommand } from '../lib/switch/agent/agent-update'
import type { CallReport } from '../lib/switch/agent/call-report'
import { PROBLEM } from '../lib/switch/agent/limits'
import { callVariable } from '../lib/switch/call-state'
import { CALL, LISTENS } from '../lib/switch/channel-variables'
import type { TenantState } from '../lib/switch/switch-store'
import { callFromOutside } from '../lib/telephony/routing/place'
import { UUID } from '../lib/validation/uuid'
import { APPLICATIONS } from './call-events'
import { CallReports } from './call-reports'
import { CallTable } from './call-table'
import { plainWord } from './command-word'
import type { EventSocket, SwitchEvent } from './event-socket'
import { causeIn } from './ring-phone'
import { type EventSource, watchEvents } from './watch-events'

const EVENTS = [
  'CHANNEL_CREATE',
  'CHANNEL_ORIGINATE',
  'CHANNEL_CALLSTATE',
  'CHANNEL_ANSWER',
  'CHANNEL_BRIDGE',
  'CHANNEL_UNBRIDGE',
  'CHANNEL_HANGUP_COMPLETE',
  'CHANNEL_DESTROY',
  'BACKGROUND_JOB',
] as const
/** How many channels are queried at a time. */
const AT_ONCE = 50
const MEASURE_MS = 1000
/** How many channels are measured in a row: a thousand calls are each measured twice a minute. */
const MEASURED_IN_A_ROW = 40
/** How long a listener's phone rings, in seconds. */
const LISTEN_SECONDS = 25
const JOB_MS = (LISTEN_SECONDS + 10) * 1000

interface Watched extends EventSource {
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  /** Reports to the app; resolves to whether the app took the report. */
  report(report: CallReport): Promise<boolean>
  tenantOf(domain: string): TenantState | undefined
}

/** Follows the calls of a switch on its event socket and carries out what staff ask of them. */
export class Calls {
  readonly #watched: Watched
  readonly #table = new CallTable()
  readonly #reports: CallReports
  readonly #jobs = new Map<string, (answer: string) => void>()
  #events: EventSocket | undefined
  #measured = new Set<string>()

  constructor(watched: Watched) {
    this.#watched = watched
    this.#reports = new CallReports(this.#table, watched.report)
  }

  get size(): number {
    return this.#table.size
  }

  /** Watches until it is stopped; after a gap it starts over with the calls that exist then. */
  async watch(): Promise<void> {
    const { stopped } = this.#watched
    const reporting = this.#reports.run(() => this.#events !== undefined, stopped)
    await watchEvents(this.#watched, (events) =>
      this.#follow(events).finally(() => {
        this.#events = undefined
      }),
    )
    await reporting
  }

  async #follow(events: EventSocket): Promise<void> {
    events.onEvent((event) => {
      this.#take(event)
      if (isPastTheDialplan(event))
        events.api(`uuid_kill ${plainWord(event['Unique-ID'] ?? '')} CALL_REJECTED`).catch(() => undefined)
      if (isHandedOver(event)) events.api(counting(event)).catch(() => undefined)
    })
    // A call executes dozens of applications; only those that tell its state are subscribed to.
    for (const name of EVENTS) await events.command(`filter Event-Name ${name}`)
    for (const name of Object.keys(APPLICATIONS)) await events.command(`filter Application ${name}`)
    await events.command(`event json ${EVENTS.join(' ')} CHANNEL_EXECUTE`)
    await this.#begin(events)
    this.#events = events
    this.#reports.tellAll()
    await this.#measureUntilEnd(events)
  }

  /** Reads the current calls by querying every channel. */
  async #begin(events: EventSocket): Promise<void> {
    const uuids = uuidsIn(await events.api('show channels as json'))
    this.#table.keepOnly(new Set(uuids), Date.now())
    for (const some of chunk(uuids, AT_ONCE)) {
      const dumps = await Promise.all(some.map((uuid) => events.api(`uuid_dump ${uuid} json`)))
      for (const dump of dumps) if (dump.startsWith('{')) this.#table.take(JSON.parse(dump) as SwitchEvent)
    }
  }

  #take(event: SwitchEvent): void {
    if (event['Event-Name'] === 'BACKGROUND_JOB') {
      this.#jobs.get(event['Job-UUID'] ?? '')?.(event._body ?? '')
      return
    }
    this.#table.take(event)
    this.#reports.wake()
  }

  async #measureUntilEnd(events: EventSocket): Promise<void> {
    let isOver = false
    const over = events.ended.then(() => {
      isOver = true
    })
    const { stopped } = this.#watched
    while (!isOver && !stopped.aborted) {
      try {
        await this.#measure(events)
      } catch (error) {
        if (!isOver) console.error('Calls could not be measured:', error)
      }
      await Promise.race([over, pause(MEASURE_MS, undefined, { signal: stopped }).catch(() => undefined)])
    }
    await over
  }

  /** Sends one command at a time: a busy switch sends no events while the next command waits for it. */
  async #measure(events: EventSocket): Promise<void> {
    const talking = this.#table.ids().filter((id) => this.#table.liveCall(id)?.state === 'talking')
    let due = talking.filter((id) => !this.#measured.has(id))
    if (due.length === 0) {
      this.#measured = new Set()
      due = talking
    }
    for (const id of due.slice(0, MEASURED_IN_A_ROW)) {
      this.#measured.add(id)
      const { first } = this.#table.channelsOf(id) ?? {}
      if (!first) continue
      await events.api(`uuid_set_media_stats ${first}`)
      const mos = Number.parseFloat(await events.api(`uuid_getvar ${first} rtp_audio_in_mos`))
      if (mos > 0 && mos <= 5) this.#table.measured(first, mos)
    }
    this.#reports.wake()
  }

  /** Carries out a command on a call and reports the result. */
  async command(command: CallCommand): Promise<void> {
    const problem = await this.#done(command)
    const data = { at: new Date().toISOString(), command: command.id, problem }
    await this.#watched.reportEvent({ kind: 'done', data })
  }

  async #done(command: CallCommand): Promise<string | null> {
    const events = this.#events
    if (!events) return 'The switch is not responding to its agent.'
    const channels = this.#table.channelsOf(command.call)
    if (!channels) return 'This call has ended.'
    try {
      switch (command.command) {
        case 'hang_up':
          return problemIn(await events.api(`uuid_kill ${channels.first}`))
        case 'move':
          return await this.#move(events, command, channels)
        case 'listen':
          return await this.#listen(events, command, channels.first)
      }
    } catch (error) {
      return clipped(String((error as Error).message), PROBLEM.maxLength)
    }
  }

  /** Transfers the leg that is not the phone that made the call: the far end of an outbound call, otherwise the caller. */
  async #move(
    events: EventSocket,
    { call, domain, extension }: Extract<CallCommand, { command: 'move' | 'listen' }>,
    { first, other }: { first: string; other: string | null },
  ): Promise<string | null> {
    const live = this.#table.liveCall(call)
    const moved = live?.direction === 'outbound' ? other : first
    const tenant = this.#watched.tenantOf(domain)
    if (!moved || !tenant) return 'Nobody is on this call yet.'
    if (moved === other) {
      // Only the first leg carries the caller ID.
      const carried = callVariable(
        callFromOutside(live?.other_number ?? '', live?.other_name ?? ''),
        tenant.snapshot.tenant.id,
      )
      await events.api(`uuid_setvar ${moved} ${CALL} ${carried}`)
      await events.api(`uuid_setvar ${moved} domain_name ${plainWord(domain)}`)
    }
    return problemIn(
      await events.api(`uuid_transfer ${moved} ${plainWord(extension)} XML ${plainWord(domain)}`),
    )
  }

  /** Rings an extension, which then hears the call without being heard. */
  async #listen(
    events: EventSocket,
    { extension, domain }: Extract<CallCommand, { command: 'move' | 'listen' }>,
    heard: string,
  ): Promise<string | null> {
    const says = [
      `${LISTENS}=${heard}`,
      'eavesdrop_enable_dtmf=false',
      // Not a call of the tenant's: the trail says who listened.
      'process_cdr=false',
      `originate_timeout=${LISTEN_SECONDS}`,
      'origination_caller_id_name=Listen',
      `origination_caller_id_number=${plainWord(extension)}`,
    ].join(',')
    const reply = await events.command(
      `bgapi originate {${says}}user/${plainWord(extension)}@${plainWord(domain)} &eavesdrop(${heard})`,
    )
    const job = new RegExp(UUID).exec(reply)?.[0] ?? ''
    const answer = await new Promise<string>((done) => {
      const late = setTimeout(() => done('-ERR NO_ANSWER'), JOB_MS)
      this.#jobs.set(job, (said) => {
        clearTimeout(late)
        done(said)
      })
    })
    this.#jobs.delete(job)
    return answer.startsWith('-ERR') ? `Extension ${extension} was not reached: ${causeIn(answer)}.` : null
  }
}

/**
 * Whether a phone's or carrier's call got past the dialplan because it names another call in Replaces or Call-Info. It would take part in
 * what that call does, such as a queue or a conference.
 */
const isPastTheDialplan = (event: SwitchEvent) =>
  event['Event-Name'] === 'CHANNEL_ANSWER' &&
  event['Call-Direction'] === 'inbound' &&
  event['Caller-Dialplan'] === 'inline'

/**
 * Whether a phone has connected two that it has called by an attended transfer, which asks nothing. The phone's own calls, which the
 * tenant's limit counts, end then. Either of the two can be the one outside.
 */
const isHandedOver = (event: SwitchEvent) =>
  event['Event-Name'] === 'CHANNEL_BRIDGE' &&
  event['Call-Direction'] === 'outbound' &&
  event['Other-Leg-Direction'] === 'outbound'

/** The command by which such a channel counts as one of its tenant's calls. One that counts already counts once. */
function counting(event: SwitchEvent): string {
  const tenant = event.variable_domain_uuid ?? ''
  return `uuid_limit ${[event['Unique-ID'] ?? '', 'hash', tenant, `tenant_settings.${tenant}`].map(plainWord).join(' ')}`
}

/** The channels printed by `show channels as json`: those that started a call come before those originated for it. */
function uuidsIn(shown: string): string[] {
  const { rows = [] } = JSON.parse(shown) as { rows?: { uuid: string; direction: string }[] }
  const began = (row: { direction: string }) => (row.direction === 'inbound' ? 0 : 1)
  return rows.toSorted((one, other) => began(one) - began(other)).map(({ uuid }) => uuid)
}

const problemIn = (answer: string) =>
  answer.startsWith('-ERR') ? clipped(answer.slice(5), PROBLEM.maxLength) : null
