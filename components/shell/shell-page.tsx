import type { NextPageContext } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { type ComponentType, type ReactElement, type ReactNode, useDeferredValue } from 'react'
import type { PageData } from '@/hooks/initial-data'
import { loadedContent, type Content as PageContent } from '@/hooks/prefetch'
import { useIsInBrowser } from '@/hooks/use-is-in-browser'
import { preloadCode } from '@/lib/browser/preload-code'
import type { Action, Section } from '@/lib/session/permissions'
import type { Page } from './page'
import { PageSkeleton } from './page-skeleton'
import { shellLayout } from './shell-layout'

export interface PageOptions {
  action?: Action
  /**
   * Why the content is drawn in the browser only. The server renders that of all other pages, with the results of their `early` queries;
   * the output must be the same in the browser (decision 070).
   */
  browserOnly?: string
}

interface StartProps {
  start?: PageData
}

/** A page of the shell: `Content` for users whose role allows the action in the section, or in one of several. */
export function shellPage(
  section: Section | readonly Section[],
  Content: PageContent,
  { action, ...options }: PageOptions = {},
): Page<StartProps> {
  return pageOf(Content, shellLayout(section, action), options)
}

/** A page in a layout, with its state in the address. */
export function pageOf(
  Content: PageContent,
  layout: (page: ReactElement, start: PageData | undefined) => ReactNode,
  { browserOnly }: PageOptions = {},
): Page<StartProps> {
  // Its code, as soon as the page's own runs. A failure here is repeated, and shown, when the content renders.
  if (typeof window !== 'undefined') preloadCode(Content)?.catch(() => undefined)
  const Shown: Page<StartProps> = () => (
    <NuqsAdapter>{browserOnly ? <BrowserOnly Content={Content} /> : <Content />}</NuqsAdapter>
  )
  Shown.getLayout = (page) => layout(page, (page.props as StartProps).start)
  Shown.getInitialProps = startOf
  Shown.ahead = async () => (await loadedContent(Content)).ahead
  return Shown
}

/** After hydration the content is drawn in the background: a touch need not wait for it. */
function BrowserOnly({ Content }: { Content: ComponentType }) {
  const inBrowser = useIsInBrowser()
  return useDeferredValue(inBrowser, inBrowser) ? <Content /> : <PageSkeleton />
}

/** Nothing for navigation within the app. */
async function startOf(context: NextPageContext): Promise<StartProps> {
  if (typeof window === 'undefined') {
    const { loadInitialData } = await import('./load-initial-data')
    return { start: await loadInitialData(context) }
  }
  return {}
}
