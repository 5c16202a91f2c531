import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

const TONES = {
  info: { icon: Info, box: 'border-info/35 bg-info-soft', mark: 'text-info-text' },
  success: { icon: CircleCheck, box: 'border-success/35 bg-success-soft', mark: 'text-success-text' },
  warning: { icon: TriangleAlert, box: 'border-warning/40 bg-warning-soft', mark: 'text-warning-text' },
  danger: { icon: CircleAlert, box: 'border-danger/35 bg-danger-soft', mark: 'text-danger-text' },
}

export type AlertProps = {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  /** A button or link below the text. */
  action?: ReactNode
  /** 'alert' is assertive, 'status' polite. By default danger and warning are assertive. */
  role?: 'alert' | 'status'
  /** Not announced, because it is present from the start. */
  quiet?: boolean
  className?: string
}

/** A message inside the page: about a form, a list, a record. */
export function Alert({
  tone = 'info',
  title,
  children,
  action,
  role,
  quiet = false,
  className,
}: AlertProps) {
  const { icon: Icon, box, mark } = TONES[tone]
  const byTone = tone === 'danger' || tone === 'warning' ? 'alert' : 'status'

  return (
    <div
      role={quiet ? undefined : (role ?? byTone)}
      className={cn('flex items-start gap-2.5 rounded-lg border px-3 py-2.5 text-base', box, className)}
    >
      <Icon aria-hidden size={16} className={cn('mt-0.5 shrink-0', mark)} />
      <div className="min-w-0 flex-1 break-words">
        {title ? <p className="font-medium">{title}</p> : null}
        {children}
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  )
}
