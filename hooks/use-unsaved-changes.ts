import Router from 'next/router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentUser } from '@/lib/session/session-store'

const QUESTION = 'Leave without saving? What you have typed will be lost.'

/**
 * Asks before the page is closed, reloaded or left with unsaved changes. Call `leave` before navigating on purpose; `onLost` is called
 * when the user leaves without saving. A user who is signed out is not asked: forms that keep drafts offer them again.
 */
export function useUnsavedChanges(unsaved: boolean, onLost?: () => void): { leave: () => void } {
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
      if (window.confirm(QUESTION)) return lost()
      Router.events.emit('routeChangeError')
      throw new Error('The person stayed on the page.')
    }
    // The browser's own back button has already changed the address: going forward again undoes that.
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
      window.history.forward()
      return false
    }

    window.addEventListener('beforeunload', beforeUnload)
    Router.events.on('routeChangeStart', routeChange)
    Router.router?.beforePopState(popped)
    return () => {
      window.removeEventListener('beforeunload', beforeUnload)
      Router.events.off('routeChangeStart', routeChange)
      Router.router?.beforePopState(() => true)
    }
  }, [unsaved])

  return {
    leave() {
      decided.current = true
    },
  }
}
