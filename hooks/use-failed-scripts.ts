import { useEffect } from 'react'
import { notify } from '@/lib/notify'

const FAILED = 'Part of this page could not be loaded. Check your connection, then reload the page.'

/**
 * Says so when code that a menu or dialog needs could not be loaded: it would not open, and no further click would say why. The browser
 * asks for that code again only with the next page.
 */
export function useFailedScripts(): void {
  useEffect(() => {
    function failed({ target }: Event) {
      const isOwn =
        target instanceof HTMLScriptElement && target.src.startsWith(`${window.location.origin}/_next/`)
      if (isOwn) void notify('error', FAILED)
    }
    // The event does not bubble.
    window.addEventListener('error', failed, true)
    return () => window.removeEventListener('error', failed, true)
  }, [])
}
