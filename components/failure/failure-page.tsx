import type { FormEvent } from 'react'
import { buttonClass } from '@/components/ui/button-style'
import { HOME_PATH } from '@/lib/paths'
import { MessagePage } from './message-page'

function loadAgain(event: FormEvent) {
  event.preventDefault()
  window.location.reload()
}

/** Shown when a page crashed. Both actions reload, because the state in memory may be the cause. */
export function FailurePage() {
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <>
          {/**
          { * A plain button: this is part of every page's first load, and Button would add its spinner. The form works without
          { * scripts.
          { */}
          <form onSubmit={loadAgain}>
            <button type="submit" className={buttonClass({ variant: 'primary' })}>
              Reload this page
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
