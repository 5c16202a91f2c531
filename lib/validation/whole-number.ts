import { z } from 'zod'
import { formatFigure } from '../figures'

const WANTED = 'Enter a whole number.'

/** A whole number in the column's range, typed into a text field, where an empty one is not 0. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .union(
      [
        // A form shows this branch's message, not the union's.
        z.number(WANTED),
        z
          .string()
          .trim()
          .regex(/^-?\d+$/)
          .transform(Number),
      ],
      WANTED,
    )
    .pipe(
      z
        .int(WANTED)
        .min(min, `Enter at least ${formatFigure(min)}.`)
        .max(max, `Enter at most ${formatFigure(max)}.`),
    )
