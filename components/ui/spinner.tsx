import { LoaderCircle } from 'lucide-react'

type SpinnerProps = {
  /** Said by screen readers. Leave it out where something next to the spinner already says what is awaited. */
  label?: string
  /** Pixels. */
  size?: number
}

/** A turning circle for waits without a known length. It takes the color of the text around it. */
export function Spinner({ label, size = 16 }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex shrink-0">
      <LoaderCircle aria-hidden size={size} className="animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
