import Router from 'next/router'

// After Back or Forward a page shows what the address says, even if the change before was not drawn yet. nuqs (2.10) forgets its
// own changes when the router says that the address changes, but takes what happens while one of them is still being drawn for
// part of it. So it is told once more.
if (typeof window !== 'undefined') {
  let hasGoneBack = false
  // Added before the router's own listener, which may be done with the change before later listeners are called.
  window.addEventListener('popstate', () => {
    hasGoneBack = true
  })
  Router.events.on('routeChangeComplete', (address) => {
    if (hasGoneBack) Router.events.emit('beforeHistoryChange', address, {})
    hasGoneBack = false
  })
}
