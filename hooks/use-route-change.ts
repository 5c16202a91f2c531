import { useRouter } from 'next/router'
import { useEffect } from 'react'

/**
 * Calls back on each route change, such as to close an overlay (specification section 2.3). The page below changes its own query, also
 * late, such as for a form that was closed just before: that is none. Back and Forward are one, even if they change no more than that.
 */
export function useRouteChange(onChange: () => void): void {
  const { events } = useRouter()
  useEffect(() => {
    const changed = (_address: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) onChange()
    }
    events.on('routeChangeComplete', changed)
    events.on('hashChangeComplete', onChange)
    window.addEventListener('popstate', onChange)
    return () => {
      events.off('routeChangeComplete', changed)
      events.off('hashChangeComplete', onChange)
      window.removeEventListener('popstate', onChange)
    }
  }, [events, onChange])
}
