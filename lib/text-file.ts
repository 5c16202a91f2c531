import { UserError } from './errors'

/** Encodings of text files to choose from, by the names TextDecoder knows. */
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
} as const

export type Encoding = keyof typeof ENCODINGS

export interface FileText {
  /** Without a byte order mark. */
  text: string
  encoding: Encoding
  /** False when the encoding is a guess that the user should check. */
  sure: boolean
}

/** A file that cannot be read; the message says why and what to do. */
export class UnreadableFile extends UserError {
  override name = 'UnreadableFile'
}

const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** First bytes of other file types that users choose by mistake. */
const OTHERS: readonly [string, readonly number[]][] = [
  ['an Excel workbook or an archive. Save it as CSV and choose that file.', [0x50, 0x4b, 0x03, 0x04]],
  ['an Excel workbook. Save it as CSV and choose that file.', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF. Export it as CSV and choose that file.', [0x25, 0x50, 0x44, 0x46]],
]
const SAMPLE_LINES = 5
const SAMPLE_LENGTH = 120

/** A chosen file; when the encoding is a guess, with sample lines that show whether it is right. */
export interface ChosenText extends FileText {
  doubtful: string[]
}

/** Reads a text file in its own encoding, or in the one the user chose. Throws UnreadableFile. */
export async function readTextFile(file: Blob, encoding?: Encoding): Promise<ChosenText> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    // The browser refuses a file that has changed or gone since it was chosen.
    throw new UnreadableFile('The file could not be read. Choose it again.', { cause })
  })
  const read = readText(new Uint8Array(bytes), encoding)
  return { ...read, doubtful: read.sure && !encoding ? [] : tellingLines(read.text) }
}

/**
 * Decodes a text file. The encoding is the given one, or that of the byte order mark, or UTF-8 when the bytes are valid UTF-8;
 * otherwise a guess: UTF-16 if there are zero bytes, else Windows-1252. No character is ever replaced: throws UnreadableFile when
 * the bytes are not valid in the encoding.
 */
export function readText(bytes: Uint8Array, encoding?: Encoding): FileText {
  if (encoding) return { text: decode(bytes, encoding), encoding, sure: true }
  const other = OTHERS.find(([, mark]) => startsWith(bytes, mark))
  if (other) throw new UnreadableFile(`The file is ${other[0]}`)
  const marked = MARKS.find(([, mark]) => startsWith(bytes, mark))?.[0]
  if (marked) return { text: decode(bytes, marked), encoding: marked, sure: true }
  if (bytes.includes(0)) return guessWide(bytes)
  const plain = tryDecode(bytes, 'utf-8')
  if (plain !== undefined) return { text: plain, encoding: 'utf-8', sure: true }
  return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252', sure: false }
}

/** Up to five lines with characters beyond ASCII: they show whether the encoding is right. */
export function tellingLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => /[^\0-\x7f]/.test(line))
    .slice(0, SAMPLE_LINES)
    .map((line) => (line.length > SAMPLE_LENGTH ? `${line.slice(0, SAMPLE_LENGTH)}…` : line))
}

/** UTF-16 without a mark: the right byte order gives more plain letters, digits and line breaks. */
function guessWide(bytes: Uint8Array): FileText {
  const [best] = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => ({ encoding, text: tryDecode(bytes, encoding) ?? '' }))
    .map((read) => ({ ...read, plain: read.text.match(/[\t\n\r -~]/g)?.length ?? 0 }))
    .sort((one, other) => other.plain - one.plain)
  if (!best || best.plain === 0 || best.text.includes('\0'))
    throw new UnreadableFile('The file is not a text file.')
  return { text: best.text, encoding: best.encoding, sure: false }
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  const text = tryDecode(bytes, encoding)
  if (text !== undefined) return text
  throw new UnreadableFile(
    `The file is damaged, or it is not ${ENCODINGS[encoding]}. Save it as UTF-8 and choose it again.`,
  )
}

function tryDecode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
