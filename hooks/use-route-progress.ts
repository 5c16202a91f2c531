import { useRouter } from 'next/router'
import nprogress from 'nprogress'
import { useEffect } from 'react'

/** The library's own markup has a role unknown to ARIA. */
const BAR = '<div class="bar" aria-hidden="true"><div class="peg"></div></div>'

/** Shows a progress bar while the route changes (specification section 2.2), but not for query changes. */
export function useRouteProgress(): void {
  const { events } = useRouter()
  useEffect(() => {
    nprogress.configure({ showSpinner: false, barSelector: '.bar', template: BAR })
    const start = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) nprogress.start()
    }
    const done = () => nprogress.done()
    events.on('routeChangeStart', start)
    events.on('routeChangeComplete', done)
    events.on('routeChangeError', done)
    return () => {
      events.off('routeChangeStart', start)
      events.off('routeChangeComplete', done)
      events.off('routeChangeError', done)
      nprogress.remove()
    }
  }, [events])
}
