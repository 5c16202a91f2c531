import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralizeCell, readCsv, restoreCell, writeCsv, writtenCell } from '@/lib/csv'

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
    'Bob;=1',
    'Bob,=1',
    "a;'=1",
    'a; +12025550100;-2',
    'a\n"=1',
    ';"\t@x',
    '0042',
    "'0042",
    "''0042",
    '893144040000',
    '+442079460018',
  ),
  fc.stringMatching(/^[a;\t\n "'=+@,-]{1,12}$/),
)

describe('a cell of a CSV file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-2', '-2'],
    ['-12.50', '-12.50'],
    ['-2+3', "'-2+3"],
    ['+1-202-555-0100', "'+1-202-555-0100"],
    ['-1*cmd|x', "'-1*cmd|x"],
    ['+12025550100;ext=12', '+12025550100;ext=12'],
    ['@cmd', "'@cmd"],
    ['＝1+1', "'＝1+1"],
    ['\n=1', "'\n'=1"],
    ['+1 (202) 555-0100', '+1 (202) 555-0100'],
    ['+44 (20) 7946-0018 ext. 12', '+44 (20) 7946-0018 ext. 12'],
    ['+44 (20) 7946-0018 ext. 12x', "'+44 (20) 7946-0018 ext. 12x"],
    ['a=1', 'a=1'],
    ["'=1", "''=1"],
    ['+12025550100', '+12025550100'],
    ['+41446681800', '+41446681800'],
    ['+442', "'+442"],
    ['+4512345678', "'+4512345678"],
    ["O'Hara", "O'Hara"],
    ['Bob;=cmd|x', "Bob;'=cmd|x"],
    ['Bob;"=A1"', `Bob;"'=A1"`],
    ["Bob; '@x", "Bob; ''@x"],
    ['Bob,=1', "Bob,'=1"],
    ['Bob\t=1\n=2', "Bob\t'=1\n'=2"],
    ['+12025550100; +12025550101', "'+12025550100; +12025550101"],
    ['a;-2.50;-1*x', "a;-2.50;'-1*x"],
    ['a;b=1', 'a;b=1'],
    ['', ''],
  ])('%j is written as %j', (given, written) => {
    expect(neutralizeCell(given)).toBe(written)
  })

  test.each([
    ['0042', "'0042"],
    ["'0042", "''0042"],
    ['00', "'00"],
    ['893144040000', "'893144040000"],
    ['+442079460018', "'+442079460018"],
    ['=1', "'=1"],
    ['0', '0'],
    ['0.50', '0.50'],
    ['12075550100', '12075550100'],
    ['+12075550100', '+12075550100'],
    ['2026-01-05', '2026-01-05'],
  ])(
    '%j is written as %j to a file that may be read back, so that a spreadsheet keeps its digits',
    (given, written) => {
      expect(writtenCell(given)).toBe(written)
    },
  )

  test('is never a formula: nothing that starts like one contains a letter or a call', () => {
    const risky = fc.oneof(cell, fc.stringMatching(/^[=+\-@][0-9a-z().;=! -]*$/))
    fc.assert(
      fc.property(risky, (given) => {
        const written = neutralizeCell(given)
        return (
          !/^[=+\-@\t\r\n＝＋－＠]/.test(written) || !/[a-z!|]/i.test(written.replace(/(;ext=| ext\. )/, ''))
        )
      }),
    )
  })

  test('holds no formula either for a spreadsheet that splits at other separators', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(',;', ',\t', ';,'), cell, async ([own = '', other = ''], given) => {
        const text = await writeCsv(['one', 'two'], [['x', given]], { delimiter: own })
        const pieces = text.split(/[\r\n]/).flatMap((line) => line.split(other))
        for (const piece of pieces.map((one) => one.replace(/^[\s"]+/, '')))
          expect(/^[=+\-@＝＋－＠]/.test(piece) && !/^[+-][0-9.]+"?$/.test(piece), piece).toBe(false)
      }),
    )
  })

  test('reads back as it was written', () => {
    fc.assert(fc.property(cell, (given) => restoreCell(writtenCell(given)) === given))
  })
})

describe('a CSV file', () => {
  test('reads back as it was written', async () => {
    // A first cell that is not empty, since lines with nothing in them are left out.
    const row = fc.tuple(fc.stringMatching(/^[a-z0-9]+$/), cell, cell)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const { header, rows: read } = await readCsv(
          await writeCsv(['one', 'two', 'three'], rows, { readBack: true }),
        )
        expect(header).toEqual(['one', 'two', 'three'])
        expect(read).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  test('keeps numbers as they are unless it may be read back', async () => {
    const rows = [['0101', '+442079460018', '=1']]
    expect(await writeCsv(['a', 'b', 'c'], rows)).toBe("\uFEFFa,b,c\r\n0101,+442079460018,'=1")
    const again = await writeCsv(['a', 'b', 'c'], rows, { readBack: true })
    expect(again).toBe("\uFEFFa,b,c\r\n'0101,'+442079460018,'=1")
  })

  test('is UTF-8 with a byte order mark and CRLF line endings, as Excel expects', async () => {
    expect(await writeCsv(['a', 'b'], [['1', 'é']])).toBe('\uFEFFa,b\r\n1,é')
    expect(await writeCsv(['a', 'b'], [['1', '2,5']], { delimiter: ';' })).toBe('\uFEFFa;b\r\n1;2,5')
  })

  test('may be empty, or have a single column', async () => {
    expect(await readCsv('')).toMatchObject({ header: [], rows: [], places: [], overlong: new Map() })
    expect(await readCsv('a\n1\n')).toMatchObject({ header: ['a'], rows: [['1']], places: [2] })
  })

  test('may be separated by semicolons, with few columns and empty lines between', async () => {
    expect(await readCsv('a;b\n\n1;2,5\n')).toMatchObject({
      header: ['a', 'b'],
      rows: [['1', '2,5']],
      places: [3],
      separator: ';',
    })
  })

  test('keeps a byte order mark inside a cell', async () => {
    expect((await readCsv('a,b\n1,x\uFEFFy')).rows).toEqual([['1', 'x\uFEFFy']])
  })

  test('may have a byte order mark, short rows and blank lines', async () => {
    expect(await readCsv('\uFEFFa, b ,c\r\n1,2\r\n\r\n,,\n')).toEqual({
      header: ['a', 'b', 'c'],
      rows: [['1', '2', '']],
      places: [2],
      overlong: new Map(),
      separator: ',',
    })
  })

  test.each(['sep=;\r\n', 'SEP=;;\n', '\uFEFFsep=;\n'])(
    'may name its separator in a line before: %j',
    async (line) => {
      expect(await readCsv(`${line}a;b,c\n1;2,5\n`)).toEqual({
        header: ['a', 'b,c'],
        rows: [['1', '2,5']],
        places: [2],
        overlong: new Map(),
        separator: ';',
      })
    },
  )

  test('has no columns without a heading and without a value', async () => {
    expect(await readCsv('a,,b,,\n1,,2,,\n3,,4,5,\n')).toMatchObject({
      header: ['a', 'b', ''],
      rows: [
        ['1', '2', ''],
        ['3', '4', '5'],
      ],
      overlong: new Map(),
    })
  })

  test.each([
    ['a,b\n1,"x\n2,y\n3,z', 2],
    ['a,b\n1,"x\n2,"y"\n', 2],
    ['a,b\r\n"m\r\nn",1\r\n2,"x\r\n3,y\r\n', 4],
    ['a,b\n1,2\n"q"x,2\n', 3],
    ['"a,b\n1,2\n', 1],
  ])('with an unclosed quotation mark is rejected with its line: %j', async (text, line) => {
    await expect(readCsv(text)).rejects.toThrow(
      `Line ${line}: a quotation mark opens a cell and is never closed.`,
    )
  })

  test('reports the line of an unclosed quotation mark', async () => {
    const plain = fc.stringMatching(/^[a-z0-9 ]+$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(plain, { minLength: 1, maxLength: 5 }),
        fc.array(plain, { maxLength: 5 }),
        async (before, after) => {
          const lines = [
            'one,two',
            ...before.map((text) => `${text},x`),
            'y,"open',
            ...after.map((text) => `${text},x`),
          ]
          await expect(readCsv(lines.join('\n'))).rejects.toThrow(`Line ${before.length + 2}:`)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('lists the rows that have more cells than the header', async () => {
    const { rows, overlong } = await readCsv('a,b\n1,2\n3,4,5\n6,7,, \n')
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['6', '7'],
    ])
    expect(overlong).toEqual(new Map([[3, ['5']]]))
  })
})
