import fc from 'fast-check'
import Fuse from 'fuse.js'
import { describe, expect, test } from 'vitest'
import { createBound, THRESHOLD } from '@/lib/search/fuse-bound'
import { GramIndex } from '@/lib/search/gram-index'

const runs = { numRuns: 3000 }
/** A small alphabet, so that fuzzy matches, repetitions and overlaps are common. */
const words = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aabbcde é'), minLength: 1, maxLength })

/** A text, and a pattern that is an edited part of it or unrelated. */
const textAndPattern = fc.oneof(
  fc.record({ text: words(60), pattern: words(40) }),
  fc
    .record({
      text: words(70),
      from: fc.nat(40),
      length: fc.integer({ min: 1, max: 45 }),
      edits: fc.array(fc.record({ at: fc.nat(45), removed: fc.nat(1), added: words(1) }), { maxLength: 8 }),
    })
    .map(({ text, from, length, edits }) => {
      let pattern = text.slice(from, from + length)
      for (const { at, removed, added } of edits) {
        pattern = pattern.slice(0, at) + added.slice(removed) + pattern.slice(at + removed)
      }
      return { text, pattern }
    })
    .filter(({ pattern }) => pattern.length > 0),
)
const matchOf = (pattern: string, text: string) => Fuse.match(pattern, text, { threshold: THRESHOLD })

describe('createBound', () => {
  test("is never above Fuse.js's score, and exists whenever Fuse.js matches", () => {
    let matched = 0
    fc.assert(
      fc.property(textAndPattern, ({ text, pattern }) => {
        const { isMatch, score } = matchOf(pattern, text)
        if (!isMatch) return
        matched += 1
        expect(createBound(pattern)(text)).toBeLessThanOrEqual(score)
      }),
      runs,
    )
    expect(matched).toBeGreaterThan(runs.numRuns / 10)
  })

  test("equals Fuse.js's score if the threshold allows no errors", () => {
    fc.assert(
      fc.property(words(40), words(4), (text, pattern) => {
        const { isMatch, score } = matchOf(pattern, text)
        expect(createBound(pattern)(text)).toBe(isMatch ? score : undefined)
      }),
      runs,
    )
  })
})

describe('GramIndex', () => {
  test('proposes every text that Fuse.js matches', () => {
    fc.assert(
      fc.property(fc.array(textAndPattern, { minLength: 1, maxLength: 6 }), (pairs) => {
        const index = new GramIndex()
        pairs.forEach(({ text }, i) => {
          index.add(text, i)
        })
        for (const { pattern } of pairs) {
          const candidates = index.candidates(pattern) ?? pairs.map((_, i) => i)
          pairs.forEach(({ text }, i) => {
            if (matchOf(pattern, text).isMatch) expect(candidates).toContain(i)
          })
        }
      }),
      runs,
    )
  })

  test('proposes no text that shares nothing with the pattern, and none twice', () => {
    const index = new GramIndex()
    const texts = ['maple dental', 'cedar roofing', 'dental dental', 'x']
    texts.forEach((text, i) => {
      index.add(text, i)
    })
    expect(index.candidates('dental')).toEqual([0, 2])
    expect(index.candidates('zz')).toEqual([])
  })
})
