/**
 * Parses JSON. Throws SyntaxError also if a text in it, or a key, has a NUL or half a surrogate pair, which PostgreSQL cannot store, and
 * RangeError if it is nested too deeply.
 */
export function parseStorable(text: string): unknown {
  return JSON.parse(text, storable)
}

function storable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
      throw new SyntaxError('This text cannot be stored.')
  }
  return value
}
