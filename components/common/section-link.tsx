import type { ReactNode } from 'react'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { may, type Section } from '@/lib/session/permissions'

/** A link to a page of a section; its text alone for users who may not open the page. */
export function SectionLink({
  section,
  href,
  children,
}: {
  section: Section
  href: string
  children: ReactNode
}) {
  const { permissions } = useMember()
  if (!may(permissions, section)) return children
  return (
    <TextLink prefetch={false} href={href}>
      {children}
    </TextLink>
  )
}
