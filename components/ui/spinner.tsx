import { LoaderCircle } from 'lucide-react'
import { cn } from './cn'

type SpinnerProps = {
  /** Announced by screen readers. Omit it if something next to the spinner says what is loading. */
  label?: string
  /** Pixels. */
  size?: number
  className?: string
}

/** A spinner for waits of unknown length. Takes the color of the surrounding text. */
export function Spinner({ label, size = 16, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cn('inline-flex shrink-0', className)}>
      <LoaderCircle aria-hidden size={size} className="animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
