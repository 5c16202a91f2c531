import type { Choice } from '../records/field'
import { OPPORTUNITIES, STAGE_PROBABILITY } from '../supabase/constraints'

export type Stage = (typeof OPPORTUNITIES.status.choices)[number]

const LABELS: Readonly<Record<Stage, string>> = {
  lead: 'Lead',
  qualified: 'Qualified',
  proposal: 'Proposal',
  negotiation: 'Negotiation',
  won: 'Won',
  lost: 'Lost',
}

/** A stage of an opportunity with its win probability in percent. */
export interface StageChoice extends Choice {
  value: Stage
  probability: number
}

export const STAGES: readonly StageChoice[] = OPPORTUNITIES.status.choices.map(choiceOf)

/** The stage of an opportunity's status; the first one for a status that is none. */
export function stageOf(status: string): StageChoice {
  return choiceOf(status in LABELS ? (status as Stage) : 'lead')
}

function choiceOf(value: Stage): StageChoice {
  return { value, label: LABELS[value], probability: STAGE_PROBABILITY[value] }
}
