import { useRouter } from 'next/router'
import { useEffect } from 'react'

/**
 * After Back or Forward a page shows what the address says, even if the change before it was not drawn yet. nuqs (2.10) forgets
 * its own changes when the router says that the address changes, but takes what happens while one of its changes is still being
 * drawn for part of that change. So it is told once more.
 */
export function useAddressOfHistory(): void {
  const { events } = useRouter()
  useEffect(() => {
    let isPopped = false
    const popped = () => {
      isPopped = true
    }
    const done = (address: string) => {
      if (isPopped) events.emit('beforeHistoryChange', address, { shallow: true })
      isPopped = false
    }
    window.addEventListener('popstate', popped)
    events.on('routeChangeComplete', done)
    return () => {
      window.removeEventListener('popstate', popped)
      events.off('routeChangeComplete', done)
    }
  }, [events])
}
