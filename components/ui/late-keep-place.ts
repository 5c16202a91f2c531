/** `keepPlace`, loaded late: the dashboard's first load has no room for it. */
export function lateKeepPlace(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  const kept = import('./keep-place').then(({ keepPlace }) => keepPlace(list)).catch(() => undefined)
  return () => void kept.then((release) => release?.())
}
