/** A text as one argument of a FreeSWITCH command: without white space and control characters, which would end it or its line. */
export const commandWord = (text: string): string => text.replace(/[\s\p{Cc}]/gu, '')
