import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { TENANTS } from '../lib/supabase/constraints'
import type { AgentEvent, MessageAudio } from '../lib/switch/agent/agent-event'
import type { VoicemailCommand } from '../lib/switch/agent/agent-update'
import { VOICEMAIL_PROFILE } from '../lib/switch/configuration/basics'
import { lampCommand } from '../lib/switch/mailbox'
import { isUuid } from '../lib/validation/uuid'
import { argument } from './command-word'
import type { EventSocket, SwitchEvent } from './event-socket'
import { replacementId, replacementOf, sharedIn } from './forwarded-copies'
import { type Box, type Held, messagesIn } from './mailbox-list'
import { addressOf, carryOut, inject, mark, type Ordered } from './mailbox-orders'
import { type EventSource, watchEvents } from './watch-events'

/** Where messages are while they are forwarded, in the switch's storage_dir. */
const FORWARDS = 'trunkline-forwards'
/** One change comes as several events. */
const GATHER_MS = 200
/** A younger file may be of a message that is being left. */
const LEFT_MS = 60_000

interface Watched extends EventSource {
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  /** Sends a message's sound, or the reason why there is none. */
  send(sound: MessageAudio): Promise<void>
  isServed(domain: string): boolean
  /** The number that an extension has now; undefined if there is none. */
  numberOf(box: Box): string | undefined
  /** Notes that somebody has entered a PIN. Returns whether callers from outside, who could enter one, cannot for now because of it. */
  tried(box: Box, isRight: boolean): boolean
}

/** Reports what is in the mailboxes of a switch as it changes, and carries out what staff ask of messages. */
export class Mailboxes {
  readonly #watched: Watched
  readonly #changed = new Map<string, Box>()
  readonly #sent = new Map<string, string>()
  /** Domains with mailboxes that were left out since they were last listed: their tenants, if they are any's here, had not arrived. */
  #unread = new Set<string>()
  #events: EventSocket | undefined
  #folder = ''
  #forwards = ''
  /** What is done one at a time. Sounds are sent beside the rest: with thousands of them, no lamp would be lit for long. */
  readonly #lines = { boxes: Promise.resolve(), sounds: Promise.resolve() }
  /** Orders that have not begun, by their ids. The app repeats those that take long. */
  readonly #waiting = new Map<string, VoicemailCommand>()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Watches until it is stopped; after a gap it starts over with all mailboxes. */
  async watch(): Promise<void> {
    await watchEvents(this.#watched, (events) =>
      this.#follow(events).finally(() => {
        this.#events = undefined
      }),
    )
    await Promise.all(Object.values(this.#lines))
  }

  /** Reports all mailboxes again. */
  startOver(): void {
    this.#events?.close()
  }

  /** Carries out orders one at a time, also for tenants that are gone: their messages stay here. The app repeats those that fail. */
  do(orders: readonly VoicemailCommand[]): void {
    for (const order of orders) {
      const { id, command } = order
      const isWaiting = this.#waiting.has(id)
      this.#waiting.set(id, order)
      if (isWaiting) continue
      this.#inTurn(
        async () => {
          const latest = this.#waiting.get(id) ?? order
          this.#waiting.delete(id)
          if (this.#events) await carryOut(this.#orderedOf(this.#events), latest)
        },
        command === 'send' ? 'sounds' : 'boxes',
      )
    }
  }

  #orderedOf(events: EventSocket): Ordered {
    const tell = (box: Box) => this.#tell(events, box, true)
    return {
      events,
      forwards: this.#forwards,
      held: (box) => this.#held(events, box),
      tell,
      tellInTurn: (box) => void this.#inTurn(() => tell(box)),
      reportEvent: (agentEvent) => this.#watched.reportEvent(agentEvent),
      send: (sound) => this.#watched.send(sound),
    }
  }

  /** Called when tenants have changed. If one has arrived whose mailboxes were left out, all are listed again. */
  changed(): void {
    if (!this.#unreadServed()) return
    this.#inTurn(async () => {
      if (this.#events && this.#unreadServed()) await this.#list(this.#events)
    })
  }

  #unreadServed(): boolean {
    return [...this.#unread].some((domain) => this.#watched.isServed(domain))
  }

  /** Resolves or rejects with the work. Only its failure is logged if nobody waits for it. */
  #inTurn(work: () => Promise<void>, line: 'boxes' | 'sounds' = 'boxes'): Promise<void> {
    const done = this.#lines[line].then(work)
    this.#lines[line] = done.catch((error: unknown) => {
      if (!this.#watched.stopped.aborted) console.error('A mailbox could not be read or changed:', error)
    })
    return done
  }

  async #follow(events: EventSocket): Promise<void> {
    events.onEvent((event) => this.#heard(event))
    await events.command('event json CUSTOM vm::maintenance')
    this.#events = events
    this.#sent.clear()
    const storage = await events.api('global_getvar storage_dir')
    this.#folder = join(storage, 'voicemail', VOICEMAIL_PROFILE)
    this.#forwards = join(storage, FORWARDS)
    await this.#inTurn(() => this.#list(events))
    await events.ended
  }

  /**
   * Reports all mailboxes, and that all others are empty, except those that it left out itself: one whose tenant has arrived since is
   * not empty for that, and is read by the next listing. What was left out before stays so until a listing has succeeded.
   */
  async #list(events: EventSocket): Promise<void> {
    const before = this.#unread
    this.#unread = new Set()
    try {
      const filled = await this.#filled()
      if (!filled) return
      const { boxes, unread } = filled
      for (const box of boxes) await this.#tell(events, box)
      await this.#watched.reportEvent({ kind: 'mailboxes', data: { at: now(), accounts: boxes, unread } })
    } catch (error) {
      for (const domain of before) this.#unread.add(domain)
      throw error
    }
  }

  #heard(event: SwitchEvent): void {
    const { 'VM-Domain': named = '', 'VM-User': extension = '', 'VM-Action': action } = event
    const domain = named.toLowerCase()
    if (!isUuid(extension) || !this.#reads(domain)) return
    if (action === 'authentication') this.#tried({ domain, extension }, event['VM-Auth-Result'] === 'success')
    if (action === 'remove-greeting') this.#report('greeting_removed', { domain, extension })
    if (this.#changed.size === 0) setTimeout(() => this.#tellChanged(), GATHER_MS)
    this.#changed.set(`${domain} ${extension}`, { domain, extension })
  }

  #tried(box: Box, isRight: boolean): void {
    if (this.#watched.tried(box, isRight)) this.#report('wrong_pins', box)
  }

  #report(kind: 'wrong_pins' | 'greeting_removed', box: Box): void {
    this.#watched
      .reportEvent({ kind, data: { at: now(), ...box } })
      .catch((error: unknown) => console.error(`${kind} could not be reported:`, error))
  }

  #tellChanged(): void {
    const boxes = [...this.#changed.values()]
    this.#changed.clear()
    this.#inTurn(async () => {
      for (const box of boxes) {
        if (!this.#events) return
        await this.#tell(this.#events, box)
        await this.#light(this.#events, box)
      }
    })
  }

  /** Tells an extension's phones how many messages it has; those of an extension that is gone are told nothing. */
  async #light(events: EventSocket, box: Box): Promise<void> {
    const number = this.#watched.numberOf(box)
    if (number !== undefined) await events.api(lampCommand(number, box.domain))
  }

  /** Whether a domain's mailboxes are read. A name that is too long is no tenant's. */
  #reads(domain: string): boolean {
    const isServed = this.#watched.isServed(domain)
    if (!isServed && domain.length <= TENANTS.domain.maxLength) this.#unread.add(domain)
    return isServed
  }

  /** The mailboxes with messages, and the domains that are left out; undefined while the switch has no folder for them yet. */
  async #filled(): Promise<{ boxes: Box[]; unread: string[] } | undefined> {
    const domains = await namesIn(this.#folder)
    if (!domains) return undefined
    const boxes: Box[] = []
    const read = domains.filter((name) => this.#reads(name.toLowerCase()))
    const unread = [...this.#unread]
    for (const domain of read) {
      for (const extension of ((await namesIn(join(this.#folder, domain))) ?? []).filter((name) =>
        isUuid(name),
      )) {
        const files = (await namesIn(join(this.#folder, domain, extension))) ?? []
        if (files.some((file) => file.startsWith('msg_')))
          boxes.push({ domain: domain.toLowerCase(), extension })
      }
    }
    return { boxes, unread }
  }

  async #held(events: EventSocket, box: Box): Promise<Held[]> {
    const printed = await events.api(`vm_list ${addressOf(box)}/${VOICEMAIL_PROFILE}`)
    // The reply to a command that prints nothing.
    if (printed === '-ERR no reply') return []
    if (printed.startsWith('-ERR')) throw new Error(printed)
    return messagesIn(printed, join(this.#folder, box.domain, box.extension))
  }

  /**
   * What a mailbox holds. Copies that are forwarded by phone have the UUID of the call that forwarded them: they are replaced by copies
   * of their own, once a list shows that all are there, also those that the call has forwarded meanwhile. In the mailbox of an extension
   * that is gone they stay.
   */
  async #separated(events: EventSocket, box: Box): Promise<Held[]> {
    let held = await this.#held(events, box)
    const tried = new Set<string>()
    const missing = () => sharedIn(held).find((each) => !replacementOf(each, held))
    try {
      for (let next = missing(); next; next = missing()) {
        // mod_voicemail says that it has kept a copy even if it could not.
        if (tried.has(next.path)) throw new Error(`The switch has kept no copy of ${next.path}.`)
        tried.add(next.path)
        await inject(
          events,
          this.#forwards,
          { domain: box.domain, to: box.extension, id: replacementId(next) },
          next,
        )
        held = await this.#held(events, box)
      }
    } catch (error) {
      console.error('A forwarded message could not be copied:', error)
      return held
    }
    const shared = sharedIn(held)
    if (shared.length === 0) return held
    for (const each of shared) {
      const copy = replacementOf(each, held)
      if (each.message.heard && copy) await mark(events, box, copy.message.uuid, true)
    }
    const named = [VOICEMAIL_PROFILE, box.domain, box.extension].map(argument).join(' ')
    // Unlike vm_delete, these leave other mailboxes alone.
    for (const call of new Set(shared.map(({ message }) => message.uuid)))
      await events.api(`vm_fsdb_msg_delete ${named} ${call}`)
    await events.api(`vm_fsdb_msg_purge ${named}`)
    return this.#held(events, box)
  }

  /** Reports what a mailbox holds if it differs from the last report. */
  async #tell(events: EventSocket, { domain, extension }: Box, again = false): Promise<void> {
    const held = await this.#separated(events, { domain, extension })
    const unlisted = await this.#unlisted({ domain, extension }, held)
    const contents = {
      messages: held.map(({ message }) => message),
      ...(unlisted.length > 0 && { unlisted }),
    }
    const [key, text] = [`${domain} ${extension}`, JSON.stringify(contents)]
    if (!again && this.#sent.get(key) === text) return
    this.#sent.set(key, text)
    if (unlisted.length > 0)
      console.error(`FreeSWITCH does not list ${unlisted.length} messages whose files are in ${key}.`)
    await this.#watched.reportEvent({ kind: 'mailbox', data: { at: now(), domain, extension, ...contents } })
  }

  /**
   * When the files of messages were written that FreeSWITCH does not list. It deletes a message's file before it takes it off its list, but
   * lists nothing, without an error, when its database is damaged or new.
   */
  async #unlisted({ domain, extension }: Box, held: readonly Held[]): Promise<string[]> {
    const folder = join(this.#folder, domain, extension)
    const listed = new Set(held.map(({ path }) => basename(path)))
    const others = ((await namesIn(folder)) ?? []).filter(
      (name) => name.startsWith('msg_') && !listed.has(name),
    )
    const written = await Promise.all(others.map((name) => stat(join(folder, name)).catch(() => undefined)))
    return written
      .flatMap((file) => (file && file.mtimeMs < Date.now() - LEFT_MS ? [file.mtime.toISOString()] : []))
      .toSorted()
  }
}

const now = () => new Date().toISOString()

async function namesIn(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
