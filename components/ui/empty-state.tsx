import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlaceholderState } from './placeholder-state'

export type EmptyStateProps = {
  title: string
  /** Why there is nothing, or what will be here. */
  children?: ReactNode
  icon?: ReactNode
  /** The way to the first record. */
  action?: ReactNode
}

/** Where there is nothing yet. For a search without hits use NoMatchState. */
export function EmptyState({ icon = <Inbox size={18} />, ...rest }: EmptyStateProps) {
  return <PlaceholderState icon={icon} {...rest} />
}
