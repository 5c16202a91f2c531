/** An expected failure of the embedded backend. The message is one line that says what to do; no stack is shown. */
export class BackendError extends Error {
  override name = 'BackendError'
}

/** The message of any thrown value, on one line. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\s*\n\s*/g, ' ').trim()
}

/** The system error code (such as EADDRINUSE), if any. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
