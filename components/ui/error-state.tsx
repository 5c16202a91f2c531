import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { GENERIC_FAILURE } from '@/lib/errors'
import { Button } from './button'
import { PlaceholderState } from './placeholder-state'

export type ErrorStateProps = {
  title?: string
  /** Details of the failure, for the user. */
  message?: ReactNode
  onRetry?: () => void
  /** While a retry is in progress. */
  retrying?: boolean
}

/** Shown if something could not be loaded; announced when it appears. */
export function ErrorState({
  title = 'This could not be loaded',
  message = GENERIC_FAILURE,
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
