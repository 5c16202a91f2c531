import Router from 'next/router'
import { useEffect, useRef } from 'react'

const QUESTION = 'Leave without saving? What you have typed will be lost.'

/**
 * Asks before the page is closed, reloaded or left while there is something unsaved. `leave` says that what follows
 * was decided by the person.
 */
export function useUnsavedChanges(unsaved: boolean): { leave: () => void } {
  const decided = useRef(false)

  useEffect(() => {
    if (!unsaved) return
    decided.current = false
    let returning = false

    function beforeUnload(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
    function routeChange(path: string) {
      if (decided.current || returning || path === Router.asPath || window.confirm(QUESTION)) return
      Router.events.emit('routeChangeError')
      throw new Error('The person stayed on the page.')
    }
    // The browser's own back button has already changed the address: going forward again undoes that.
    function popped() {
      if (returning) {
        returning = false
        return false
      }
      if (decided.current || window.confirm(QUESTION)) {
        decided.current = true
        return true
      }
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
