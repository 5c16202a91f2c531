/** The app answered with an error. */
export class AppFailure extends Error {
  readonly status: number

  constructor(path: string, status: number, said: string) {
    super(`${path} was answered with ${status}: ${said.slice(0, 300)}`)
    this.status = status
  }

  /** Whether sending the same request again is pointless. */
  get isFinal(): boolean {
    return this.status === 400 || this.status === 413 || this.status === 422
  }
}

export interface App {
  /** Posts to the app and returns its JSON. Throws AppFailure, or a TypeError when it cannot be reached. */
  ask<Answer>(path: string, body: unknown, timeoutMs?: number): Promise<Answer>
  /** The same with a raw body. */
  post<Answer>(path: string, body: string, type: string, timeoutMs?: number): Promise<Answer>
  /** Puts a file there. */
  put(path: string, file: Blob, timeoutMs?: number): Promise<void>
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
  ): Promise<Answer> {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': type },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (!answer.ok) throw new AppFailure(path, answer.status, text)
    return JSON.parse(text) as Answer
  }
  return {
    post: (path, body, type, timeoutMs) => send(path, 'POST', body, type, timeoutMs),
    ask: (path, body, timeoutMs) => send(path, 'POST', JSON.stringify(body), 'application/json', timeoutMs),
    put: async (path, file, timeoutMs) =>
      void (await send(path, 'PUT', file, 'application/octet-stream', timeoutMs)),
  }
}
