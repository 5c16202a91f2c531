import type { SearchHit } from './hits.ts'

/** How many characters are tried after a term. */
const CHARACTERS = 6

const FIRST_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * The terms that are likely to be typed next, likeliest first: this one with the character that follows it in most of its hits. A blank
 * term is followed by a letter or a digit.
 */
export function nextTerms(
  term: string,
  hits: readonly Pick<SearchHit, 'name' | 'description'>[],
): readonly string[] {
  if (term.trim() === '') return FIRST_CHARACTERS
  const typed = term.toLowerCase()
  const counts = new Map<string, number>()
  for (const { name, description } of hits) {
    for (const text of [name, description]) {
      const lower = text.toLowerCase()
      const at = lower.indexOf(typed)
      const next = at < 0 ? '' : lower.charAt(at + typed.length)
      if (next) counts.set(next, (counts.get(next) ?? 0) + 1)
    }
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, CHARACTERS)
    .map(([next]) => term + next)
}
