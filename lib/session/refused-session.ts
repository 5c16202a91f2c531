let check: (() => void) | undefined

/** Notifies the session store when a request was refused. */
export function onRefusal(listener: () => void): void {
  check = listener
}

/**
 * Call with the status of every response. 401 means there is no session (any more); 403 may mean a session ended elsewhere, or a
 * lost role.
 */
export function noteStatus(status: number): void {
  if (status === 401 || status === 403) check?.()
}
