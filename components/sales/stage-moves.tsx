import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { type Movable, useMoveOpportunity } from '@/hooks/use-move-opportunity'
import type { Stage } from '@/lib/sales/stages'

const LostDialog = dynamic(() => import('./lost-dialog').then((module) => module.LostDialog))
const WonDialog = dynamic(() => import('./won-dialog').then((module) => module.WonDialog))

export type MoveTo = (opportunity: Movable, to: Stage) => void

/** Moves opportunities; asks for the reason before Lost, and shows what will be set up before Won. */
export function StageMoves({ children }: { children: (move: MoveTo) => ReactNode }) {
  const move = useMoveOpportunity()
  const [asked, setAsked] = useState<{ opportunity: Movable; to: 'won' | 'lost' } | null>(null)

  function moveTo(opportunity: Movable, to: Stage) {
    if (to === 'won' || to === 'lost') setAsked({ opportunity, to })
    else void move(opportunity, { to })
  }

  return (
    <>
      {children(moveTo)}
      {asked?.to === 'lost' ? (
        <LostDialog
          name={asked.opportunity.name}
          onLost={(reason) => move(asked.opportunity, { to: 'lost', reason })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.to === 'won' ? (
        <WonDialog
          opportunity={asked.opportunity}
          onOnlyWon={() => move(asked.opportunity, { to: 'won' })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
