import type { ReactNode } from 'react'

type PlaceholderStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  role?: 'alert'
}

/** Common layout of empty, no-match and error states: icon, title, text, action. */
export function PlaceholderState({ icon, title, children, action, role }: PlaceholderStateProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-1 px-4 py-12 text-center touch:py-8">
      <span
        aria-hidden
        className="mb-2 grid size-10 place-items-center rounded-lg border border-border bg-surface-sunken text-text-muted"
      >
        {icon}
      </span>
      <p className="text-base font-medium">{title}</p>
      {children ? <div className="max-w-96 text-base text-text-muted">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
