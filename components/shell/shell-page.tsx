import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { ComponentType } from 'react'
import type { Action, Section } from '@/lib/session/permissions'
import type { Page } from './page'
import { shellLayout } from './shell-layout'

/** A page of the shell: `Content` for those whose role has the section, or one of several, and may do the action. */
export function shellPage(
  section: Section | readonly Section[],
  Content: ComponentType,
  action?: Action,
): Page {
  return pageOf(Content, shellLayout(section, action))
}

/** A page in a layout, with its state in the address. */
export function pageOf(Content: ComponentType, getLayout: Page['getLayout']): Page {
  const Shown: Page = () => (
    <NuqsAdapter>
      <Content />
    </NuqsAdapter>
  )
  Shown.getLayout = getLayout
  return Shown
}
