import { LogOut } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { Permissions } from '@/lib/session/permissions'
import { NavigationLinks } from './navigation-links'

/** The panel of small screens: the navigation again, who is signed in, and Sign out (specification section 2.2). */
export function MobileMenu({
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
        <Button onClick={onSignOut} icon={<LogOut aria-hidden size={14} />}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
