/** The start of a text, at most this many UTF-16 units. Half of a surrogate pair at its end is replaced, because it cannot be stored. */
export const clipped = (text: string, most: number): string => text.slice(0, most).toWellFormed()
