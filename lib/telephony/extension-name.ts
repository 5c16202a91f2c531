import { clipped } from '../clipped'
import { EXTENSIONS } from '../supabase/constraints'

/** Longest name of an extension, in characters. */
export const MAX_NAME_LENGTH = EXTENSIONS.effective_caller_id_name.maxLength

/**
 * The caller ID name of an extension that has none of its own: the person's, as far as it fits. The database does the same
 * (private.name_extension), but a save or import that is sent again is only known as stored if it has the name that was stored.
 */
export const callerIdName = (person: { first_name: string; last_name: string }): string =>
  clipped(`${person.first_name} ${person.last_name}`.trim(), MAX_NAME_LENGTH)
