/** What tells the inline script that the page answers clicks. */
export const READY = 'pageready'

/** Call once the page answers clicks: those that were kept are done now. */
export function doEarlyClicks(): void {
  document.dispatchEvent(new Event(READY))
}
