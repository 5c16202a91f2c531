import { halfWidth } from './half-width.ts'

/** Latin letters that Unicode does not decompose, as they are typed without them. */
const LETTERS: Readonly<Record<string, string>> = {
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  Ŋ: 'N',
  ŋ: 'n',
  ı: 'i',
  ẞ: 'ss',
  ß: 'ss',
  Æ: 'ae',
  æ: 'ae',
  Œ: 'oe',
  œ: 'oe',
  Þ: 'th',
  þ: 'th',
}

/**
 * A text without its accents, to compare it without regard to case: "José" as "Jose", "Søren Weiß" as "Soren Weiss". The database
 * does the same in `private.unaccented`.
 */
export function unaccented(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  return halfWidth(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/g, (letter) => LETTERS[letter] ?? letter)
}
