import Router from 'next/router'

// After Back or Forward, the browser scrolls to where the page was at once, as far as the page then reaches. A list whose rows arrive
// later would be left at its beginning, so it is scrolled on as it grows, unless the reader does something first.

const STORED = 'places-in-history'
/** How long rows may take to arrive. */
const PATIENCE_MS = 10_000

/** Where each entry of the history was scrolled to, by the router's key of it. */
let places = new Map<string, number>()
/** Where to, and in which entry. */
let sought: { entry: string; place: number } | undefined
let late: ReturnType<typeof setTimeout> | undefined
let growth: ResizeObserver | undefined

const entryNow = () => (history.state as { key?: string } | null)?.key ?? ''

function rest() {
  sought = undefined
  growth?.disconnect()
  clearTimeout(late)
}

function approach() {
  if (!sought) return
  window.scrollTo(window.scrollX, sought.place)
  if (Math.abs(window.scrollY - sought.place) < 1) rest()
}

if (typeof window !== 'undefined') {
  // A browser that refuses storage only forgets the places when the page is reloaded.
  try {
    places = new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][])
  } catch (error) {
    console.warn(error)
  }
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...places]))
    } catch (error) {
      console.warn(error)
    }
  })

  window.addEventListener('popstate', () => {
    rest()
    const entry = entryNow()
    const place = places.get(entry)
    if (place) sought = { entry, place }
  })
  Router.events.on('routeChangeComplete', () => {
    if (!sought || sought.entry !== entryNow()) return rest()
    growth ??= new ResizeObserver(approach)
    growth.observe(document.body)
    late = setTimeout(rest, PATIENCE_MS)
  })

  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, rest, { capture: true, passive: true })
  }
  window.addEventListener(
    'scroll',
    () => {
      if (!sought) places.set(entryNow(), window.scrollY)
    },
    { passive: true },
  )
}
