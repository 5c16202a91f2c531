import { Alert } from './alert'
import { bringIntoView } from './bring-into-view'

/** For a row's `error` that came from a request: announced, because the focus stays on the button that was pressed. */
export const announced = (failure: string | undefined) =>
  failure ? <span role="alert">{failure}</span> : undefined

/** Why a form was not saved, brought into sight: in a long form it may stand far from the button that was pressed. */
export function FailureAlert({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <div ref={bringIntoView} className="scroll-mt-20 scroll-mb-4">
      <Alert tone="danger">{text}</Alert>
    </div>
  )
}
