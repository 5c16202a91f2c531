/** The product's fuzzy matching threshold (specification sections 5 and 9); everything else is Fuse.js's default. */
export const THRESHOLD = 0.2

/** Fuse.js's default: a match loses a hundredth for each character of distance from its expected place. */
const DISTANCE = 100
const LONGEST_PATTERN = 32
/** Score of a match at the very start; only a text equal to the pattern scores 0. */
const LOWEST = 0.001
/** The farthest place where a match without errors is accepted. */
const FARTHEST = THRESHOLD * DISTANCE
const NOT_FOUND = FARTHEST + 1

/** A piece of the pattern that Fuse searches separately, and the most edits a match may have. */
export interface PatternChunk {
  text: string
  /** Where it starts in the pattern; Fuse expects it at the same place in a text. */
  start: number
  errors: number
}

/**
 * The pieces that Fuse.js searches for a pattern: the pattern itself, or pieces of 32 characters, the last overlapping the one
 * before. A text matches only if one of them occurs in it with at most `errors` edits.
 */
export function patternChunks(pattern: string): PatternChunk[] {
  const starts: number[] = []
  for (let start = 0; start + LONGEST_PATTERN <= pattern.length; start += LONGEST_PATTERN) starts.push(start)
  if (pattern.length % LONGEST_PATTERN > 0) starts.push(Math.max(0, pattern.length - LONGEST_PATTERN))
  return starts.map((start) => {
    const text = pattern.slice(start, start + LONGEST_PATTERN)
    return { text, start, errors: mostErrors(text.length) }
  })
}

/** Returns the lowest score Fuse.js could give a text, or undefined when it finds no match in it. */
export type Bound = (text: string) => number | undefined

/**
 * The bound for one pattern (pattern and texts in lower case). Fuse scores a match `errors / pattern length + distance from the
 * expected place / 100` and accepts up to the threshold; for several pieces it takes the mean.
 * The bound is never above Fuse's score, and every text that Fuse matches has one. Up to four characters, where the threshold
 * allows no error, it equals the score.
 */
export function createBound(pattern: string): Bound {
  const chunks = patternChunks(pattern)
  const [only] = chunks
  if (chunks.length > 1) return meanBound(pattern, chunks.map(fuzzyBound))
  return only && only.errors > 0 ? fuzzyBound(only) : exactBound(pattern)
}

/** One piece has to match; those that do not still count, with a score above the threshold. */
function meanBound(pattern: string, chunkBounds: Bound[]): Bound {
  return (text) => {
    if (text === pattern) return 0
    let total = 0
    let matches = false
    for (const boundOf of chunkBounds) {
      const bound = boundOf(text)
      if (bound !== undefined) matches = true
      total += bound ?? THRESHOLD
    }
    return matches ? total / chunkBounds.length : undefined
  }
}

function mostErrors(patternLength: number): number {
  let errors = 0
  while ((errors + 1) / patternLength <= THRESHOLD) errors += 1
  return errors
}

function exactBound(pattern: string): Bound {
  return (text) => {
    const at = text.indexOf(pattern)
    if (at < 0 || at > FARTHEST) return undefined
    if (at > 0) return at / DISTANCE
    return text.length === pattern.length ? 0 : LOWEST
  }
}

/**
 * The same bit-parallel search as Fuse's (Wu and Manber, from the end of the text), with all error counts in one pass and no
 * allocations. It covers at least the window Fuse may look at, so it finds whatever Fuse finds and sometimes a better place; that
 * is why it is a bound. A match with errors has to be closer to its expected place than one without, which a plain search finds;
 * that keeps the window of the first piece small.
 */
function fuzzyBound({ text: pattern, start, errors }: PatternChunk): Bound {
  const { length } = pattern
  const whole = 1 << (length - 1)
  const maskOf = characterMasks(pattern)
  const exactly = exactBound(pattern)
  const score = (edits: number, distance: number) => edits / length + distance / DISTANCE
  const farthest = Int32Array.from({ length: errors + 1 }, (_, edits) => {
    let distance = FARTHEST
    while (score(edits, distance) > THRESHOLD) distance -= 1
    return distance
  })
  const reach = start === 0 ? (farthest[1] as number) + errors : FARTHEST
  const states = new Int32Array(errors + 1)
  const nearest = new Int32Array(errors + 1)

  return (text) => {
    let best = start === 0 ? exactly(text) : undefined
    if (best !== undefined && best <= score(1, 0)) return best
    const expected = Math.min(start, text.length)
    for (let edits = 0; edits <= errors; edits += 1) states[edits] = (1 << edits) - 1
    nearest.fill(NOT_FOUND)
    const from = Math.min(text.length, expected + reach + length) - 1
    const to = Math.max(0, expected - FARTHEST)
    for (let at = from; at >= to; at -= 1) {
      const mask = maskOf(text.charCodeAt(at))
      let fewerBefore = states[0] as number
      let fewer = ((fewerBefore << 1) | 1) & mask
      states[0] = fewer
      for (let edits = 1; edits <= errors; edits += 1) {
        const before = states[edits] as number
        fewer = (((before << 1) | 1) & mask) | ((fewerBefore | fewer) << 1) | 1 | fewerBefore
        fewerBefore = before
        states[edits] = fewer
      }
      if ((fewer & whole) === 0) continue
      const distance = Math.abs(at - expected)
      for (let edits = errors; edits >= 0 && (states[edits] as number) & whole; edits -= 1) {
        nearest[edits] = Math.min(nearest[edits] as number, distance)
      }
    }
    for (let edits = 0; edits <= errors; edits += 1) {
      const distance = nearest[edits] as number
      if (distance > (farthest[edits] as number)) continue
      if (best === undefined || score(edits, distance) < best) best = score(edits, distance)
    }
    return best === undefined ? undefined : Math.max(LOWEST, best)
  }
}

function characterMasks(pattern: string): (code: number) => number {
  const low = new Int32Array(256)
  const high = new Map<number, number>()
  for (let i = 0; i < pattern.length; i += 1) {
    const code = pattern.charCodeAt(i)
    const bit = 1 << (pattern.length - 1 - i)
    if (code < low.length) low[code] = (low[code] ?? 0) | bit
    else high.set(code, (high.get(code) ?? 0) | bit)
  }
  return (code) => (code < 256 ? low[code] : high.get(code)) ?? 0
}
