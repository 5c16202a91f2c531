import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { latePart } from '@/components/ui/late-code'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { useMember } from '@/hooks/use-member'
import { type Action, may, type Section } from '@/lib/session/permissions'
import { PageSkeleton } from './page-skeleton'

const SecondFactorGate = dynamic(() => import('@/components/account/second-factor-gate'), {
  ssr: false,
  loading: latePart(<PageSkeleton />),
})
const Refused = dynamic(() => import('./refused'), { loading: latePart(<PageSkeleton />) })

/**
 * Shows a page only to members whose role allows it. The database enforces the same. If the member lookup itself fails, which is
 * only logged (specification section 8), the page is shown and the database decides what it contains.
 */
export function AccessGate({
  section,
  action = 'view',
  children,
}: {
  /** If several, one of them is enough. */
  section: Section | readonly Section[]
  action?: Action
  children: ReactNode
}) {
  const { member, permissions, needed, loading } = useMember()
  if (useIsCollectingQueries()) return children
  if (loading) return <PageSkeleton />

  if (member === null) return <Refused because="no member" />
  if (member && member.status !== 'active') return <Refused because="disabled" />
  if (needed) return <SecondFactorGate needed={needed} />
  const sections = typeof section === 'string' ? [section] : section
  if (member && !sections.some((one) => may(permissions, one, action))) {
    return <Refused because={section === 'dashboard' ? 'no dashboard' : 'role'} />
  }
  return children
}
