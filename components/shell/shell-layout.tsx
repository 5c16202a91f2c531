import { dequal } from 'dequal'
import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { fetchJson } from '@/lib/fetcher'
import type { Action, Section } from '@/lib/permissions'
import { AccessGate } from './access-gate'
import { AppShell } from './app-shell'

// Specification section 9: dedupe 2 s, error retry 5 s, focus throttle 5 s.
const FETCHING_DEFAULTS = {
  fetcher: fetchJson,
  // SWR's own comparison takes any two maps for equal, so that what was fetched anew would not be shown.
  compare: dequal,
  dedupingInterval: 2000,
  errorRetryInterval: 5000,
  focusThrottleInterval: 5000,
}

/**
 * A page's `getLayout`: the shell around it, and the gate of the section (or one of several) that the page belongs to. Data is fetched
 * only here, so that pages outside the shell do without the means for it.
 */
export function shellLayout(
  section: Section | readonly Section[],
  action?: Action,
): (page: ReactElement) => ReactNode {
  return (page) => (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <AppShell>
        <AccessGate section={section} action={action}>
          {page}
        </AccessGate>
      </AppShell>
    </SWRConfig>
  )
}
