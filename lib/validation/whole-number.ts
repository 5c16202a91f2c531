import { z } from 'zod'
import { formatFigure } from '../figures'

/** A whole number in the column's range, typed into a text field. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.coerce
    .number<string | number>('Enter a whole number.')
    .int('Enter a whole number.')
    .min(min, `Enter at least ${formatFigure(min)}.`)
    .max(max, `Enter at most ${formatFigure(max)}.`)
