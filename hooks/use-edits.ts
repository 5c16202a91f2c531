import { dequal } from 'dequal'
import { pickBy } from 'es-toolkit/object'
import { useState } from 'react'

/**
 * The input of a form that stays open after a save: the stored values with the user's changes on top, which outlast a reload of what
 * is stored. `version` is the one the changes were made over, so that a save over another user's is a conflict.
 */
export function useEdits<Values extends object, Version extends number | null>(
  stored: Values,
  storedVersion: Version,
) {
  const [{ made, over, from }, setEdits] = useState<{ made: Partial<Values>; over: Version; from: Values }>({
    made: {},
    over: storedVersion,
    from: stored,
  })
  const changed = differing(made, stored)
  const unchanged = Object.keys(changed).length === 0

  return {
    values: { ...stored, ...made },
    /** The values that differ from what is stored. */
    changed,
    unchanged,
    /** What was stored when the changes were begun. */
    before: unchanged ? stored : from,
    version: unchanged ? storedVersion : over,
    edit(change: Partial<Values>) {
      setEdits((before) => ({
        made: differing({ ...before.made, ...change }, stored),
        over: unchanged ? storedVersion : before.over,
        from: unchanged ? stored : before.from,
      }))
    },
    discard() {
      setEdits({ made: {}, over: storedVersion, from: stored })
    },
    /** Call when these values are stored and reloaded: what was changed since stays, over the stored version. */
    saved(sent: Values, version: Version) {
      setEdits((before) => ({ made: differing(before.made, sent), over: version, from: sent }))
    },
  }
}

function differing<Values extends object>(made: Partial<Values>, from: Values): Partial<Values> {
  return pickBy(made, (value, name) => !dequal(value, from[name as keyof Values]))
}
