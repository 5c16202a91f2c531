import type { Choice } from '../records/field'

/** The stages of an opportunity in order, with their win probability in percent. */
export const STAGES = [
  { value: 'lead', label: 'Lead', probability: 10 },
  { value: 'qualified', label: 'Qualified', probability: 25 },
  { value: 'proposal', label: 'Proposal', probability: 50 },
  { value: 'negotiation', label: 'Negotiation', probability: 70 },
  { value: 'won', label: 'Won', probability: 100 },
  { value: 'lost', label: 'Lost', probability: 0 },
] as const satisfies readonly (Choice & { probability: number })[]

export type Stage = (typeof STAGES)[number]['value']

/** The stage of a stored status. */
export function stageOf(status: string): (typeof STAGES)[number] {
  return STAGES.find(({ value }) => value === status) ?? STAGES[0]
}
