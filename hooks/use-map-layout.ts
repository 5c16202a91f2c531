import { useEffect, useRef, useState } from 'react'
import type { CallMap } from '@/lib/telephony/map/call-map'
import type { Layout } from '@/lib/telephony/map/layout'
import { type LayoutWorker, startLayouts } from '@/lib/telephony/map/layout-client'
import type { Query } from './use-query'

/** The layout of a map; undefined while it is being computed. */
export function useMapLayout(map: CallMap): Query<Layout> {
  const [tries, setTries] = useState(0)
  const [done, setDone] = useState<{ of: CallMap; layout?: Layout; error?: unknown }>()
  const worker = useRef<LayoutWorker>(undefined)
  useEffect(() => {
    let wanted = true
    worker.current ??= startLayouts()
    const asked = worker.current
    asked.layout(map).then(
      (layout) => wanted && setDone({ of: map, layout }),
      (error: unknown) => {
        // The next attempt uses a new worker.
        asked.end()
        if (worker.current === asked) worker.current = undefined
        if (wanted) setDone({ of: map, error })
      },
    )
    return () => {
      wanted = false
    }
  }, [map, tries])
  useEffect(
    () => () => {
      worker.current?.end()
      worker.current = undefined
    },
    [],
  )
  const own = done?.of === map ? done : undefined
  return {
    data: own?.layout,
    error: own?.error,
    loading: own === undefined,
    retry: async () => setTries((before) => before + 1),
  }
}
