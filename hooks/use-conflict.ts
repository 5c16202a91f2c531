import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { merge, type Question, type Versions } from '@/lib/records/merge'
import type { Resource } from '@/lib/records/resource'

/** A newer save, the conflicting changes, and whose value each should have. */
export interface Conflict extends Versions {
  /** Since when: a draft was typed, which may be the user's own save, or the form was opened, which is another user's. */
  since: 'typed' | 'opened'
  questions: readonly Question[]
  /** Keys of the questions answered with the other user's value. */
  taken: ReadonlySet<string>
}

/**
 * The form of a record that another user has saved since it was filled: typed values stay, untouched fields take the newer values,
 * and the user resolves conflicts field by field. `valuesOf` are a row's values in the form.
 */
export function useConflict(
  form: UseFormReturn<RecordValues>,
  { blank, children }: Resource,
  valuesOf: (row: RecordRow) => RecordValues,
) {
  const [conflict, setConflict] = useState<Conflict | null>(null)

  function fill(versions: Omit<Conflict, 'questions' | 'taken'>, taken: ReadonlySet<string>, only?: string) {
    const { values, touched, questions } = merge(versions, Object.keys(blank), children, taken)
    for (const column of touched) {
      if (only === undefined || column === only) form.setValue(column, values[column], { shouldDirty: true })
    }
    setConflict({ ...versions, questions, taken })
  }

  return {
    conflict,
    /** Fills the form, which was filled from `base`, from the newer row and what was typed. */
    meet(base: RecordRow | null, theirs: RecordRow, since: Conflict['since'] = 'opened') {
      const versions = { base, theirs, mine: form.getValues(), since }
      form.reset(valuesOf(theirs))
      fill(versions, new Set())
    },
    /** Answers a conflict with the other user's value, or with the typed one again. */
    take({ key, column }: Question, whose: 'theirs' | 'mine') {
      if (!conflict) return
      const taken = new Set(conflict.taken)
      if (whose === 'theirs') taken.add(key)
      else taken.delete(key)
      fill(conflict, taken, column)
    },
    takeTheirs() {
      if (conflict) form.reset(valuesOf(conflict.theirs))
      setConflict(null)
    },
    /** Leaves the form as it is. */
    settle: () => setConflict(null),
  }
}
