import { LogOut, Menu as MenuIcon, Search, X } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchOverlay } from '@/components/search/search-provider'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Kbd } from '@/components/ui/kbd'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { HOME_PATH } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/product'
import type { Permissions } from '@/lib/session/permissions'
import { NavigationLinks } from './navigation-links'
import { ProductMark } from './product-mark'
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

  if (useIsCollectingQueries()) return null
  return (
    <header data-app-header className="sticky top-0 z-40 border-b border-border bg-surface">
      <div className="mx-auto flex h-12 max-w-[100rem] items-center gap-2 px-3 sm:gap-3 sm:px-5 touch:h-16">
        <IconButton
          ref={toggle}
          label={open ? 'Close menu' : 'Open menu'}
          icon={open ? X : MenuIcon}
          iconSize={18}
          aria-expanded={open}
          aria-controls={PANEL_ID}
          className="-ml-1 lg:hidden"
          onClick={() => setOpen(!open)}
        />
        <Link
          prefetch={false}
          href={HOME_PATH}
          className="flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold touch:h-11 max-xl:touch:w-8"
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

/** The navigation panel on small screens, with the user and Sign out (specification section 2.2). */
function MobileMenu({
  id,
  email,
  permissions,
  onSignOut,
}: {
  id: string
  email: string | undefined
  permissions: Permissions | undefined
  onSignOut: () => void
}) {
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-border bg-surface-raised p-3 shadow-raised lg:hidden"
    >
      <nav aria-label="Menu">
        <NavigationLinks permissions={permissions} layout="panel" />
      </nav>
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-border px-3 pt-3">
        <p className="min-w-0 truncate text-text-muted">{email}</p>
        <Button onClick={onSignOut} icon={LogOut}>
          Sign out
        </Button>
      </div>
    </div>
  )
}

// Takes over focus from the box and shows its focus ring.
const RESTING_PLACE = 'pointer-events-none absolute inset-0 rounded-md'

/**
 * The shell's search box: opens the search overlay on focus and blurs (specification section 2.2). Focus goes to a placeholder on
 * the far side, in the direction of travel: it returns there when the overlay closes, and the next Tab moves on instead of entering
 * the box again.
 */
function SearchBox() {
  const { open } = useSearchOverlay()
  const box = useRef<HTMLInputElement>(null)
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)

  // It was clicked or tabbed to before the page's scripts ran.
  const openIfFocused = useEffectEvent(() => {
    if (document.activeElement !== box.current) return
    after.current?.focus()
    open()
  })
  useEffect(() => openIfFocused(), [])

  function passOn({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
    const cameBack =
      relatedTarget instanceof Node &&
      Boolean(currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_FOLLOWING)
    const place = cameBack ? before : after
    place.current?.focus()
    open()
  }

  return (
    <label className="relative flex min-w-0 flex-1 items-center sm:max-w-56">
      <span ref={before} tabIndex={-1} className={RESTING_PLACE} />
      <Search aria-hidden size={15} className="pointer-events-none absolute left-2.5 text-text-muted" />
      <input
        ref={box}
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search…"
        readOnly
        value=""
        onFocus={passOn}
        className="h-8 w-full min-w-0 cursor-pointer rounded-md border border-border-control/60 bg-surface pr-8 pl-8 text-base hover:bg-surface-hover touch:h-11 touch:text-lg"
      />
      <Kbd className="pointer-events-none absolute right-1.5 max-sm:hidden">/</Kbd>
      <span ref={after} tabIndex={-1} className={RESTING_PLACE} />
    </label>
  )
}
