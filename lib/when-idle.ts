/** Calls back when the browser has nothing better to do; returns how to call it off. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
