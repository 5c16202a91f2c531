import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { PlaceholderState } from './placeholder-state'

export type ErrorStateProps = {
  title?: string
  /** What is known about the failure, in words for the reader. */
  message?: ReactNode
  onRetry?: () => void
  /** While the next try is under way. */
  retrying?: boolean
}

/** Where something could not be loaded; announced when it appears. */
export function ErrorState({
  title = 'This could not be loaded',
  message = 'Something went wrong.',
  onRetry,
  retrying,
}: ErrorStateProps) {
  return (
    <PlaceholderState
      role="alert"
      icon={<TriangleAlert size={18} className="text-danger-text" />}
      title={title}
      action={
        onRetry ? (
          <Button onClick={onRetry} loading={retrying} icon={RotateCw}>
            Try again
          </Button>
        ) : undefined
      }
    >
      {message}
    </PlaceholderState>
  )
}
