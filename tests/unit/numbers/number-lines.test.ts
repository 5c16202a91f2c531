import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invalidReason, readNumberLines } from '@/lib/numbers/number-lines'
import { NUMBER_FORMS } from '../../support/number-forms'

const national = fc.stringMatching(/^[2-9][0-9]{2}[2-9][0-9]{6}$/)
const typed = fc.tuple(national, fc.constantFrom(...NUMBER_FORMS))

describe('pasted numbers', () => {
  test('are recognized in six formats, on lines and in cells', () => {
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
            remarks: [],
            repeated: all.length - wanted.length,
          })
        },
      ),
    )
  })

  test('are kept when other lines are bad, which are reported by line number', () => {
    expect(readNumberLines('207-555-0101\nnobody\n\n207555010\n(207) 555 0102')).toEqual({
      numbers: ['+12075550101', '+12075550102'],
      bad: [
        { line: 2, text: 'nobody', reason: 'No phone number found.' },
        { line: 4, text: '207555010', reason: 'It has 9 digits; a number has 10.' },
      ],
      remarks: [],
      repeated: 0,
    })
  })

  test('are read from a file with other columns and a header row', () => {
    const file = '\uFEFFNumber,Name,Cost\n"2075550101","Front, desk",1.50\n2075550102,Fax,2.00\n'
    expect(readNumberLines(file, { heading: true })).toEqual({
      numbers: ['+12075550101', '+12075550102'],
      bad: [],
      remarks: [],
      repeated: 0,
    })
    expect(readNumberLines('Number\n2075550101').bad).toHaveLength(1)
  })

  test('are never dropped silently: a line that looks like a number is reported', () => {
    expect(readNumberLines('2075550101, 1075550102').bad).toEqual([
      { line: 1, text: '1075550102', reason: 'No area code starts with 1.' },
    ])
  })

  test.each<[string, string[]]>([
    ['Front desk: 207-555-0101', ['0101']],
    ['“(207) 555-0101”, Ann O’Hara', ['0101']],
    ['‘207.555.0101’', ['0101']],
    ['tel:+1-207-555-0101', ['0101']],
    ['<a href="tel:+12075550102">(207) 555-0101</a>', ['0102', '0101']],
    ['sip:+12075550101@pbx.example', ['0101']],
    ['2075550101 2075550102', ['0101', '0102']],
    ['207-555-0101 / 207-555-0102', ['0101', '0102']],
    ['(207) 555-0101 (207) 555-0102 1 207 555 0103', ['0101', '0102', '0103']],
    ['+1 207 555 0101 +1 207 555 0102', ['0101', '0102']],
    ['207-555-0101 and 207-555-0102', ['0101', '0102']],
    ['2. 207-555-0101', ['0101']],
    ['12) (207) 555-0101 Fax', ['0101']],
    ['• 207–555–0101', ['0101']],
    ['\u202a+1 (207) 555-0101\u202c', ['0101']],
    ['207\u00a0555\u00a00101', ['0101']],
    ['２０７-５５５-０１０１', ['0101']],
    ['Main 207-555-0101, Suite 12', ['0101']],
  ])('are recognized in %j', (line, ends) => {
    expect(readNumberLines(line)).toEqual({
      numbers: ends.map((end) => `+1207555${end}`),
      bad: [],
      remarks: [],
      repeated: 0,
    })
  })

  test.each([
    ['207-555-0101 to 0109', '207-555-0101 to 0109'],
    ['(207) 555-0101 or 02', '(207) 555-0101 or 02'],
    ['2075550101 & 0102, Ann', '2075550101 & 0102'],
  ])('include a complete number followed by shortened ones, which are reported: %j', (line, text) => {
    expect(readNumberLines(line)).toEqual({
      numbers: ['+12075550101'],
      bad: [],
      remarks: [{ line: 1, text, reason: 'Only the whole number was added. Write out the others.' }],
      repeated: 0,
    })
  })

  test('include a second complete number after “or”', () => {
    expect(readNumberLines('207-555-0101 or 207-555-0102')).toMatchObject({
      numbers: ['+12075550101', '+12075550102'],
      remarks: [],
    })
  })

  test.each([
    ['207-555-0101 ext. 12', '207-555-0101 ext. 12'],
    ['(207) 555-0101 x12', '(207) 555-0101 x12'],
    ['2075550101x12', '2075550101 x12'],
    ['tel:2075550101;ext=12', '2075550101 ext=12'],
    ['207-555-0101, Extension 12, Ann', '207-555-0101 Extension 12'],
    ['207-555-0101 #12', '207-555-0101 #12'],
  ])('are added without their extension, which is reported: %j', (line, text) => {
    expect(readNumberLines(line)).toEqual({
      numbers: ['+12075550101'],
      bad: [],
      remarks: [{ line: 1, text, reason: 'The number was added without its extension.' }],
      repeated: 0,
    })
  })

  test.each([
    ['+44 207 946 0958', '+44 207 946 0958', 'It has 12 digits; a number has 10, or 11 starting with 1.'],
    [
      '011 44 207 946 0958',
      '011 44 207 946 0958',
      'It has 15 digits; a number has 10, or 11 starting with 1.',
    ],
    ['207-555-0101/0102', '207-555-0101/0102', 'It has 14 digits; a number has 10, or 11 starting with 1.'],
    [
      '20755501012075550102',
      '20755501012075550102',
      'It has 20 digits; a number has 10, or 11 starting with 1.',
    ],
    ['Order A2075550101', 'A2075550101', 'It has letters in it.'],
    ['1-800-555-CALL', '1-800-555-CALL', 'It has letters in it.'],
    ['555-0101', '555-0101', 'It has 7 digits; a number has 10.'],
    ['1-800-FLOWERS', '1-800-FLOWERS', 'It has letters in it.'],
    ['“nobody”', 'nobody', 'No phone number found.'],
    ['---', '---', 'No phone number found.'],
  ])('exclude text that only resembles a number: %j', (line, text, reason) => {
    const read = readNumberLines(line)
    expect(read.numbers).toEqual([])
    expect(read.bad).toEqual([{ line: 1, text, reason }])
  })

  test('are recognized among words, in any format and in order', () => {
    const word = fc.stringMatching(/^[A-Za-z'’“”.: ]{0,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, typed), { minLength: 1, maxLength: 6 }), word, (parts, end) => {
        const line = `${parts.map(([label, [number, form]]) => `${label} ${form(number)}`).join(' ')} ${end.replace(/^\s*x/i, '')}`
        const wanted = [...new Set(parts.map(([, [number]]) => `+1${number}`))]
        expect(readNumberLines(line)).toMatchObject({ numbers: wanted, bad: [] })
      }),
    )
  })

  test('account for all digits: seven or more in a row are in a number or reported', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[0-9]{1,14}$/),
      typed.map(([number, form]) => form(number)),
      fc.constantFrom(' ', ', ', '; ', ' - ', '+', '(', ')', 'x', ' ext ', 'tel:', 'Ann ', '“', '/'),
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const line = pieces.join('')
        const { numbers, bad, remarks } = readNumberLines(line)
        const told = [...numbers, ...[...bad, ...remarks].map(({ text }) => text)]
        // Long texts are truncated in messages.
        const isCut = told.some((text) => text.length === 60)
        for (const digits of line.match(/\d{7,}/g) ?? []) {
          const national = digits.replace(/^1(?=\d{10}$)/, '')
          expect(isCut || told.some((text) => text.replace(/\D/g, '').includes(national))).toBe(true)
        }
      }),
      {
        numRuns: 2000,
        examples: [[['(207) 555-0101 - (207) 555-0102 - (207) 555-0103 - (207) 555-01041234567']]],
      },
    )
  })

  test('account for every line: a number, a bad line, or blank', () => {
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
  ['', 'No phone number found.'],
  ['call 207 555 0101 x2', 'It has letters in it.'],
  ['22075550101', 'It has 11 digits but does not start with 1.'],
  ['207555010122', 'It has 12 digits; a number has 10, or 11 starting with 1.'],
  ['0075550101', 'No area code starts with 0.'],
  ['2071550101', 'No exchange starts with 1.'],
  ['207#555#0101', 'It has characters that do not belong in a number.'],
])('"%s" is rejected: %s', (text, reason) => {
  expect(invalidReason(text)).toBe(reason)
})
