type Toast = { kind: 'success' | 'error' | 'info'; message: string }

const waiting: Toast[] = []
const listeners = new Set<() => void>()
let used = false
let placed = false

/** Calls back when there is a toast to show, so that the toast container is only created then. */
export function onFirstToast(listener: () => void): () => void {
  if (used) listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers the toast container: waiting toasts appear. Returns a function that unregisters it. A container that unmounts at once
 * (React's strict mode does this) gets no toasts, since they would be lost with it.
 */
export function onToastPlace(): () => void {
  placed = true
  queueMicrotask(showWaiting)
  return () => {
    placed = false
  }
}

/** Shows a toast once the shell has mounted its container. Outside the shell nothing appears. */
export async function notify(kind: Toast['kind'], message: string): Promise<void> {
  waiting.push({ kind, message })
  used = true
  for (const listener of listeners) listener()
  await showWaiting()
}

/** The library of the toasts, which every page loads once it is idle: without a connection it could not be loaded to say so. */
export const loadToasts = () => import('react-toastify/unstyled')

async function showWaiting(): Promise<void> {
  if (!placed || waiting.length === 0) return
  // The container may be gone by then.
  const { toast } = await loadToasts()
  if (!placed) return
  for (const { kind, message } of waiting.splice(0)) {
    // The same failure shows once while its toast is visible.
    toast[kind](message, kind === 'error' ? { toastId: message } : undefined)
  }
}
