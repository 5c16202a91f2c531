import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '@/lib/text-diff'

const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
const without = (kind: string, earlier: string, later: string) =>
  diffLines(earlier, later)
    .filter((line) => line.kind !== kind)
    .map(({ text }) => text)
    .join('\n')

test('names what went and what came where it stood', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'c' },
  ])
})

test('both texts can be read out of the comparison', () => {
  fc.assert(
    fc.property(texts, texts, (earlier, later) => {
      expect(without('added', earlier, later)).toBe(earlier)
      expect(without('removed', earlier, later)).toBe(later)
    }),
  )
})

test('a text does not differ from itself', () => {
  fc.assert(fc.property(texts, (text) => diffLines(text, text).every(({ kind }) => kind === 'same')))
})

test('a removed line costs one line, however much stands around it', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const differing = diffLines(`${before}\nremoved\n${after}`, `${before}\n${after}`).filter(
        ({ kind }) => kind !== 'same',
      )
      expect(differing).toEqual([{ kind: 'removed', text: 'removed' }])
    }),
  )
})
