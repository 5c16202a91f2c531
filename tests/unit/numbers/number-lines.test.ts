import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNumberLines, reasonAgainst } from '@/lib/numbers/number-lines'

const FORMS = [
  (n: string) => n,
  (n: string) => `1${n}`,
  (n: string) => `+1${n}`,
  (n: string) => `(${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`,
  (n: string) => `${n.slice(0, 3)}-${n.slice(3, 6)}-${n.slice(6)}`,
  (n: string) => `${n.slice(0, 3)}.${n.slice(3, 6)}.${n.slice(6)}`,
]
const national = fc.stringMatching(/^[2-9][0-9]{2}[2-9][0-9]{6}$/)
const typed = fc.tuple(national, fc.constantFrom(...FORMS))

describe('pasted numbers', () => {
  test('are found in six forms, on lines and in cells', () => {
    fc.assert(
      fc.property(
        fc.array(typed, { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', ',', ';', '\t', ' | '),
        (all, divider) => {
          const text = all.map(([number, form]) => form(number)).join(divider)
          const wanted = [...new Set(all.map(([number]) => `+1${number}`))]
          expect(readNumberLines(text)).toEqual({
            numbers: wanted,
            bad: [],
            repeated: all.length - wanted.length,
          })
        },
      ),
    )
  })

  test('keep the rest when lines are bad, which are named with their number', () => {
    expect(readNumberLines('207-555-0101\nnobody\n\n207555010\n(207) 555 0102')).toEqual({
      numbers: ['+12075550101', '+12075550102'],
      bad: [
        { line: 2, text: 'nobody', reason: 'There is no number in it.' },
        { line: 4, text: '207555010', reason: 'It has 9 digits; a number has 10.' },
      ],
      repeated: 0,
    })
  })

  test('of a file stand among other cells, under a heading', () => {
    const file = '\uFEFFNumber,Name,Cost\n"2075550101","Front, desk",1.50\n2075550102,Fax,2.00\n'
    expect(readNumberLines(file, { heading: true })).toEqual({
      numbers: ['+12075550101', '+12075550102'],
      bad: [],
      repeated: 0,
    })
    expect(readNumberLines('Number\n2075550101').bad).toHaveLength(1)
  })

  test('never lose a line that looks like a number', () => {
    expect(readNumberLines('2075550101, 1075550102').bad).toEqual([
      { line: 1, text: '1075550102', reason: 'No area code begins with 1.' },
    ])
  })

  test('every line is a number, a bad line, or empty', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const text = lines.map((line) => line.replace(/[\r\n\uFEFF]/g, '')).join('\n')
        const { bad } = readNumberLines(text)
        text.split('\n').forEach((line, index) => {
          const read = readNumberLines(line)
          const named = bad.some((one) => one.line === index + 1)
          expect(
            line.trim() === '' || read.numbers.length > 0 || named || line.replace(/[\s,;|"']/g, '') === '',
          ).toBe(true)
        })
      }),
    )
  })
})

test.each([
  ['', 'There is no number in it.'],
  ['call 207 555 0101 x2', 'It has letters in it.'],
  ['22075550101', 'It has 11 digits and does not begin with 1.'],
  ['207555010122', 'It has 12 digits; a number has 10, or 11 beginning with 1.'],
  ['0075550101', 'No area code begins with 0.'],
  ['2071550101', 'No exchange begins with 1.'],
  ['207#555#0101', 'It has characters that do not belong in a number.'],
])('"%s" is refused: %s', (text, reason) => {
  expect(reasonAgainst(text)).toBe(reason)
})
