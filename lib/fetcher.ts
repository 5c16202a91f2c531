import { NETWORK_FAILURE, RequestFailure } from './errors'
import { noteStatus } from './session/refused-session'

/**
 * The rule for all requests (specification section 7): any status other than 200 or 201 is a RequestFailure with the parsed JSON
 * body if present, otherwise the message 'Something went wrong.'. No answer is a RequestFailure with status 0; an aborted request
 * rejects with the abort itself.
 * Resolves to the parsed JSON body, or undefined when the response is empty.
 */
export async function fetchJson<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
  const { status, text } = await request(url, init, withText)
  noteStatus(status)
  const body = parseJson(text)
  if (status !== 200 && status !== 201) throw failureOf(status, body)
  if (body === undefined && text !== '') throw new RequestFailure(undefined, status)
  return body as Answer
}

/** Posts `body` as JSON; otherwise like `fetchJson`. */
export function postJson<Answer>(url: string, body: unknown, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json')
  return fetchJson(url, { ...init, method: 'POST', headers, body: JSON.stringify(body) })
}

/** A file, and the name that the server gives it. Fails like `fetchJson`, also when the file breaks off. */
export async function fetchFile(url: string): Promise<{ name: string; content: Blob }> {
  const { status, text, ...file } = await request(url, {}, async (response) => {
    if (response.status !== 200) return withText(response)
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { status: response.status, text: '', name, content: await response.blob() }
  })
  noteStatus(status)
  if ('content' in file) return file
  throw failureOf(status, parseJson(text))
}

const withText = async (response: Response) => ({ status: response.status, text: await response.text() })

const failureOf = (status: number, body: unknown) => new RequestFailure(messageIn(body), status, body)

async function request<Read>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  try {
    return await read(await fetch(url, init))
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new RequestFailure(NETWORK_FAILURE, 0, undefined, { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' && body.message.trim() ? body.message : undefined
}
