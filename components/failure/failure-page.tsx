import type { FormEvent } from 'react'
import { buttonClass } from '@/components/ui/button-style'
import { HOME_PATH } from '@/lib/paths'
import { MessagePage } from './message-page'

function loadAgain(event: FormEvent) {
  event.preventDefault()
  window.location.reload()
}

/** What a person sees when a page broke. Both ways on load the page again: what is in memory may be what broke. */
export function FailurePage() {
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <>
          {/* A bare button: this is part of every page's first load, and Button brings its spinner along. The form works where no
              script runs. */}
          <form onSubmit={loadAgain}>
            <button type="submit" className={buttonClass({ variant: 'primary' })}>
              Load this page again
            </button>
          </form>
          <a href={HOME_PATH} className={buttonClass({})}>
            Go to the start page
          </a>
        </>
      }
    >
      This page could not be shown. Nothing you saved before is lost.
    </MessagePage>
  )
}
