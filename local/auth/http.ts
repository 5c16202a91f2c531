import { parseStorable } from '../../lib/server/storable-json.ts'
import { readWithin } from '../body-limit.ts'

/** These headers never contain API keys: any origin may call, and the key it sends decides. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'link, x-total-count, x-supabase-api-version',
}

/** In bytes: what a request to sign in, or to change accounts, may bring. */
export const LARGEST_AUTH_BODY = 100_000

/** A refusal in GoTrue's JSON format: `{code, error_code, msg}`. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  /** Seconds after which the request may be tried again (RFC 9110, Retry-After). */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    retryAfter?: number,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** Answers JSON with the cross-origin headers that browsers on another port need. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...corsHeaders, 'cache-control': 'no-store', ...headers } })
}

/** Answers an AuthError as GoTrue does. */
export function refuse(error: AuthError): Response {
  return json(
    error.status,
    { code: error.status, error_code: error.code, msg: error.message, ...error.details },
    {
      'x-sb-error-code': error.code,
      ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    },
  )
}

/** Answers a browser's preflight: any origin may call. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ??
        'apikey, authorization, content-type, x-client-info, x-supabase-api-version',
      'access-control-max-age': '86400',
    },
  })
}

/** The same answer with the cross-origin headers added. */
export function withCors(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Answers 303 to `location`, as GoTrue does after a mailed link. */
export function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { ...corsHeaders, location, 'cache-control': 'no-store' },
  })
}

/**
 * Reads a JSON object from the request's body; an empty body is an empty object. Throws AuthError 400 bad_json, also for a text that the
 * database cannot store, or 413 above 100 kB.
 */
export async function readBody(
  request: Request,
  most = LARGEST_AUTH_BODY,
): Promise<{ text: string; body: Record<string, unknown> }> {
  const text = await readText(request, most)
  if (text === '') return { text, body: {} }
  let body: unknown
  try {
    body = parseStorable(text)
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: an object is expected')
  }
  return { text, body: body as Record<string, unknown> }
}

async function readText(request: Request, most: number): Promise<string> {
  if (!request.body) return ''
  const body = await readWithin(request.body, request.headers.get('content-length'), most)
  if (!body) throw new AuthError(413, 'request_too_large', 'Request body is too large')
  return body.toString('utf8')
}

/** A copy of the request with another address or body, to pass on after the body has been read. */
export function copyRequest(
  request: Request,
  change: { url?: string | URL; method?: string; body?: string },
): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  if (change.body !== undefined) headers.set('content-type', 'application/json')
  return new Request(change.url ?? request.url, {
    method: change.method ?? request.method,
    headers,
    body: change.body || undefined,
  })
}

/** A body's text field, not trimmed; undefined when absent. Throws AuthError 400 when it is not a text. */
export function textField(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new AuthError(400, 'validation_failed', `${name} must be a string`)
  return value
}

/** A body's object field, undefined when absent. Throws AuthError 400 when it is not an object. */
export function objectField(
  body: Record<string, unknown>,
  name: string,
): Record<string, unknown> | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AuthError(400, 'validation_failed', `${name} must be an object`)
  }
  return value as Record<string, unknown>
}

/** A body's email address in lower case. Throws AuthError 400 when missing or malformed. */
export function emailField(body: Record<string, unknown>, name = 'email'): string {
  const email = textField(body, name)?.trim().toLowerCase()
  if (!email) throw new AuthError(400, 'validation_failed', 'An email address is required')
  if (email.length > 255 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  return email
}
