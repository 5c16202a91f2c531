import type { ReactNode } from 'react'

/** A figure that opens the rows behind it. */
export function DrillDownButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm text-left underline decoration-border-control underline-offset-2 hover:decoration-current touch:min-h-11 print:no-underline"
    >
      {children}
    </button>
  )
}
