import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 64rem)'

function onChange(changed: () => void) {
  const screen = window.matchMedia?.(WIDE)
  screen?.addEventListener('change', changed)
  return () => screen?.removeEventListener('change', changed)
}

/** Whether the window is wider than a phone or a tablet in portrait. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    onChange,
    () => window.matchMedia?.(WIDE).matches ?? false,
    () => false,
  )
}
