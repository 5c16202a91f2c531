import { useRouter } from 'next/router'
import nprogress from 'nprogress'
import { useEffect } from 'react'
import { afterPaint } from '@/components/ui/after-paint'

/** The library's own markup has a role unknown to ARIA. */
const BAR = '<div class="bar" aria-hidden="true"><div class="peg"></div></div>'

/** Shows a progress bar while the route changes (specification section 2.2), but not for query changes. */
export function useRouteProgress(): void {
  const { events } = useRouter()
  useEffect(() => {
    nprogress.configure({ showSpinner: false, barSelector: '.bar', template: BAR })
    let keepGoing = () => undefined as void
    const start = (_url: string, { shallow }: { shallow: boolean }) => {
      keepGoing()
      if (!shallow) nprogress.start()
    }
    // The bar measures the page as it ends. Before the first paint, that would delay the page by a layout of its own.
    const done = () => {
      keepGoing = afterPaint(() => nprogress.done())
    }
    events.on('routeChangeStart', start)
    events.on('routeChangeComplete', done)
    events.on('routeChangeError', done)
    return () => {
      events.off('routeChangeStart', start)
      events.off('routeChangeComplete', done)
      events.off('routeChangeError', done)
      keepGoing()
      nprogress.remove()
    }
  }, [events])
}
