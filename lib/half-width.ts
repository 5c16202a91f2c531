const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ＋－．／（）：\u3000]/g

/**
 * A text whose full-width digits, letters and separators, as Asian keyboards and documents write them, are plain ones: "５５５" as "555".
 * Whatever reads digits from typed or pasted text goes through it. The database does the same when it searches (`private.half_width`).
 */
export const halfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (character) => character.normalize('NFKC'))
