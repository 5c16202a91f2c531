import { type ReactNode, useEffect } from 'react'
import { SalesNav } from '@/components/sales/sales-nav'
import { Alert } from '@/components/ui/alert'
import { DraftNotice } from '@/components/ui/draft-notice'
import { PageHeader } from '@/components/ui/page-header'
import { useDraft } from '@/hooks/use-draft'
import { useStickyState } from '@/hooks/use-sticky-state'
import { failureMessage } from '@/lib/errors'
import { readNumberLines } from '@/lib/numbers/number-lines'
import { postInBatches } from '@/lib/numbers/post-in-batches'
import { NumberInput } from './number-input'

export interface NumberCheckProps<Result> {
  title: string
  description: string
  /** The API path; at most a hundred numbers per request. */
  path: string
  /** Maximum numbers per check. */
  most: number
  verb: string
  /** The results; `round` counts the submissions. */
  children: (found: readonly Result[], working: boolean, round: number) => ReactNode
}

interface Kept<Result> {
  text: string
  fromFile: boolean
  found: readonly Result[] | null
  round: number
  working: boolean
  failure: string | undefined
}

/** A page for pasting numbers and checking them. The input stays until it is removed; a check goes on after the page was left. */
export function NumberCheck<Result>({
  title,
  description,
  path,
  most,
  verb,
  children,
}: NumberCheckProps<Result>) {
  const blank: Kept<Result> = {
    text: '',
    fromFile: false,
    found: null,
    round: 0,
    working: false,
    failure: undefined,
  }
  const [{ text, fromFile, found, round, working, failure }, keep] = useStickyState(path, blank)
  const draft = useDraft(path, null, text === '' ? {} : { text, fromFile }, (typed) => keep(typed))
  const read = readNumberLines(text, { heading: fromFile })
  useAskedBeforeReload(text.trim() !== '')

  async function ask() {
    if (working) return
    keep({ round: round + 1, working: true, failure: undefined })
    const asked = postInBatches<Result>(path, read.numbers, (answered) => keep({ found: answered }))
    keep({ failure: await asked.then(() => undefined, failureMessage), working: false })
  }

  return (
    <>
      <PageHeader title={title} description={description} />
      <SalesNav />
      {text === '' ? <DraftNotice {...draft} /> : null}
      <NumberInput
        text={text}
        onChange={(typed, file) => keep({ text: typed, fromFile: file, failure: undefined })}
        read={read}
        most={most}
        verb={verb}
        working={working}
        onSubmit={ask}
        onProblem={(problem) => keep({ failure: problem })}
      />
      {failure ? (
        <Alert tone="danger" className="mb-4 max-w-4xl">
          {failure}
        </Alert>
      ) : null}
      {found ? children(found, working, round) : null}
    </>
  )
}

function useAskedBeforeReload(asked: boolean): void {
  useEffect(() => {
    if (!asked) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [asked])
}
