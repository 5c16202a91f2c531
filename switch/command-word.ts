// Texts in FreeSWITCH's commands, which a phone or a caller may have chosen.

/** A text as one argument: without white space and control characters, which would end it or its line. Not for inside `{…}`. */
export const argument = (text: string): string => text.replace(/[\s\p{Cc}]/gu, '')

/** A number, a domain or an id, which is safe anywhere, also inside `{…}`: without anything that would end a channel variable. */
export const plainWord = (text: string): string => text.replace(/[^A-Za-z0-9.*#_+-]/g, '')
