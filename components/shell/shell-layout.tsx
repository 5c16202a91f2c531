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
 * The shell around a page, and the gate of the section (or one of several) that the page belongs to. Data is fetched
 * only here, so that pages outside the shell do without the means for it. `ahead` asks for what the page will need while
 * the role is still being looked up.
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

/** Keeps what is fetched, beginning with what came with the first page. */
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
