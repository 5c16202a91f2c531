/** A setting name that is valid in every vendor's format, including XML. */
export const SETTING_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/

/** One line of printable text: control characters and line separators become spaces, ends are trimmed. */
export function singleLine(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for an XML element or a quoted attribute. */
export function escapeXml(value: string): string {
  return singleLine(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
