import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why nobody was signed in: an alert of the danger kind without the others' icons, since the sign-in page is to be small. */
export function SignInProblem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-lg border border-danger/35 bg-danger-soft px-3 py-2.5 text-base"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
