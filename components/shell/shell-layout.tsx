import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'
import type { Action, Section } from '@/lib/session/permissions'
import { AccessGate } from './access-gate'
import { AppShell } from './app-shell'

/**
 * A page's `getLayout`: the shell around it, and the gate of the section (or one of several) that the page belongs to. Data is fetched
 * only here, so that pages outside the shell do without the means for it. `ahead` asks for what the page will need while
 * the role is still being looked up.
 */
export function shellLayout(
  section: Section | readonly Section[],
  action?: Action,
  ahead?: ReactNode,
): (page: ReactElement) => ReactNode {
  return (page) => (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <AppShell>
        {ahead}
        <AccessGate section={section} action={action}>
          {page}
        </AccessGate>
      </AppShell>
    </SWRConfig>
  )
}
