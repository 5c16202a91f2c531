let check: (() => void) | undefined

/** Says what looks after the session once a request was refused. */
export function onRefusal(listener: () => void): void {
  check = listener
}

/**
 * To be told the status of every answer. 401 says that there is no session (any more); behind 403 there may be a session that was
 * ended elsewhere, or a role that was taken away.
 */
export function noteStatus(status: number): void {
  if (status === 401 || status === 403) check?.()
}
