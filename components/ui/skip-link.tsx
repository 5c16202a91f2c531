import type { ReactNode } from 'react'

/** Leads past what comes before an element, for the keyboard; invisible until it has focus. The element needs the id and a tabIndex. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only z-50 rounded-md bg-surface-raised shadow-raised focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-3 focus:py-2"
    >
      {children}
    </a>
  )
}
