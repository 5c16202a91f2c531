import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlaceholderState } from './placeholder-state'

export type EmptyStateProps = {
  title: string
  /** Why it is empty, or what will be here. */
  children?: ReactNode
  icon?: ReactNode
  /** Creates the first record. */
  action?: ReactNode
}

/** Shown if there is nothing yet. For a search without results use NoMatchState. */
export function EmptyState({ icon = <Inbox size={18} />, ...rest }: EmptyStateProps) {
  return <PlaceholderState icon={icon} {...rest} />
}
