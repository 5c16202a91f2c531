import { z } from 'zod'

/** Trimmed text of at most the column's number of characters. */
export const upTo = ({ maxLength }: { maxLength: number }) =>
  z.string().trim().max(maxLength, `Use at most ${maxLength} characters.`)
