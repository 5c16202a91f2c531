import { unstable_serialize as serialize, useSWRConfig } from 'swr'
import { type Move, moveCard, moveOpportunity, type PipelineColumn } from '@/lib/sales/pipeline'
import { stageOf } from '@/lib/sales/stages'
import type { Supabase } from '@/lib/supabase/browser-client'
import { beginsWith, type Key, keys } from './keys'
import { useAction, useWrite } from './use-write'

export interface Movable {
  id: string
  name: string
  version: number
  status: string
}

/**
 * Moves an opportunity to a stage. The board shows the move at once, and until it is stored ignores what it reads meanwhile, which would
 * show the card where it was.
 */
export function useMoveOpportunity() {
  const { cache, mutate } = useSWRConfig()
  const { act } = useAction()
  const write = useWrite()

  /** Cached boards: everyone's and each owner's. */
  async function boards(): Promise<Key[]> {
    const found: Key[] = []
    await mutate((key) => {
      if (beginsWith(key, keys.pipeline()) && cache.get(serialize(key))?.data) found.push(key as Key)
      return false
    })
    return found
  }

  const work = (moved: Movable, move: Move) => async (supabase: Supabase) => {
    const shownBoards = await boards()
    const storing = moveOpportunity(supabase, moved, move)
    // Each by itself: given a filter, SWR would show the first board's cards on all of them.
    const moving = shownBoards.map((board) =>
      mutate<PipelineColumn[], void>(board, storing, {
        // What is shown contains other moves that are not stored yet.
        optimisticData: (_stored, shown) => moveCard(shown ?? [], moved.id, move.to),
        populateCache: false,
        revalidate: false,
      }),
    )
    await Promise.all([storing, ...moving])
  }
  const done = (moved: Movable, { to }: Move) => `${moved.name}: ${stageOf(to).label}`

  return {
    /** Resolves to whether it succeeded; a rejection is reported, and the page refreshed. */
    move: (moved: Movable, move: Move) => act(work(moved, move), done(moved, move)),
    /** For a dialog: rejects on failure. */
    save: (moved: Movable, move: Move) => write(work(moved, move), done(moved, move)),
  }
}
