import { LoaderCircle } from 'lucide-react'

type SpinnerProps = {
  /** Announced by screen readers. Omit it if something next to the spinner says what is loading. */
  label?: string
  /** Pixels. */
  size?: number
}

/** A spinner for waits of unknown length. Takes the color of the surrounding text. */
export function Spinner({ label, size = 16 }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex shrink-0">
      <LoaderCircle aria-hidden size={size} className="animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
