import { Menu as MenuIcon, X } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { useIsAsking } from '@/hooks/first-answers'
import { HOME_PATH } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/product'
import type { Permissions } from '@/lib/session/permissions'
import { MobileMenu } from './mobile-menu'
import { NavigationLinks } from './navigation-links'
import { ProductMark } from './product-mark'
import { SearchBox } from './search-box'
import { UserMenu } from './user-menu'

const PANEL_ID = 'mobile-menu'

/** The bar at the top of every signed-in page: product, navigation, search and user menu. */
export function TopNav({
  email,
  role,
  permissions,
  onResetPassword,
  onSignOut,
}: {
  email: string | undefined
  role: string | undefined
  permissions: Permissions | undefined
  onResetPassword: () => void
  onSignOut: () => void
}) {
  const { events } = useRouter()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const close = () => setOpen(false)
    events.on('routeChangeStart', close)
    return () => events.off('routeChangeStart', close)
  }, [events])

  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  if (useIsAsking()) return null
  return (
    <header className="sticky top-0 z-40 border-b border-border bg-surface">
      <div className="mx-auto flex h-12 max-w-[100rem] items-center gap-2 px-3 sm:gap-3 sm:px-5 touch:h-16">
        <IconButton
          ref={toggle}
          label={open ? 'Close menu' : 'Open menu'}
          icon={open ? <X aria-hidden size={18} /> : <MenuIcon aria-hidden size={18} />}
          aria-expanded={open}
          aria-controls={PANEL_ID}
          className="-ml-1 lg:hidden"
          onClick={() => setOpen(!open)}
        />
        <Link
          prefetch={false}
          href={HOME_PATH}
          className="flex shrink-0 items-center gap-2 rounded-md font-semibold"
          title={PRODUCT_NAME}
        >
          <ProductMark />
          <span className="max-xl:sr-only">{PRODUCT_NAME}</span>
        </Link>
        <nav aria-label="Main" className="ml-2 min-w-0 flex-1 max-lg:hidden">
          <NavigationLinks permissions={permissions} layout="bar" />
        </nav>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1 sm:gap-2 lg:flex-initial">
          <SearchBox />
          <UserMenu email={email} role={role} onResetPassword={onResetPassword} onSignOut={onSignOut} />
        </div>
      </div>
      {open ? (
        <MobileMenu id={PANEL_ID} email={email} permissions={permissions} onSignOut={onSignOut} />
      ) : null}
    </header>
  )
}
