import type { ReactElement, ReactNode } from 'react'
import type { Action, Section } from '@/lib/permissions'
import { AccessGate } from './access-gate'
import { AppShell } from './app-shell'

/** A page's `getLayout`: the shell around it, and the gate of the section that the page belongs to. */
export function shellLayout(section: Section, action?: Action): (page: ReactElement) => ReactNode {
  return (page) => (
    <AppShell>
      <AccessGate section={section} action={action}>
        {page}
      </AccessGate>
    </AppShell>
  )
}
