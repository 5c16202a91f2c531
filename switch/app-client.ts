import { REFUSAL } from '../lib/api/failure'
import { INSTALLATION } from '../lib/switch/agent/installation'
import { withoutSignatures } from '../lib/switch/sound-url'

/** The app answered with an error. */
export class AppFailure extends Error {
  readonly status: number
  /** The installation that refuses the switch's secret; undefined for any other answer, such as a proxy's. */
  readonly refusedBy: string | undefined

  readonly #isRefusal: boolean

  constructor(path: string, status: number, said: string, headers = new Headers()) {
    super(withoutSignatures(`${path} was answered with ${status}: ${said.slice(0, 300)}`))
    this.status = status
    this.refusedBy = (status === 401 && headers.get(INSTALLATION)) || undefined
    this.#isRefusal = headers.has(REFUSAL)
  }

  /** Whether sending the same request again is pointless. What a proxy says is never final: it may be put right. */
  get isFinal(): boolean {
    return this.#isRefusal && [400, 413, 422].includes(this.status)
  }

  /** Whether the app does not know what was asked about. */
  get isUnknown(): boolean {
    return this.#isRefusal && this.status === 404
  }
}

export interface App {
  /**
   * Posts to the app and returns its JSON. Throws AppFailure, a TypeError when it cannot be reached, or the reason of `stopped` once that
   * is aborted.
   */
  ask<Answer>(path: string, body: unknown, timeoutMs?: number, stopped?: AbortSignal): Promise<Answer>
  /** The same with a raw body. */
  post<Answer>(path: string, body: string, type: string, timeoutMs?: number): Promise<Answer>
  /** Puts a file there, as `ask` does. */
  put(path: string, file: Blob, timeoutMs?: number, stopped?: AbortSignal): Promise<void>
}

/** The app at an address without a trailing slash, called with this switch's name and secret. */
export function appAt(url: string, name: string, secret: string): App {
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  async function send<Answer>(
    path: string,
    method: 'POST' | 'PUT',
    body: string | Blob,
    type: string,
    timeoutMs = 10_000,
    stopped?: AbortSignal,
  ): Promise<Answer> {
    const late = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': type },
      body,
      redirect: 'error',
      signal: stopped ? AbortSignal.any([late, stopped]) : late,
    })
    const text = await answer.text()
    if (!answer.ok) throw new AppFailure(path, answer.status, text, answer.headers)
    return JSON.parse(text) as Answer
  }
  return {
    post: (path, body, type, timeoutMs) => send(path, 'POST', body, type, timeoutMs),
    ask: (path, body, timeoutMs, stopped) =>
      send(path, 'POST', JSON.stringify(body), 'application/json', timeoutMs, stopped),
    put: async (path, file, timeoutMs, stopped) =>
      void (await send(path, 'PUT', file, 'application/octet-stream', timeoutMs, stopped)),
  }
}
