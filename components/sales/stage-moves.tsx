import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { lateDialog } from '@/components/ui/late-code'
import { type Movable, useMoveOpportunity } from '@/hooks/use-move-opportunity'
import type { Stage } from '@/lib/sales/stages'

const MoveDialog = lateDialog(dynamic(() => import('./move-dialog').then((module) => module.MoveDialog)))
const WonDialog = lateDialog(dynamic(() => import('./won-dialog').then((module) => module.WonDialog)))

export type MoveTo = (opportunity: Movable, to: Stage) => void

/**
 * Moves opportunities between stages; asks for the reason before Lost, shows the plan before Won, and warns about what stays when a
 * won one is moved.
 */
export function StageMoves({ children }: { children: (move: MoveTo) => ReactNode }) {
  const { move, save } = useMoveOpportunity()
  const [asked, setAsked] = useState<{ opportunity: Movable; to: Stage } | null>(null)

  function moveTo(opportunity: Movable, to: Stage) {
    if (to === 'won' || to === 'lost' || opportunity.status === 'won') setAsked({ opportunity, to })
    else void move(opportunity, { to })
  }

  return (
    <>
      {children(moveTo)}
      {asked && asked.to !== 'won' ? (
        <MoveDialog
          {...asked}
          onMove={(reason) =>
            save(asked.opportunity, {
              to: asked.to,
              reason,
              reopens: asked.opportunity.status === 'won',
            })
          }
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.to === 'won' ? (
        <WonDialog
          opportunity={asked.opportunity}
          onOnlyWon={() => save(asked.opportunity, { to: 'won' })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
