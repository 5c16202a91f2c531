import { expect, test } from 'vitest'
import { hasWords } from '@/lib/unaccented'

test.each([
  ['jose', true],
  ['pena jose', true],
  ['PEÑA', true],
  ['  ', true],
  ['jose garcia', false],
])('"José Peña, Sales" has the words typed as %j: %s', (typed, has) => {
  expect(hasWords('José Peña, Sales', typed)).toBe(has)
})
