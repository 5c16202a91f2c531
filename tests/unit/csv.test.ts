import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutraliseCell, readCsv, restoreCell, writeCsv } from '@/lib/csv'

const cell = fc.oneof(
  fc.string(),
  fc.stringMatching(/^'*[=+\-@\t\r\n＝＋－＠][a-z0-9]*$/),
  fc.constantFrom(
    '=SUM(A1)',
    '+1',
    '-1',
    '@x',
    "'=x",
    "''+1",
    '+12025550100',
    'a,b',
    'a"b',
    'a\nb',
    'é 中 🙂',
  ),
)

describe('a cell of a CSV file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-2', "'-2"],
    ['@cmd', "'@cmd"],
    ['＝1+1', "'＝1+1"],
    ['\n=1', "'\n=1"],
    ['+1 (202) 555-0100', "'+1 (202) 555-0100"],
    ["'=1", "''=1"],
    ['+12025550100', '+12025550100'],
    ["O'Hara", "O'Hara"],
    ['', ''],
  ])('%j stands as %j', (given, written) => {
    expect(neutraliseCell(given)).toBe(written)
  })

  test('is never a formula, unless it is a plain telephone number', () => {
    fc.assert(
      fc.property(cell, (given) => {
        const written = neutraliseCell(given)
        return !/^[=+\-@\t\r\n＝＋－＠]/.test(written) || /^\+[0-9]+$/.test(written)
      }),
    )
  })

  test('comes back as it was', () => {
    fc.assert(fc.property(cell, (given) => restoreCell(neutraliseCell(given)) === given))
  })
})

describe('a CSV file', () => {
  test('comes back as it was written', async () => {
    // A first cell that is not empty, since lines with nothing in them are left out.
    const row = fc.tuple(fc.stringMatching(/^[a-z0-9]+$/), cell, cell)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const { header, rows: read } = await readCsv(await writeCsv(['one', 'two', 'three'], rows))
        expect(header).toEqual(['one', 'two', 'three'])
        expect(read).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  test('may come with a byte order mark, short lines and empty ones', async () => {
    expect(await readCsv('\uFEFFa, b ,c\r\n1,2\r\n\r\n,,\n')).toEqual({
      header: ['a', 'b', 'c'],
      rows: [['1', '2', '']],
      places: [2],
    })
  })
})
