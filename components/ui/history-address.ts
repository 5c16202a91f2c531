import Router from 'next/router'

// After Back or Forward, the page must match the address, even if the previous change has not rendered yet. nuqs (2.10) drops its
// pending changes when the router reports a new address, but treats anything during a pending change of its own as part of it. So it
// is notified again when the router is done.
let hasGoneBack = false
if (typeof window !== 'undefined') {
  const done = (address: string) => {
    if (!hasGoneBack || new URL(address, location.href).href !== location.href) return
    // The canceled change is over for nuqs only once its promise has settled, which may be after this event.
    setTimeout(() => {
      hasGoneBack = false
      Router.events.emit('beforeHistoryChange', address, {})
    })
  }
  // Registered before the router's own listener, which may finish before later listeners run.
  window.addEventListener('popstate', () => {
    hasGoneBack = true
  })
  Router.events.on('routeChangeComplete', done)
  Router.events.on('routeChangeError', (_error, address) => done(address))
}

/** Whether Back or Forward leads to the page that is drawn next. The browser scrolls it to where it was, so it must be whole at once. */
export const isReturning = () => hasGoneBack
