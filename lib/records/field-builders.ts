import { z } from 'zod'
import { formatDeviceMac, MAC_WANTED } from '../validation/mac'
import { detectPhone } from '../validation/phone'
import type { Choice, CommonField, Entry, FieldFace, ReferenceTarget, SecretEntry } from './field'

/** Whether a value must be there; text says so in its own words. */
interface Needed {
  required?: true | string
}

type Rule = z.ZodType<string, string>

interface TextOptions extends CommonField, Needed {
  /** The most characters. */
  max?: number
  /** What a text that is not empty must be besides. */
  rule?: Rule
  start?: string
  /** Keeps spaces at both ends, as of a prefix that stands before a name. */
  spaces?: boolean
}

const FILL_IN = 'Fill in this field.'

/** A line of text; an empty one is stored as such, or as null where `empty` says so. */
export function text(options: TextOptions): Entry<string>
export function text(options: TextOptions & { empty: null }): Entry<string | null>
export function text({
  max,
  rule,
  start,
  empty,
  required,
  spaces,
  ...common
}: TextOptions & { empty?: null }): Entry<string | null> {
  const face: FieldFace = { ...common, kind: 'text', maxLength: max, required: Boolean(required) }
  const typed = z.string({ error: words(required) })
  const schema = ruled(limited(spaces ? typed : typed.trim(), required, max), rule)
  return empty === null
    ? { face, schema: orNull(schema), blank: null, written: true }
    : { face, schema, blank: start ?? '', written: true }
}

/** Lines of text, kept as they are typed. */
export function textarea({ max, ...common }: CommonField & { max: number }): Entry<string> {
  const schema = limited(z.string(), undefined, max)
  return { face: { ...common, kind: 'textarea', maxLength: max }, schema, blank: '', written: true }
}

interface NumberOptions extends CommonField {
  min?: number
  max?: number
  unit?: string
  start?: number
  /** Whether it may have decimals. */
  fraction?: boolean
}

/** A number within bounds that the message names: whole unless said otherwise; null where it may be empty. */
export function number(options: NumberOptions): Entry<number>
export function number(options: NumberOptions & { empty: null }): Entry<number | null>
export function number({
  start,
  fraction,
  empty,
  ...shown
}: NumberOptions & { empty?: null }): Entry<number | null> {
  const face: FieldFace = { ...shown, kind: 'number', required: empty === undefined }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shown
  const error = boundsInWords(shown)
  const schema = (fraction ? z.number({ error }) : z.number({ error }).int(error))
    .min(min, error)
    .max(max, error)
  return empty === null
    ? { face, schema: schema.nullable(), blank: null, written: true }
    : { face, schema, blank: start ?? min, written: true }
}

/** On or off. */
export function toggle({ start = false, ...common }: CommonField & { start?: boolean }): Entry<boolean> {
  return { face: { ...common, kind: 'switch' }, schema: z.boolean(), blank: start, written: true }
}

interface ChoiceOptions<Value extends string> extends CommonField {
  options: readonly (Choice & { value: Value })[]
  start?: Value
}

/**
 * One of a few values. With `empty` none of them may be chosen, which is stored as that; with `open` other values may
 * be stored, which only their own source checks.
 */
export function choice<Value extends string>(
  options: ChoiceOptions<Value> & { required?: string },
): Entry<Value>
export function choice(options: ChoiceOptions<string> & { empty: null; open?: true }): Entry<string | null>
export function choice(options: ChoiceOptions<string> & { empty?: ''; open: true }): Entry<string>
export function choice({
  start,
  empty,
  open,
  required,
  ...shown
}: ChoiceOptions<string> & {
  empty?: null | ''
  open?: true
  required?: string
}): Entry<string | null> {
  const known = new Set(shown.options.map(({ value }) => value))
  const error = required ?? 'Choose one of the list.'
  const face: FieldFace = { ...shown, kind: 'select', required: empty === undefined }
  const schema = z.string({ error }).refine((value) => open || known.has(value), error)
  if (empty === undefined) return { face, schema, blank: start ?? null, written: true }
  return {
    face,
    schema: z
      .string()
      .nullable()
      .transform((value) => value || null)
      .pipe(schema.nullable())
      .transform((value) => value ?? empty),
    blank: start ?? empty,
    written: true,
  }
}

/** Another record, by its id. */
export function reference(
  options: CommonField & { to: ReferenceTarget; required: string },
): Entry<string, string | null>
export function reference(options: CommonField & { to: ReferenceTarget }): Entry<string | null>
export function reference({
  required,
  ...shown
}: CommonField & { to: ReferenceTarget; required?: string }): Entry<string | null> {
  return chosen({ ...shown, kind: 'reference', required: Boolean(required) }, required)
}

/** Where calls go, by a destination's id. */
export function destination(options: CommonField & { required: string }): Entry<string, string | null>
export function destination(options: CommonField): Entry<string | null>
export function destination({
  required,
  ...shown
}: CommonField & { required?: string }): Entry<string | null> {
  return chosen({ ...shown, kind: 'destination', required: Boolean(required) }, required)
}

/** A telephone number of the North American plan, as E.164; null where it may be empty. */
export function phone(options: CommonField & { required: string }): Entry<string>
export function phone(options: CommonField): Entry<string | null>
export function phone({ required, ...common }: CommonField & { required?: string }): Entry<string | null> {
  return read({ ...common, kind: 'phone' }, detectPhone, required, 'Enter a valid phone number.')
}

/** A MAC address in the one form in which it is stored; null where it may be empty. */
export function mac(options: CommonField & { required: string }): Entry<string>
export function mac(options: CommonField): Entry<string | null>
export function mac({ required, ...common }: CommonField & { required?: string }): Entry<string | null> {
  return read({ ...common, kind: 'mac' }, formatDeviceMac, required, MAC_WANTED)
}

/** A day, as 2026-01-31, or null. */
export function day(common: CommonField): Entry<string | null> {
  const rule = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the date as 2026-01-31.')
  return {
    face: { ...common, kind: 'date' },
    schema: orNull(ruled(z.string(), rule)),
    blank: null,
    written: true,
  }
}

/** A password or PIN. It is no value of the record's. */
export function secret(common: Omit<SecretEntry['face'], 'kind'>): SecretEntry {
  return { face: { ...common, kind: 'secret' } }
}

/** A field with rules of its own. */
export function field<Out, In>(
  face: FieldFace,
  schema: z.ZodType<Out, In>,
  blank: NoInfer<In>,
): Entry<Out, In> {
  return { face, schema, blank, written: true }
}

/** A column, or a child table's rows, that the form holds and a part of the page edits. */
export function kept<Out, In>(schema: z.ZodType<Out, In>, blank: NoInfer<In>): Entry<Out, In> {
  return { schema, blank, written: true }
}

/** A field that is only shown, and by which a file finds its record. */
export function shown<Out, In>(entry: Entry<Out, In>): Entry<Out, In> {
  return { ...entry, written: false }
}

/** Rows that keep the order in which they stand: their positions count from 1. */
export function inOrder<Row extends z.ZodType<object>>(row: Row, most = 1000) {
  return z
    .array(row)
    .max(most, `At most ${most.toLocaleString('en')}.`)
    .transform((rows) => rows.map((one, index) => ({ ...one, position: index + 1 })))
}

function chosen(face: FieldFace, required: string | undefined): Entry<string | null> {
  const schema = required ? z.string({ error: required }).min(1, required) : orNull(z.string())
  return { face, schema, blank: null, written: true }
}

/** A text that is read into its one stored form. */
function read(
  face: FieldFace,
  form: (text: string) => string | null | undefined,
  required: string | undefined,
  message: string,
): Entry<string | null> {
  const schema = z
    .string({ error: required })
    .trim()
    .transform((typed, context) => {
      if (typed === '' && !required) return ''
      const value = form(typed)
      if (value) return value
      context.addIssue({ code: 'custom', message: typed === '' ? (required ?? message) : message })
      return z.NEVER
    })
  return required
    ? { face: { ...face, required: true }, schema, blank: '', written: true }
    : { face, schema: orNull(schema), blank: null, written: true }
}

function limited(schema: z.ZodString, required: Needed['required'], max: number | undefined): z.ZodString {
  const filled = required ? schema.min(1, words(required)) : schema
  return max === undefined ? filled : filled.max(max, `At most ${max.toLocaleString('en')} characters.`)
}

/** The rule is for what is there: an empty text passes. */
function ruled(schema: z.ZodType<string, string>, rule: Rule | undefined): z.ZodType<string, string> {
  if (!rule) return schema
  return schema.transform((typed, context) => {
    const { data, error } = typed === '' ? { data: '', error: undefined } : rule.safeParse(typed)
    if (data !== undefined) return data
    context.addIssue({ code: 'custom', message: error?.issues[0]?.message })
    return z.NEVER
  })
}

function orNull(schema: z.ZodType<string, string>): z.ZodType<string | null, string | null> {
  return z
    .string()
    .nullable()
    .transform((typed) => typed?.trim() ?? '')
    .pipe(schema)
    .transform((typed) => typed || null)
}

function words(required: Needed['required']): string {
  return typeof required === 'string' ? required : FILL_IN
}

function boundsInWords({ min, max, unit }: Pick<NumberOptions, 'min' | 'max' | 'unit'>): string {
  const of = unit ? ` ${unit}` : ''
  if (min === undefined && max === undefined) return 'Enter a whole number.'
  if (max === undefined) return `At least ${min?.toLocaleString('en')}${of}.`
  return `Between ${(min ?? 0).toLocaleString('en')} and ${max.toLocaleString('en')}${of}.`
}
