import '@/lib/style-nonce'
import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { Undrawn } from '@/components/ui/undrawn'
import { FirstAnswersContext, type PageStart, useStart } from '@/hooks/first-answers'
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
): (page: ReactElement, start: PageStart | undefined) => ReactNode {
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
function Started({ start, children }: { start: PageStart | undefined; children: ReactNode }) {
  const { context, provider } = useStart(start)
  return (
    <FirstAnswersContext value={context}>
      <Undrawn value={context.questions !== undefined}>
        <SWRConfig value={{ ...FETCHING_DEFAULTS, provider }}>{children}</SWRConfig>
      </Undrawn>
    </FirstAnswersContext>
  )
}
