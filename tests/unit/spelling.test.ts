import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NO_VALUE } from '@/lib/figures'
import { sentenceCase, theseOf } from '@/lib/words'

/** Code that draws the screens, without its comments, line by line. */
const lines = globSync('{components,hooks,pages}/**/*.{ts,tsx}').flatMap((path) =>
  readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(^|[\s{(])\/\/.*$/gm, '$1')
    .split('\n')
    .map((line, index) => ({ line, at: `${path}:${index + 1}` })),
)

test.each([
  [`a value that is missing is "${NO_VALUE}", which lib/figures writes`, /(?<!join\()(['"`])[–—]\1|>[–—]</],
  ['what goes on ends with "…", right after the word', /\w …(?=['"`<”]|$)/],
  ['an apostrophe is curved', /[A-Za-z]'[a-z]|&apos;/],
])('on the screens, %s', (_, other) => {
  expect(lines.length).toBeGreaterThan(10_000)
  expect(lines.filter(({ line }) => other.test(line))).toEqual([])
})

test('figures in sentences are written as everywhere', () => {
  expect(theseOf(1, 'number')).toBe('this number')
  expect(sentenceCase(theseOf(1500, 'number'))).toBe('These 1,500 numbers')
})
