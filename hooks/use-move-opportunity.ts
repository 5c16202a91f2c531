import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { type Move, moveOpportunity, type PipelineColumn, withMoved } from '@/lib/sales/pipeline'
import { stageOf } from '@/lib/sales/stages'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useRefreshRecords } from './use-record'

export interface Movable {
  id: string
  name: string
  version: number
  status: string
}

/**
 * Moves an opportunity to a stage; the board shows it there at once. Resolves to whether it is there; a refusal is
 * said, and the page then shows what is stored.
 */
export function useMoveOpportunity(): (moved: Movable, move: Move) => Promise<boolean> {
  const { mutate } = useSWRConfig()
  const refresh = useRefreshRecords()
  return useCallback(
    async (moved, move) => {
      const board = (columns?: PipelineColumn[]) => columns && withMoved(columns, moved.id, move.to)
      await mutate(['pipeline'], board, { revalidate: false })
      try {
        await moveOpportunity(await getSupabase(), moved, move)
        void notify('success', `${moved.name}: ${stageOf(move.to).label}`)
        return true
      } catch (error) {
        void notify('error', failureMessage(error))
        return false
      } finally {
        await refresh()
      }
    },
    [mutate, refresh],
  )
}
