/**
 * Matches dialed digits against a pattern in time linear in both lengths: all alternatives are followed at once (K. Thompson,
 * "Regular Expression Search Algorithm", 1968), while RegExp backtracks.
 */
export interface DialMatcher {
  /** Whether any part of the digits matches, as RegExp.test. */
  test(digits: string): boolean
}

/** An NFA state: consumes a character and continues at `next`, continues without one, or is the end. */
type Place =
  | { kind: 'takes'; accepts: (character: string) => boolean; next: number }
  | { kind: 'splits'; next: readonly number[] }
  | { kind: 'starts' | 'ends'; next: number }
  | { kind: 'matched' }

type Piece =
  | { kind: 'character'; accepts: (character: string) => boolean }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'either'; of: Piece[] }
  | { kind: 'repeated'; of: Piece; least: number; most: number }

/**
 * Compiles a pattern made of the pieces of DIAL_PATTERN. Throws SyntaxError if it is malformed, for example with an open bracket.
 */
export function dialMatcher(pattern: string): DialMatcher {
  const places: Place[] = [{ kind: 'matched' }]
  const first = place(places, parse(pattern), 0)
  return {
    test(digits) {
      let reached = new Set<number>()
      for (let at = 0; at <= digits.length; at += 1) {
        follow(places, first, at, digits.length, reached)
        if (reached.has(0)) return true
        const character = digits[at]
        const following = new Set<number>()
        for (const id of reached) {
          const here = places[id]
          if (character !== undefined && here?.kind === 'takes' && here.accepts(character)) {
            follow(places, here.next, at + 1, digits.length, following)
          }
        }
        reached = following
      }
      return false
    },
  }
}

/** Adds every state reachable from one without consuming a character. */
function follow(
  places: readonly Place[],
  from: number,
  at: number,
  length: number,
  reached: Set<number>,
): void {
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const here = places[id]
    if (reached.has(id) || !here) continue
    if ((here.kind === 'starts' && at > 0) || (here.kind === 'ends' && at < length)) continue
    reached.add(id)
    if (here.kind === 'splits') open.push(...here.next)
    else if (here.kind === 'starts' || here.kind === 'ends') open.push(here.next)
  }
}

/** Puts a piece before the state `next` and returns its first state. */
function place(places: Place[], piece: Piece, next: number): number {
  const add = (made: Place) => places.push(made) - 1
  switch (piece.kind) {
    case 'character':
      return add({ kind: 'takes', accepts: piece.accepts, next })
    case 'start':
      return add({ kind: 'starts', next })
    case 'end':
      return add({ kind: 'ends', next })
    case 'sequence':
      return piece.of.reduceRight((after, each) => place(places, each, after), next)
    case 'either':
      return add({ kind: 'splits', next: piece.of.map((each) => place(places, each, next)) })
    case 'repeated': {
      let after = next
      if (piece.most === Number.POSITIVE_INFINITY) {
        const again: number[] = [next]
        after = add({ kind: 'splits', next: again })
        again.push(place(places, piece.of, after))
      } else {
        for (let n = piece.least; n < piece.most; n += 1) {
          after = add({ kind: 'splits', next: [next, place(places, piece.of, after)] })
        }
      }
      for (let n = 0; n < piece.least; n += 1) after = place(places, piece.of, after)
      return after
    }
  }
}

const isDigit = (character: string) => character >= '0' && character <= '9'

function parse(pattern: string): Piece {
  let at = 0
  const take = (expected: string) => pattern[at] === expected && (at += 1) > 0

  function either(): Piece {
    const of = [sequence()]
    while (take('|')) of.push(sequence())
    return of.length === 1 ? (of[0] as Piece) : { kind: 'either', of }
  }

  function sequence(): Piece {
    const of: Piece[] = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') of.push(repeated(atom()))
    return { kind: 'sequence', of }
  }

  function atom(): Piece {
    const character = pattern[at] as string
    at += 1
    if (character === '^') return { kind: 'start' }
    if (character === '$') return { kind: 'end' }
    if (character === '[') return set()
    if (character === '(') {
      const group = either()
      if (!take(')')) throw new SyntaxError('A group is not closed.')
      return group
    }
    if (character === '.') return { kind: 'character', accepts: () => true }
    return { kind: 'character', accepts: character === '\\' ? escaped() : (given) => given === character }
  }

  function escaped(): (character: string) => boolean {
    const meant = pattern[at]
    at += 1
    return meant === 'd' ? isDigit : (given) => given === meant
  }

  function set(): Piece {
    const negated = take('^')
    const accepts: ((character: string) => boolean)[] = []
    while (!take(']')) {
      const from = pattern[at]
      if (from === undefined) throw new SyntaxError('A set is not closed.')
      at += 1
      if (from === '\\') accepts.push(escaped())
      else if (take('-')) {
        const to = pattern[at] ?? ''
        at += 1
        if (to < from) throw new SyntaxError('A range goes backward.')
        accepts.push((given) => given >= from && given <= to)
      } else accepts.push((given) => given === from)
    }
    return { kind: 'character', accepts: (given) => accepts.some((one) => one(given)) !== negated }
  }

  function repeated(of: Piece): Piece {
    const [found, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(pattern.slice(at)) ?? []
    if (found === undefined) return of
    at += found.length
    // A lazy quantifier does not change whether there is a match.
    take('?')
    const [from, to] =
      least === undefined ? (SIGNS[found] ?? [0, 0]) : [Number(least), upTo(least, comma, most)]
    if (to < from) throw new SyntaxError('A repetition goes backward.')
    return { kind: 'repeated', of, least: from, most: to }
  }

  const whole = either()
  if (at < pattern.length) throw new SyntaxError('A group is closed that is not open.')
  return whole
}

const SIGNS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

function upTo(least: string, comma: string | undefined, most: string | undefined): number {
  if (!comma) return Number(least)
  return most ? Number(most) : Number.POSITIVE_INFINITY
}
