type Toast = { kind: 'success' | 'error' | 'info'; message: string }

const waiting: Toast[] = []
const listeners = new Set<() => void>()
let used = false
let placed = false

/** Calls back once there is a toast to show, so that the place for them is made only then. */
export function onFirstToast(listener: () => void): () => void {
  if (used) listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Tells that there is a place for toasts: those that have waited for it appear. Answers what tells that it is gone. A
 * place that is gone again at once, as React's strict mode tries it, gets none: it would take them along.
 */
export function onToastPlace(): () => void {
  placed = true
  queueMicrotask(showWaiting)
  return () => {
    placed = false
  }
}

/** Shows a toast, as soon as the shell has made a place for it. Nothing appears outside the shell. */
export async function notify(kind: Toast['kind'], message: string): Promise<void> {
  waiting.push({ kind, message })
  used = true
  for (const listener of listeners) listener()
  await showWaiting()
}

async function showWaiting(): Promise<void> {
  if (!placed || waiting.length === 0) return
  // The library comes with the first toast; by then the place may be gone again.
  const { toast } = await import('react-toastify')
  if (!placed) return
  for (const { kind, message } of waiting.splice(0)) {
    // A failure that is met again while it is still in sight is one failure.
    toast[kind](message, kind === 'error' ? { toastId: message } : undefined)
  }
}
