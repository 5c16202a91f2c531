import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv, writeCsv } from '@/lib/csv'
import { type Encoding, readText, readTextFile, tellingLines, UnreadableFile } from '@/lib/text-file'

/** The character of each byte in Windows-1252. */
const WINDOWS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

const windows = (text: string) => Uint8Array.from([...text].map((letter) => WINDOWS.indexOf(letter)))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, little = true) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), little)
  return new Uint8Array(view.buffer)
}
const MARK = '\uFEFF'
const ENCODERS: Record<string, { encoding: Encoding; encode: (text: string) => Uint8Array }> = {
  'UTF-8': { encoding: 'utf-8', encode: utf8 },
  'UTF-8 with a mark': { encoding: 'utf-8', encode: (text) => utf8(MARK + text) },
  'UTF-16 with a mark': { encoding: 'utf-16le', encode: (text) => utf16(MARK + text) },
  'big-endian UTF-16 with a mark': { encoding: 'utf-16be', encode: (text) => utf16(MARK + text, false) },
}

const letters = fc.constantFrom('é', 'ü', 'ñ', '€', '’', 'ø', 'a', 'Z', '7', ' ', ',', '"', '\n', ';')
const western = fc.string({ unit: letters })
const anyCell = fc.oneof(western, fc.string({ unit: 'grapheme' }))
const rowsOf = (cell: fc.Arbitrary<string>) =>
  // A first cell that is not empty, since lines with nothing in them are left out.
  fc.array(fc.tuple(fc.stringMatching(/^[a-z0-9]+$/), cell, cell), { minLength: 1, maxLength: 5 })
const HEADER = ['one', 'two', 'three']
const fileOf = async (rows: string[][]) =>
  (await writeCsv(HEADER, rows, { readBack: true })).replace(MARK, '')

describe('a text file', () => {
  test.each(Object.entries(ENCODERS))(
    'in %s is read as written, whatever its contents',
    async (_, encoder) => {
      await fc.assert(
        fc.asyncProperty(rowsOf(anyCell), async (rows) => {
          const { text, encoding, sure } = readText(encoder.encode(await fileOf(rows)))
          expect([encoding, sure]).toEqual([encoder.encoding, true])
          expect((await readCsv(text)).rows).toEqual(rows)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('in Windows-1252 is recognized, and marked as uncertain if it is not valid UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(western), async (rows) => {
        const written = await fileOf(rows)
        const { text, encoding, sure } = readText(windows(written))
        if (encoding === 'utf-8') return
        expect([encoding, sure]).toEqual(['windows-1252', false])
        expect((await readCsv(text)).rows).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  test.each([true, false])(
    'in UTF-16 without a byte order mark is recognized by its zero bytes (little-endian: %s)',
    async (little) => {
      await fc.assert(
        fc.asyncProperty(rowsOf(western), async (rows) => {
          const { text, encoding, sure } = readText(utf16(await fileOf(rows), little))
          expect([encoding, sure]).toEqual([little ? 'utf-16le' : 'utf-16be', false])
          expect((await readCsv(text)).rows).toEqual(rows)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('in a given encoding is read in that encoding', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(anyCell), async (rows) => {
        const { text } = readText(utf16(await fileOf(rows), false), 'utf-16be')
        expect((await readCsv(text)).rows).toEqual(rows)
      }),
      { numRuns: 60 },
    )
    expect(readText(Uint8Array.of(0x8e), 'macintosh').text).toBe('é')
  })

  test('never has a replacement character for one that could not be decoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          const { text } = readText(bytes)
          const own = new TextDecoder('utf-8').decode(bytes).split('\uFFFD').length
          // Only where the file contains the bytes of that letter.
          expect(text.split('\uFFFD').length).toBeLessThanOrEqual(own)
        } catch (error) {
          expect(error).toMatchObject({ name: 'UnreadableFile' })
        }
      }),
    )
    expect(readText(Uint8Array.of(0x54, 0xe9, 0x6c, 0xe9)).text).toBe('Télé')
  })

  test.each([
    ['an Excel workbook', [0x50, 0x4b, 3, 4, 0, 0], 'Save it as CSV'],
    ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'Save it as CSV'],
    ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d], 'Export it as CSV'],
    ['an image', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 73], 'is not a text file'],
    ['truncated UTF-16', [0xff, 0xfe, 0x41], 'damaged'],
    ['marked as UTF-8 without being valid UTF-8', [0xef, 0xbb, 0xbf, 0xe9], 'damaged'],
  ])('cannot be %s', async (_, bytes, message) => {
    await expect(readTextFile(new Blob([Uint8Array.from(bytes)]))).rejects.toThrow(message)
  })

  test('cannot be one that has changed since it was chosen', async () => {
    const changed = new Blob(['a'])
    changed.arrayBuffer = async () => {
      throw new DOMException('The requested file could not be read.', 'NotReadableError')
    }
    await expect(readTextFile(changed)).rejects.toThrow(
      new UnreadableFile('The file could not be read. Choose it again.'),
    )
  })
})

test('the sample lines that show an encoding are up to five with non-ASCII letters', () => {
  expect(tellingLines('a\r\nTéléphone\nb\nÉté\n')).toEqual(['Téléphone', 'Été'])
  expect(tellingLines('é\n'.repeat(9))).toHaveLength(5)
  expect(tellingLines('é'.repeat(200))[0]).toBe(`${'é'.repeat(120)}…`)
})
