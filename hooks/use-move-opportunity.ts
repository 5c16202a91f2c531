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
 * Moves an opportunity to a stage. The board shows the move at once, and until it is stored ignores what it reads meanwhile, which would
 * show the card where it was. Resolves to whether it succeeded; a rejection is reported, and the page refreshed.
 */
export function useMoveOpportunity(): (moved: Movable, move: Move) => Promise<boolean> {
  const { mutate } = useSWRConfig()
  const { act } = useAction()
  return (moved, move) =>
    act(
      async (supabase) => {
        const storing = moveOpportunity(supabase, moved, move)
        await mutate<PipelineColumn[], void>((key) => beginsWith(key, keys.pipeline()), storing, {
          // What is shown contains other moves that are not stored yet.
          optimisticData: (_stored, shown) => moveCard(shown ?? [], moved.id, move.to),
          populateCache: false,
          revalidate: false,
        })
        await storing
      },
      `${moved.name}: ${stageOf(move.to).label}`,
    )
}
