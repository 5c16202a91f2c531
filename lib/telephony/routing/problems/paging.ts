import { nextStep } from '../next-step'
import { ANY_CALLER } from '../place'
import { refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'

/** Paging groups without a phone to be heard from. */
export function pagingProblems(at: Checked): Problem[] {
  return at.snapshot.paging_groups
    .filter(({ enabled }) => enabled)
    .flatMap((group) => {
      const { kind } = nextStep(at.snapshot, { at: 'destination', id: group.id }, ANY_CALLER, at.moment)
      if (kind !== 'refuse') return []
      const record = refOf('paging_groups', group)
      const text = `${record.label} has no phone to speak from.`
      return [problem(at, 'error', 'group-has-nobody', record, text)]
    })
}
