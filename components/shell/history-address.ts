import Router from 'next/router'

// After Back or Forward a page shows what the address says, even if the change before was not drawn yet. nuqs (2.10) forgets its
// own changes when the router says that the address changes, but takes what happens while one of them is still being drawn for
// part of it. So it is told once more when the router is done, which may call both changes off.
if (typeof window !== 'undefined') {
  let hasGoneBack = false
  const done = (address: string) => {
    if (!hasGoneBack || new URL(address, location.href).href !== location.href) return
    hasGoneBack = false
    Router.events.emit('beforeHistoryChange', address, {})
  }
  // Added before the router's own listener, which may be done with the change before later listeners are called.
  window.addEventListener('popstate', () => {
    hasGoneBack = true
  })
  Router.events.on('routeChangeComplete', done)
  Router.events.on('routeChangeError', (_error, address) => done(address))
}
