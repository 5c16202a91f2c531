import Link from 'next/link'
import { useRouter } from 'next/router'
import { cn } from '@/components/ui/cn'
import { useMember } from '@/hooks/use-member'
import {
  CUSTOMERS_PATH,
  NUMBER_LOOKUP_PATH,
  PORT_AVAILABILITY_PATH,
  SALES_COMPANIES_PATH,
  SALES_PATH,
} from '@/lib/paths'
import { may } from '@/lib/session/permissions'

const PAGES = [
  { href: SALES_PATH, label: 'Pipeline', section: 'sales' },
  { href: SALES_COMPANIES_PATH, label: 'Companies', section: 'sales' },
  { href: CUSTOMERS_PATH, label: 'Customers', section: 'customers' },
  { href: PORT_AVAILABILITY_PATH, label: 'Port availability', section: 'sales' },
  { href: NUMBER_LOOKUP_PATH, label: 'Number look-up', section: 'sales' },
] as const

// On a phone the last of them stand outside the window.
const bringIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })

/** The pages of sales, the one that is open marked. */
export function SalesNav() {
  const { pathname } = useRouter()
  const { permissions } = useMember()
  return (
    <nav aria-label="Sales" className="-mx-3 mb-4 overflow-x-auto px-3 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-4 border-b border-border">
        {PAGES.filter(({ section }) => may(permissions, section)).map(({ href, label }) => {
          const open = pathname === href
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={open ? 'page' : undefined}
                ref={open ? bringIntoView : undefined}
                className={cn(
                  '-mb-px inline-flex h-9 items-center border-b-2 text-base font-medium touch:h-11',
                  open ? 'border-accent text-text' : 'border-transparent text-text-muted hover:text-text',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
