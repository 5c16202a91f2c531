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

/** Whether a text contains every word that was typed, in any order, without regard to case and accents. */
export function hasWords(text: string, typed: string): boolean {
  const bare = unaccented(text).toLowerCase()
  return typedWords(typed).every((word) => bare.includes(word))
}

/** The words of what was typed, without case and accents. */
export function typedWords(typed: string): string[] {
  return unaccented(typed).toLowerCase().split(/\s+/).filter(Boolean)
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
