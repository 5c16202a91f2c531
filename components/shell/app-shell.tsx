import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { Fragment, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SearchProvider } from '@/components/search/search-provider'
import { lateDialog } from '@/components/ui/late-code'
import { SkipLink } from '@/components/ui/skip-link'
import { InitialDataContext } from '@/hooks/initial-data'
import { useAnalytics } from '@/hooks/use-analytics'
import { useClearCache } from '@/hooks/use-clear-cache'
import { useKeptScans } from '@/hooks/use-kept-scans'
import { useMember } from '@/hooks/use-member'
import { usePagePrefetch } from '@/hooks/use-page-prefetch'
import { useUser } from '@/hooks/use-user'
import { onFirstToast } from '@/lib/browser/notify'
import { preloadCode } from '@/lib/browser/preload-code'
import { whenIdle } from '@/lib/browser/when-idle'
import { loginPath } from '@/lib/paths'
import { actingRole } from '@/lib/session/member'
import { checkSessionSoon } from '@/lib/session/session-store'
import { signOut } from '@/lib/session/sign-in'
import { PageAnnouncer } from './page-announcer'
import { TopNav } from './top-nav'
import { useRouteProgress } from './use-route-progress'

const PasswordDialog = lateDialog(dynamic(() => import('./password-dialog'), { ssr: false }))
const ViewAsBanner = dynamic(() => import('./view-as-banner').then((module) => module.ViewAsBanner), {
  ssr: false,
})
const WaitingScans = dynamic(
  () => import('@/components/inventory/waiting-scans').then((module) => module.WaitingScans),
  { ssr: false },
)
const Toasts = dynamic(() => import('./toasts'), { ssr: false })

/** Loads what says that the connection is lost, while there is one. */
const prepareForLoss = () =>
  Promise.all([preloadCode(Toasts), import('./without-connection').then(({ prepare }) => prepare())])

const MAIN_ID = 'main'

/**
 * The frame of every signed-in page: navigation, search, user menu, progress bar, toasts (specification section 2.2). Without a
 * session, also after it has ended, the user is sent to the sign-in page and back afterward.
 */
export function AppShell({ children }: { children: ReactNode }) {
  const router = useRouter()
  const user = useUser()
  const { member, permissions, retry: checkStanding } = useMember()
  const forgetAll = useClearCache()
  const scans = useKeptScans(user?.id)
  const [changingPassword, setChangingPassword] = useState(false)
  const [toasting, setToasting] = useState(false)
  useRouteProgress()
  usePagePrefetch()
  useAnalytics(user)

  useEffect(() => whenIdle(() => void prepareForLoss().catch(() => undefined)), [])
  useEffect(() => onFirstToast(() => setToasting(true)), [])

  const signedOut = user === null
  useEffect(() => {
    // The cached data goes with the shell.
    if (signedOut && router.isReady) void router.replace(loginPath(router.asPath))
  }, [signedOut, router])

  // If another user signs in in another tab, the previous user's cached data is dropped.
  const person = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!user) return
    const before = person.current
    person.current = user.id
    if (before && before !== user.id) void forgetAll()
  }, [user, forgetAll])

  // Row-level security returns empty lists to someone who lost their rights. Rechecking member and session with every page explains
  // why, instead of suggesting that there is no data. Removed before the page that replaces the shell is complete, when the cache is gone.
  const { events } = router
  const { fresh } = useContext(InitialDataContext)
  useLayoutEffect(() => {
    const check = () => {
      fresh.clear()
      checkStanding()
      checkSessionSoon()
    }
    events.on('routeChangeComplete', check)
    return () => events.off('routeChangeComplete', check)
  }, [events, fresh, checkStanding])

  return (
    <SearchProvider>
      <SkipLink to={MAIN_ID}>Skip to content</SkipLink>
      <TopNav
        email={user?.email}
        role={member ? actingRole(member) : undefined}
        permissions={permissions}
        onResetPassword={() => setChangingPassword(true)}
        onSignOut={signOut}
      />
      {member?.viewing_as ? <ViewAsBanner member={member} /> : null}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto w-full max-w-[100rem] px-3 py-4 outline-none sm:px-5 sm:py-5"
      >
        {scans && router.pathname !== '/app/inventory' ? <WaitingScans kept={scans} /> : null}
        <Fragment key={user?.id}>{children}</Fragment>
      </main>
      {changingPassword ? (
        <PasswordDialog email={user?.email} onClose={() => setChangingPassword(false)} />
      ) : null}
      <PageAnnouncer />
      {toasting ? <Toasts /> : null}
    </SearchProvider>
  )
}
