import Router from 'next/router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentUser } from '@/lib/session/session-store'
import { Stayed } from '@/lib/stayed'

const QUESTION = 'Leave without saving? What you have typed will be lost.'

/**
 * Asks before the page is closed, reloaded or left with unsaved changes. Call `leave` before navigating on purpose; `onLost` is
 * called if the user leaves without saving. A user who is signed out is not asked, because drafts are offered again. An address
 * with the form's own `record` does not leave it: the form may be edited before its address has changed.
 */
export function useUnsavedChanges(
  unsaved: boolean,
  onLost?: () => void,
  record?: string,
): { leave: () => void } {
  const decided = useRef(false)
  const lost = useEffectEvent(() => onLost?.())

  useEffect(() => {
    if (!unsaved) return
    decided.current = false
    let returning = false

    function beforeUnload(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
    function routeChange(path: string) {
      if (decided.current || returning || path === Router.asPath || currentUser() === null) return
      if (record !== undefined && showsStill(path, record)) return
      if (window.confirm(QUESTION)) return lost()
      Router.events.emit('routeChangeError')
      throw new Stayed()
    }
    // The browser's Back or Forward has already changed the address, by one step or several: as many the other way undo that.
    let place = placeInHistory()
    const moved = () => {
      if (!returning) place = placeInHistory()
    }
    function popped() {
      if (returning) {
        returning = false
        return false
      }
      if (!decided.current && window.confirm(QUESTION)) {
        decided.current = true
        lost()
      }
      if (decided.current) return true
      returning = true
      const steps = place - placeInHistory()
      window.history.go(steps || 1)
      return false
    }

    window.addEventListener('beforeunload', beforeUnload)
    Router.events.on('routeChangeStart', routeChange)
    Router.events.on('routeChangeComplete', moved)
    Router.router?.beforePopState(popped)
    return () => {
      window.removeEventListener('beforeunload', beforeUnload)
      Router.events.off('routeChangeStart', routeChange)
      Router.events.off('routeChangeComplete', moved)
      Router.router?.beforePopState(() => true)
    }
  }, [unsaved, record])

  return {
    leave() {
      decided.current = true
    },
  }
}

/** Number of entries before the current one; the same for all in browsers that do not tell, where leaving is taken for Back. */
const placeInHistory = (): number => window.navigation?.currentEntry?.index ?? 0

/** Whether a path is the current page, with this record open. */
function showsStill(path: string, record: string): boolean {
  const [to, from] = [path, Router.asPath].map((one) => new URL(one, window.location.origin))
  return to?.pathname === from?.pathname && to?.searchParams.get('record') === record
}
