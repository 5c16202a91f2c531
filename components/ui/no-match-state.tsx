import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { PlaceholderState } from './placeholder-state'

export type NoMatchStateProps = {
  title?: string
  children?: ReactNode
  /** Offers the unfiltered list. */
  onClear?: () => void
  clearLabel?: string
}

/** Shown if search or filters match none of a list's rows. */
export function NoMatchState({
  title = 'Nothing matches',
  children = 'Try fewer or other words, or clear the filters.',
  onClear,
  clearLabel = 'Clear search and filters',
}: NoMatchStateProps) {
  return (
    <PlaceholderState
      icon={<SearchX size={18} />}
      title={title}
      action={onClear ? <Button onClick={onClear}>{clearLabel}</Button> : undefined}
    >
      {children}
    </PlaceholderState>
  )
}
