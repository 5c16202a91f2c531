import { z } from 'zod'

/** Text, trimmed, that is no longer than the column allows. */
export const upTo = ({ maxLength }: { maxLength: number }) =>
  z.string().trim().max(maxLength, `Use at most ${maxLength} characters.`)
