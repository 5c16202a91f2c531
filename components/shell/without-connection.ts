import Router from 'next/router'
import { loadToasts, notify } from '@/lib/browser/notify'
import { Stayed } from '@/lib/stayed'

const OFFLINE = 'You are offline. Connect, then try again.'
const FAILED =
  'Part of this page could not be loaded. Check your connection and try again, or reload the page.'

// Loaded once the page is idle, while there is a connection.

/**
 * Says so when code could not be loaded: a menu or a list would not open, and no further click would say why. Dialogs and parts of a page
 * also say so in their place (`lateDialog`, `latePart`), where it stays.
 */
function failed({ target }: Event) {
  const isOwn =
    target instanceof HTMLScriptElement && target.src.startsWith(`${window.location.origin}/_next/`)
  if (isOwn) void notify('error', FAILED)
}

/**
 * Stays on the page. Without a connection Next.js would leave the app for the browser's own error page, and what is shown and typed here
 * would be gone. Back and Forward have changed the address already and are not held up.
 */
function stay(path: string, { shallow }: { shallow: boolean }) {
  const { href, origin } = window.location
  if (navigator.onLine || shallow || new URL(path, origin).href === href) return
  void notify('error', OFFLINE)
  Router.events.emit('routeChangeError')
  throw new Stayed(OFFLINE)
}

/** Loads what toasts need, which could not be loaded later to say that there is no connection, and watches for what fails without one. */
export async function prepare(): Promise<void> {
  // The event does not bubble; a second registration of the same function adds nothing.
  window.addEventListener('error', failed, true)
  Router.events.off('routeChangeStart', stay)
  Router.events.on('routeChangeStart', stay)
  await loadToasts()
}
