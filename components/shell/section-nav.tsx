import Link from 'next/link'
import { useRouter } from 'next/router'
import { bringIntoStrip } from '@/components/ui/bring-into-view'
import { cn } from '@/components/ui/cn'
import { useMember } from '@/hooks/use-member'
import { may, type Section } from '@/lib/session/permissions'

interface SectionNavProps {
  label: string
  pages: readonly { href: string; label: string; section: Section }[]
}

/** The pages of a section that the user may see, with the current one marked. */
export function SectionNav({ label, pages }: SectionNavProps) {
  const { pathname } = useRouter()
  const { permissions } = useMember()
  return (
    <nav aria-label={label} data-strip className="-mx-3 mb-4 overflow-x-auto px-3 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-4 border-b border-border">
        {pages
          .filter(({ section }) => may(permissions, section))
          .map((page) => {
            const open = pathname === page.href
            return (
              <li key={page.href}>
                <Link
                  href={page.href}
                  prefetch={false}
                  aria-current={open ? 'page' : undefined}
                  ref={open ? bringIntoStrip : undefined}
                  className={cn(
                    '-mb-px inline-flex h-9 items-center border-b-2 text-base font-medium touch:h-11',
                    open ? 'border-accent text-text' : 'border-transparent text-text-muted hover:text-text',
                  )}
                >
                  {page.label}
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
