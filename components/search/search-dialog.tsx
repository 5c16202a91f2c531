import dynamic from 'next/dynamic'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { lateDialog } from '@/components/ui/late-code'
import { useSearch } from '@/hooks/use-search'
import { notify } from '@/lib/browser/notify'
import { failureMessage } from '@/lib/errors'
import type { SearchHit, SearchMode } from '@/lib/search/hits'
import { countOf } from '@/lib/words'
import { LookUpFailure } from './find-tenant'
import { OverlayFrame } from './overlay-frame'
import { optionId, ResultList } from './result-list'
import { SearchField } from './search-field'
import { LoadingFailure, NARROW, SearchFooter } from './search-footer'
import { useHighlight } from './use-highlight'

const ScanDialog = lateDialog(
  dynamic(() => import('./scan-dialog').then((module) => module.ScanDialog), { ssr: false }),
)

/** Specification section 9: the overlay uses z-index 49999 and 50000; the scanner opens above it. */
const BACKDROP_Z_INDEX = 49_999

type SearchDialogProps = {
  title: string
  placeholder: string
  mode: SearchMode
  /** Returns what was typed before the input was there. */
  takeTyped?: () => string
  onClose: () => void
  onChoose: HandleHit
  /**
   * The hit for a scanned MAC address, which is announced and selected, or undefined to ignore it. Without this prop there is no
   * scan option.
   */
  hitOfScan?: (mac: string) => SearchHit | undefined
}

/** The search overlay in all its variants (specification sections 2.3 and 2.4), open as long as it is mounted. */
export function SearchDialog({
  title,
  placeholder,
  mode,
  takeTyped,
  onClose,
  onChoose,
  hitOfScan,
}: SearchDialogProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [term, setTerm] = useState('')
  const [scanning, setScanning] = useState(false)
  const entered = useRef(false)
  const { hits, more, settled, loading, error, retry, ask } = useSearch(term, mode)
  const highlight = useHighlight(hits, term, { settled, loading: loading && !error })
  const { handling, refusal, choose, forgetRefusal } = useChoice(onChoose)
  const expanded = hits.length > 0

  // A disabled input loses focus.
  useEffect(() => {
    if (!handling) input.current?.focus()
  }, [handling])

  const startTyped = useEffectEvent(() => {
    const typed = takeTyped?.()
    if (typed) type(typed)
  })
  useEffect(() => startTyped(), [])

  // Enter was pressed before the results arrived.
  useEffect(() => {
    if (!settled || !entered.current) return
    entered.current = false
    const hit = hits[highlight.index]
    if (hit) void choose(hit)
  })

  function type(text: string) {
    entered.current = false
    const next = text === '/' ? '' : text
    ask(next)
    setTerm(next)
    forgetRefusal()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (highlight.moveByKey(event)) return event.preventDefault()
    if (event.key !== 'Enter') return
    event.preventDefault()
    const hit = hits[highlight.index]
    const atOnce = hit?.type === 'mac' || hit?.type === 'phone'
    if (hit && (settled || atOnce)) void choose(hit)
    else entered.current = !settled
  }

  function onScan(mac: string, scanned: string) {
    setScanning(false)
    const hit = hitOfScan?.(mac)
    if (!hit) return
    // A toast outlives the overlay, which closes once the tenant's page is loaded.
    void notify('info', `Scanned ${scanned}`)
    setTerm(mac)
    void choose(hit)
  }

  return (
    <OverlayFrame title={title} titleHidden initialFocus={input} zIndex={BACKDROP_Z_INDEX} onClose={onClose}>
      <SearchField
        ref={input}
        label={title}
        placeholder={placeholder}
        value={term}
        handling={handling}
        listId={expanded ? listId : undefined}
        activeId={expanded ? optionId(listId, highlight.index) : undefined}
        onType={type}
        onKeyDown={onKeyDown}
        onScan={
          hitOfScan
            ? () => {
                // Focus returns to the input when the scanner closes.
                input.current?.focus()
                setScanning(true)
              }
            : undefined
        }
      />
      {refusal ? (
        <Alert tone="warning" className="mx-4 mb-3">
          {refusal}
        </Alert>
      ) : null}
      {error ? <LoadingFailure onRetry={retry} /> : null}
      <ResultList
        id={listId}
        hits={hits}
        highlighted={highlight.index}
        reveal={highlight.byKey}
        disabled={handling}
        onHighlight={highlight.moveTo}
        onChoose={(hit) => void choose(hit)}
      />
      <p role="status" className="sr-only">
        {settled && expanded ? spokenCount(hits.length, more) : null}
      </p>
      <SearchFooter loading={loading && !error} more={more} />
      {scanning ? (
        <ScanDialog open zIndex={BACKDROP_Z_INDEX + 2} onClose={() => setScanning(false)} onScan={onScan} />
      ) : null}
    </OverlayFrame>
  )
}

function spokenCount(count: number, more: boolean): string {
  if (more) return `The best ${count} results. ${NARROW}`
  return countOf(count, 'result')
}

/** Handles the selected hit; resolves to an alert message if that is impossible. Aborted on closing. */
type HandleHit = (hit: SearchHit, signal: AbortSignal) => Promise<string | undefined>

/** One hit at a time: `handling` until its handler finishes, then possibly `refusal`, the alert message. */
function useChoice(handle: HandleHit) {
  const [handling, setHandling] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const aborter = useRef<AbortController>(undefined)

  useEffect(() => () => aborter.current?.abort(), [])

  async function choose(hit: SearchHit) {
    if (handling) return
    aborter.current?.abort()
    const { signal } = (aborter.current = new AbortController())
    setHandling(true)
    setRefusal(undefined)
    let text: string | undefined
    try {
      text = await handle(hit, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof LookUpFailure)) console.error(error)
      text = error instanceof LookUpFailure ? error.message : failureMessage(error)
    }
    if (signal.aborted) return
    setRefusal(text)
    setHandling(false)
  }

  return { handling, refusal, choose, forgetRefusal: () => setRefusal(undefined) }
}
