import { readFile, rename, stat, unlink } from 'node:fs/promises'
import { normalize } from 'node:path'
import { clipped } from '../lib/clipped'
import { FAXES } from '../lib/supabase/constraints'
import type { AgentEvent, Fax, FaxDelivery } from '../lib/switch/agent/agent-event'
import { FAX_FOLDER } from '../lib/switch/fax'
import { UUID } from '../lib/validation/uuid'
import type { SwitchEvent } from './event-socket'
import { isTaken, watchFolder } from './folder'
import type { EventSource } from './watch-events'

const ID = `(${UUID})`
/** As receiveFax names them (lib/switch/fax.ts). */
const FILES = new RegExp(`/${FAX_FOLDER}/${ID}_${ID}_${ID}_([+0-9]{0,32})-\\d+-\\d+\\.tif$`)
/** What is said of a fax whose event was missed. */
const UNHEARD = {
  station: '',
  problem: 'It was received while the agent was away, so it is not known whether all pages came.',
}
/** Events about a fax come within this time of the end of its call, or never: the switch sends them after its answers. */
const RESULT_MS = 5000

interface Watched extends EventSource {
  /** Whether this switch serves a tenant, by its id. */
  isServed(tenant: string): boolean
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  send(delivery: FaxDelivery): Promise<void>
}

/**
 * Faxes that the switch has received: each file stays in its folder until the app has it and is then deleted. One that the app rejects for
 * good, as its box is gone, stays there as `<name>.tif.refused`.
 */
export class Faxes {
  readonly #watched: Watched
  /** What events reported about files, by path: more than their names say. */
  readonly #results = new Map<string, Pick<Fax, 'station' | 'problem'>>()
  /** When the calls of other files were first found to be over. */
  readonly #over = new Map<string, number>()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Watches until it is stopped; files that arrived before are delivered too. */
  watch(): Promise<void> {
    return watchFolder(this.#watched, {
      folder: FAX_FOLDER,
      files: FILES,
      listen: ['event json CUSTOM spandsp::rxfaxresult'],
      heard: (event) => this.#heard(event),
      deliver: async ({ path, named }, events) => {
        const fax = faxOf(named)
        // Its tenant may be served again.
        if (!this.#watched.isServed(fax.tenant)) return false
        if ((await events.api(`uuid_exists ${fax.channel}`)) !== 'false') return false
        const over = this.#over.get(path) ?? performance.now()
        this.#over.set(path, over)
        if (!this.#results.has(path) && performance.now() - over < RESULT_MS) return false
        await this.#send(path, fax)
        this.#over.delete(path)
        return true
      },
    })
  }

  async #heard(event: SwitchEvent): Promise<string | undefined> {
    const path = normalize(event.variable_fax_filename ?? '')
    const [found, ...named] = FILES.exec(path) ?? []
    if (found === undefined) return undefined
    const result = {
      station: clipped(
        (event['fax-remote-station-id'] ?? '').replace(/\p{Cc}+/gu, ' ').trim(),
        FAXES.from_station.maxLength,
      ),
      problem:
        event['fax-success'] === '1'
          ? null
          : clipped(event['fax-result-text'] ?? 'Incomplete.', FAXES.problem.maxLength),
    }
    if (Number(event['fax-document-transferred-pages'] ?? 0) > 0) {
      this.#results.set(path, result)
      return path
    }
    // There may be no file; then the event is all there is.
    const data = { ...faxOf(named), at: new Date().toISOString(), ...result }
    await this.#watched.reportEvent({
      kind: 'fax',
      data: { ...data, problem: data.problem ?? 'No pages received.' },
    })
    return undefined
  }

  async #send(path: string, named: Named): Promise<void> {
    const { mtime, size } = await stat(path)
    const heard = this.#results.get(path)
    const { station, problem } = heard ?? UNHEARD
    const fax: Fax = { ...named, at: mtime.toISOString(), station, problem }
    const tiff = (await readFile(path)).toString('base64')
    if (size === 0 || (await isTaken(path, this.#watched.send({ fax, tiff })))) await unlink(path)
    else {
      const why = heard?.problem ?? 'The pages could not be read or stored.'
      await this.#watched.reportEvent({ kind: 'fax', data: { ...fax, problem: why } })
      await rename(path, `${path}.refused`)
    }
    this.#results.delete(path)
  }
}

type Named = Pick<Fax, 'tenant' | 'box' | 'channel' | 'from'>

/** What a file's name says about its fax. */
function faxOf([tenant = '', box = '', channel = '', from = '']: readonly string[]): Named {
  return { tenant, box, channel, from }
}
