import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '@/lib/errors'
import type { SearchHit } from '@/lib/search/hits'
import { LookUpFailure } from './find-tenant'

/** Does what a chosen hit asks for; resolves to a text for an alert if that cannot be done. Aborted on closing. */
export type HandleHit = (hit: SearchHit, signal: AbortSignal) => Promise<string | undefined>

/** One hit at a time: `handling` until its handler finishes, then perhaps `refusal`, the text for an alert. */
export function useChoice(handle: HandleHit) {
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
