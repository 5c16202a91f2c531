import { type ReactNode, useContext } from 'react'
import { InitialDataContext } from '@/hooks/initial-data'
import { useMember } from '@/hooks/use-member'

/**
 * Content whose queries depend on the member's permissions or the business day. The server collects them once it knows both; before, it
 * would ask for what the page does not show.
 */
export function AfterStanding({ children }: { children: ReactNode }) {
  const { questions } = useContext(InitialDataContext)
  const { permissions } = useMember()
  if (!questions || permissions) return children
  questions.waits()
  return null
}
