import { expect, test } from 'vitest'
import { clipped } from '@/lib/clipped'
import { nameOfFile } from '@/lib/recordings/object-path'
import { callerIdName } from '@/lib/telephony/extension-name'

/** A text whose character at the limit is written as a pair of surrogates. */
const long = (most: number) => `${'x'.repeat(most - 1)}\u{1F600}`

test('a text is cut at its limit, and never inside a pair of surrogates', () => {
  expect(clipped('Desk', 4)).toBe('Desk')
  expect(clipped('Desks', 4)).toBe('Desk')
  expect(clipped(long(4), 4)).toBe('xxx\uFFFD')
})

test.each([
  ['a recording named after its file', nameOfFile(`${long(75)}.wav`), 75],
  ['an extension named after its person', callerIdName({ first_name: long(60), last_name: 'Ng' }), 60],
])('%s can be stored', (_, name, most) => {
  expect(name).toHaveLength(most)
  expect(name.isWellFormed()).toBe(true)
})
