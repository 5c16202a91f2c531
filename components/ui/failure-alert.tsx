import { Alert } from './alert'

/** Why a form was not saved, brought into sight: in a long form it may stand far from the button that was pressed. */
export function FailureAlert({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <div ref={bringIntoView} className="scroll-mt-20 scroll-mb-4">
      <Alert tone="danger">{text}</Alert>
    </div>
  )
}

/** Scrolls to a notice once it is drawn, as its `ref`. On a page it needs `scroll-mt-20`, to come below the header. */
export function bringIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView?.({ block: 'nearest' })
}
