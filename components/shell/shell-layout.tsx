import '@/lib/browser/style-nonce'
import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { CollectingQueries } from '@/components/ui/collecting-queries'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'
import type { Action, Section } from '@/lib/session/permissions'
import { AccessGate } from './access-gate'
import { AppShell } from './app-shell'

/**
 * Wraps a page in the shell and checks access to its section (or one of several). Data fetching is set up only here, so that pages
 * outside the shell do not load it. `ahead` starts the page's first queries while the role is still loading.
 */
export function shellLayout(
  section: Section | readonly Section[],
  action?: Action,
  ahead?: ReactNode,
): (page: ReactElement, start: PageData | undefined) => ReactNode {
  return (page, start) => (
    <Started start={start}>
      <AppShell>
        {ahead}
        <AccessGate section={section} action={action}>
          {page}
        </AccessGate>
      </AppShell>
    </Started>
  )
}

/** Provides the query cache, starting with the data delivered with the page. */
function Started({ start, children }: { start: PageData | undefined; children: ReactNode }) {
  const { context, provider } = useInitialData(start)
  return (
    <InitialDataContext value={context}>
      <CollectingQueries value={context.questions !== undefined}>
        <SWRConfig value={{ ...FETCHING_DEFAULTS, provider }}>{children}</SWRConfig>
      </CollectingQueries>
    </InitialDataContext>
  )
}
