/** Calls back when the browser is idle; returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
