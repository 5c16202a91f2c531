let used = false
const listeners = new Set<() => void>()

/** Calls back once there is a toast to show, so that the place for them is made only then. */
export function onFirstToast(listener: () => void): () => void {
  if (used) listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows a toast; the toast library is downloaded by the first one, and keeps it until the shell has made its place.
 * Nothing appears outside the shell.
 */
export async function notify(kind: 'success' | 'error' | 'info', message: string): Promise<void> {
  const { toast } = await import('react-toastify')
  toast[kind](message)
  used = true
  for (const listener of listeners) listener()
}
