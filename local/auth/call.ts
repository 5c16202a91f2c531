import { copyRequest, readBody, textField } from './http.ts'
import type { Device } from './proofs.ts'

/** Lite's own answer to a request. */
export type Next = (request: Request) => Promise<Response>

/** A request to /auth/v1 whose body has been read and checked. */
export interface AuthCall {
  /** With its body unread, to pass on to lite. */
  request: Request
  url: URL
  /** Below /auth/v1, without a trailing slash. */
  path: string
  /** Empty without one; its nulls are left out. */
  body: Record<string, unknown>
  device: Device
  next: Next
}

/** What lite takes for texts without looking. */
const TEXTS = [
  'email',
  'password',
  'phone',
  'nonce',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
]

/**
 * Reads a request whose body must be an object that can be stored, with texts where texts are due: lite fails on any other. As in GoTrue,
 * null counts as absent. Throws AuthError.
 */
export async function readCall(request: Request, peerAddress: string, next: Next): Promise<AuthCall> {
  const url = new URL(request.url)
  // Lite's router finds parameters in the query as it is written: `grant%5Ftype` is none to it.
  url.search = url.searchParams.toString()
  const call = {
    url,
    path: url.pathname.slice('/auth/v1'.length).replace(/\/+$/, ''),
    device: { userAgent: request.headers.get('user-agent'), address: peerAddress },
    next,
  }
  if (!request.body) return { ...call, request: copyRequest(request, { url }), body: {} }
  const { text, body: sent } = await readBody(request)
  for (const name of TEXTS) textField(sent, name)
  const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  return { ...call, request: copyRequest(request, { url, body: text && JSON.stringify(body) }), body }
}
