import Router from 'next/router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentUser } from '@/lib/session/session-store'
import { Stayed } from '@/lib/stayed'

const TYPED = 'Leave without saving? What you have typed will be lost.'
/** The question about work on many records: it may stop halfway, and nobody is told what it refused. */
export const RUNNING =
  'Leave while this is running? It may be done only in part, and no report will be shown.'

interface UnsavedForm {
  record: string | undefined
  question: string
  /** Whether it is already settled that its changes may be lost. */
  decided: { current: boolean }
  lost: () => void
}

/** The forms on the page with unsaved changes. They are asked about together, because Next.js takes one handler of Back. */
const forms = new Set<UnsavedForm>()
/** Whether the browser is on its way back to the page that the user did not leave, and where that is in its history. */
let returning = false
let place = 0

/**
 * Asks before the page is closed, reloaded or left with unsaved changes, once for all its forms. Call `leave` before navigating on
 * purpose; `onLost` is called if the user leaves without saving. A user who is signed out is not asked, because drafts are offered
 * again. An address with the form's own `record` does not leave it: the form may be edited before its address has changed. What would be
 * lost otherwise than by typing has its own `question`.
 */
export function useUnsavedChanges(
  unsaved: boolean,
  { onLost, record, question = TYPED }: { onLost?: () => void; record?: string; question?: string } = {},
): { leave: () => void } {
  const decided = useRef(false)
  const lost = useEffectEvent(() => onLost?.())

  useEffect(() => {
    if (!unsaved) return
    decided.current = false
    const form = { record, question, decided, lost: () => lost() }
    if (forms.size === 0) watch()
    forms.add(form)
    return () => {
      forms.delete(form)
      if (forms.size === 0) unwatch()
    }
  }, [unsaved, record, question])

  return {
    leave() {
      decided.current = true
    },
  }
}

function watch() {
  returning = false
  place = placeInHistory()
  window.addEventListener('beforeunload', beforeUnload)
  Router.events.on('routeChangeStart', routeChange)
  Router.events.on('routeChangeComplete', moved)
  Router.router?.beforePopState(popped)
}

function unwatch() {
  window.removeEventListener('beforeunload', beforeUnload)
  Router.events.off('routeChangeStart', routeChange)
  Router.events.off('routeChangeComplete', moved)
  Router.router?.beforePopState(() => true)
}

function beforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}

function routeChange(path: string) {
  const left = undecided().filter(({ record }) => record === undefined || !showsStill(path, record))
  const [first] = left
  if (!first || returning || path === Router.asPath || currentUser() === null) return
  if (window.confirm(first.question)) return left.forEach(({ lost }) => lost())
  Router.events.emit('routeChangeError')
  throw new Stayed()
}

function moved() {
  if (!returning) place = placeInHistory()
}

/** The browser's Back or Forward has already changed the address, by one step or several: as many the other way undo that. */
function popped(): boolean {
  if (returning) {
    returning = false
    return false
  }
  const left = undecided()
  const [first] = left
  if (!first) return true
  if (window.confirm(first.question)) {
    for (const { decided, lost } of left) {
      decided.current = true
      lost()
    }
    return true
  }
  returning = true
  const steps = place - placeInHistory()
  window.history.go(steps || 1)
  return false
}

const undecided = () => [...forms].filter(({ decided }) => !decided.current)

/** Number of entries before the current one; the same for all in browsers that do not tell, where leaving is taken for Back. */
const placeInHistory = (): number => window.navigation?.currentEntry?.index ?? 0

/** Whether a path is the current page, with this record open. */
function showsStill(path: string, record: string): boolean {
  const [to, from] = [path, Router.asPath].map((one) => new URL(one, window.location.origin))
  return to?.pathname === from?.pathname && to?.searchParams.get('record') === record
}
