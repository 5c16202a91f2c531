import { GENERIC_FAILURE } from '../errors'
import { isOutOfRoom } from '../supabase/refusal'
import { ApiFailure, isDatabaseError } from './failure'

/** A response to a machine that does not read JSON. */
export interface TextAnswer {
  status: number
  contentType: string
  body: string
  headers: Readonly<Record<string, string>>
}

/** The response to a failure: an ApiFailure with its own status; anything else is logged and becomes 503 for a full disk, else 500. */
export function failureAnswer(error: unknown): TextAnswer {
  if (!(error instanceof ApiFailure)) console.error('A request could not be answered:', error)
  const { status, message, headers } = error instanceof ApiFailure ? error : unexpected(error)
  return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n`, headers }
}

const unexpected = (error: unknown) =>
  isDatabaseError(error) && isOutOfRoom(error)
    ? new ApiFailure(503, 'The server has no room left. Try again later.', {
        headers: { 'Retry-After': '300' },
      })
    : new ApiFailure(500, GENERIC_FAILURE)
