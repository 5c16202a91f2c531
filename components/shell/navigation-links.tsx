import Link from 'next/link'
import { useRouter } from 'next/router'
import { cn } from '@/components/ui/cn'
import { currentNavigation, visibleNavigation } from '@/lib/navigation'
import type { Permissions } from '@/lib/session/permissions'

const LAYOUTS = {
  bar: {
    list: 'flex items-center gap-0.5',
    link: 'flex h-8 items-center rounded-md px-2.5 text-base whitespace-nowrap',
  },
  panel: {
    list: 'flex flex-col gap-0.5',
    link: 'flex min-h-11 items-center rounded-md px-3 text-lg',
  },
}

/** The navigation items that the role allows, with the current section highlighted. */
export function NavigationLinks({
  permissions,
  layout,
}: {
  permissions: Permissions | undefined
  layout: keyof typeof LAYOUTS
}) {
  const { asPath } = useRouter()
  const current = currentNavigation(asPath.split(/[?#]/)[0] ?? '')
  const classes = LAYOUTS[layout]
  return (
    <ul className={classes.list}>
      {visibleNavigation(permissions).map((item) => (
        <li key={item.href}>
          <Link
            href={item.href}
            // A page's code is prefetched on hover, rather than all pages' along with the first one.
            prefetch={false}
            aria-current={item === current ? 'page' : undefined}
            className={cn(
              classes.link,
              item === current
                ? 'bg-surface-active font-medium text-text'
                : 'text-text-muted hover:bg-surface-hover hover:text-text',
            )}
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
