import { loadToasts, notify } from '@/lib/notify'

const FAILED = 'Part of this page could not be loaded. Check your connection, then reload the page.'

// Loaded once the page is idle, while there is a connection.

/**
 * Says so when code that a menu or dialog needs could not be loaded: it would not open, and no further click would say why. The browser
 * asks for that code again only with the next page.
 */
function failed({ target }: Event) {
  const isOwn =
    target instanceof HTMLScriptElement && target.src.startsWith(`${window.location.origin}/_next/`)
  if (isOwn) void notify('error', FAILED)
}

/** Loads what toasts need, which could not be loaded later to say that there is no connection, and watches for code that fails. */
export async function prepare(): Promise<void> {
  // The event does not bubble; a second registration of the same function adds nothing.
  window.addEventListener('error', failed, true)
  await loadToasts()
}
