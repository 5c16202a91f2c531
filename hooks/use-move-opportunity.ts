import { useSWRConfig } from 'swr'
import { type Move, moveCard, moveOpportunity, type PipelineColumn } from '@/lib/sales/pipeline'
import { stageOf } from '@/lib/sales/stages'
import { beginsWith, keys } from './keys'
import { useAction } from './use-write'

export interface Movable {
  id: string
  name: string
  version: number
  status: string
}

/**
 * Moves an opportunity to a stage; the board is updated optimistically. Resolves to whether it succeeded; a rejection is reported,
 * and the page refreshed.
 */
export function useMoveOpportunity(): (moved: Movable, move: Move) => Promise<boolean> {
  const { mutate } = useSWRConfig()
  const { act } = useAction()
  return async (moved, move) => {
    const board = (columns?: PipelineColumn[]) => columns && moveCard(columns, moved.id, move.to)
    await mutate((key) => beginsWith(key, keys.pipeline()), board, { revalidate: false })
    return act(
      (supabase) => moveOpportunity(supabase, moved, move),
      `${moved.name}: ${stageOf(move.to).label}`,
    )
  }
}
