import { ApiFailure } from './failure'

/** A response to a machine that does not read JSON. */
export interface TextAnswer {
  status: number
  contentType: string
  body: string
  headers: Readonly<Record<string, string>>
}

/** The response to a failure: an ApiFailure with its own status; anything else is logged and becomes 500. */
export function failureAnswer(error: unknown): TextAnswer {
  if (!(error instanceof ApiFailure)) console.error('A request could not be answered:', error)
  const { status, message, headers } =
    error instanceof ApiFailure ? error : new ApiFailure(500, 'Something went wrong.')
  return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n`, headers }
}
