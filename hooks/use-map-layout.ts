import { useEffect, useState } from 'react'
import type { CallMap } from '@/lib/telephony/map/call-map'
import type { Layout } from '@/lib/telephony/map/layout'
import { layoutInWorker } from '@/lib/telephony/map/layout-client'
import type { Query } from './use-query'

/** Where everything of a map stands; undefined while that is worked out. */
export function useMapLayout(map: CallMap): Query<Layout> {
  const [tries, setTries] = useState(0)
  const [done, setDone] = useState<{ of: CallMap; layout?: Layout; error?: unknown }>()
  useEffect(() => {
    let wanted = true
    layoutInWorker(map).then(
      (layout) => wanted && setDone({ of: map, layout }),
      (error: unknown) => wanted && setDone({ of: map, error }),
    )
    return () => {
      wanted = false
    }
  }, [map, tries])
  const own = done?.of === map ? done : undefined
  return {
    data: own?.layout,
    error: own?.error,
    loading: own === undefined,
    retry: async () => setTries((before) => before + 1),
  }
}
