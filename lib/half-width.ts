const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ＋－．／（）：\u3000]/g

/**
 * A text with plain spaces in place of non-breaking ones, and without invisible marks: web pages and chats add both to what is copied from
 * them, and nobody sees why a name is not found.
 */
export const visible = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

/**
 * A {@link visible} text whose full-width digits, letters and separators, as Asian keyboards and documents write them, are plain ones:
 * "５５５" as "555". Whatever reads digits from typed or pasted text goes through it. The database does the same when it searches
 * (`private.half_width`).
 */
export const halfWidth = (text: string): string =>
  visible(text).replace(FULL_WIDTH, (character) => character.normalize('NFKC'))
