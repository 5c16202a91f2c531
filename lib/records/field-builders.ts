import { z } from 'zod'
import { dayOfIsoDate } from '../dates/calendar'
import { formatFigure } from '../figures'
import { halfWidth, visible } from '../half-width'
import { parseContactPhone } from '../validation/contact-phone'
import { formatDeviceMac, MAC_WANTED } from '../validation/mac'
import { detectOutsideNumber, detectPhone } from '../validation/phone'
import { humanize } from '../words'
import type {
  Choice,
  CommonField,
  Entries,
  Entry,
  FieldFace,
  FieldKind,
  Keyboard,
  ReferenceTarget,
  SecretEntry,
} from './field'

type Rule = z.ZodType<string, string>

interface TextRule {
  /** The message for an empty field; true for a general one. */
  required?: true | string
  maxLength?: number
  /** Checks a value that is not empty. */
  rule?: Rule
  /** Keeps leading and trailing spaces, as in a caller ID prefix. */
  spaces?: boolean
}

interface TextOptions extends CommonField, TextRule {
  start?: string
  keyboard?: Keyboard
}

/** A line of text. If empty, it is stored as '', or as null with `empty: null`. */
export function text(options: TextOptions): Entry<string>
export function text(options: TextOptions & { empty: null }): Entry<string | null>
export function text(options: TextOptions & { empty?: null }): Entry<string | null> {
  const { rule: _rule, spaces: _spaces, start = '', empty, required, ...shown } = options
  const face: FieldFace = { ...shown, kind: 'text', required: Boolean(required) }
  const schema = textSchema(options)
  return empty === null ? field(face, orNull(schema), null) : field(face, schema, start)
}

/** Lines of text, stored as typed. */
export function textarea(options: CommonField & { maxLength: number }): Entry<string> {
  return field(
    { ...options, kind: 'textarea' },
    textSchema({ maxLength: options.maxLength, spaces: true }),
    '',
  )
}

interface NumberOptions extends CommonField {
  min: number
  max: number
  unit?: string
  start?: number
  /** How many decimals the column has, which rounds the others. */
  places?: number
}

/** A number in a range that the error names: whole unless it has `places`, required unless `empty: null`. */
export function number(options: NumberOptions): Entry<number>
export function number(options: NumberOptions & { empty: null }): Entry<number | null>
export function number(options: NumberOptions & { empty?: null }): Entry<number | null> {
  const { start, places, empty, ...shown } = options
  const face: FieldFace = { ...shown, kind: 'number', required: empty === undefined }
  const { min, max, unit } = shown
  const error = `Between ${formatFigure(min)} and ${formatFigure(max)}${unit ? ` ${unit}` : ''}.`
  const any = z.number({ error }).min(min, error).max(max, error)
  const schema = places
    ? any.refine((value) => Number(value.toFixed(places)) === value, `At most ${places} decimals.`)
    : any.int('Enter a whole number.')
  return empty === null ? field(face, schema.nullable(), null) : field(face, schema, start ?? min)
}

/** On or off. */
export function toggle({ start = false, ...common }: CommonField & { start?: boolean } = {}): Entry<boolean> {
  return field({ ...common, kind: 'switch' }, z.boolean(), start)
}

/**
 * Choices for the values that the database allows, in its order, each with its label, or its label and hint; without a label, the
 * value in words. An empty value means an empty field, not a choice.
 */
export function choices<const Value extends string>(
  values: readonly Value[],
  described: Partial<Record<NoInfer<Value>, string | Partial<Omit<Choice, 'value'>>>> = {},
): readonly (Choice & { value: Value })[] {
  return values
    .filter((value) => value !== '')
    .map((value) => {
      const own: string | Partial<Omit<Choice, 'value'>> | undefined = described[value]
      return { value, label: humanize(value), ...(typeof own === 'string' ? { label: own } : own) }
    })
}

interface ChoiceOptions<Value extends string> extends CommonField {
  options: readonly (Choice & { value: Value })[]
  start?: Value
}

interface OpenChoiceOptions extends ChoiceOptions<string> {
  open: true
  maxLength?: number
}

/**
 * One of a few values. `empty` is what an empty field is stored as. With `open` there may be other values, as imports have them: up to
 * `maxLength` characters, or whatever the database takes.
 */
export function choice<Value extends string>(
  options: ChoiceOptions<Value> & { required?: string },
): Entry<Value>
export function choice(options: OpenChoiceOptions & { required: string }): Entry<string>
export function choice(
  options: (ChoiceOptions<string> | OpenChoiceOptions) & { empty: null },
): Entry<string | null>
export function choice(options: (ChoiceOptions<string> | OpenChoiceOptions) & { empty: '' }): Entry<string>
export function choice(
  options: ChoiceOptions<string> & Partial<OpenChoiceOptions> & { empty?: null | ''; required?: string },
): Entry<string | null> {
  const { start = null, empty, maxLength, required: error = 'Choose one from the list.', ...shown } = options
  const required = empty === undefined
  const known = new Set(shown.options.map(({ value }) => value))
  const face: FieldFace = { ...shown, kind: 'select', required }
  const fits = (value: string) => shown.open || known.has(value) || (!required && value === '')
  const chosen = z.string({ error }).refine(fits, error)
  const schema =
    maxLength === undefined ? chosen : chosen.max(maxLength, `At most ${formatFigure(maxLength)} characters.`)
  if (required) return { face, schema, blank: start, written: true }
  return field(
    face,
    orNull(schema).transform((value) => value ?? empty),
    start ?? empty,
  )
}

/** Another record, by id. */
export const reference = maybeEmpty<null, { to: ReferenceTarget }>({ kind: 'reference' }, null)

/** A call destination, by id. */
export const destination = maybeEmpty({ kind: 'destination' }, null)

/** A phone number of the North American Numbering Plan in E.164 format. */
export const phone = maybeEmpty({ kind: 'phone' }, '', parsing(detectPhone, 'Enter a valid phone number.'))

/** An outside number in E.164 format, possibly abroad. */
export const outsideNumber = maybeEmpty(
  { kind: 'phone' },
  '',
  parsing(detectOutsideNumber, 'Enter a phone number: 10 digits, or + and the country code.'),
)

/** A MAC address in its stored form. */
export const mac = maybeEmpty({ kind: 'mac' }, '', parsing(formatDeviceMac, MAC_WANTED))

/** A person's phone number, possibly abroad or with an extension. */
export const contactPhone = maybeEmpty(
  { kind: 'phone', contact: true },
  '',
  parsing(
    parseContactPhone,
    'Enter a phone number: 10 digits, or + and the country code; “ext. 12” may follow.',
  ),
)

/** A day as 2026-01-31. */
export const day = maybeEmpty(
  { kind: 'date' },
  '',
  parsing((text) => dayOfIsoDate(text) !== null && text, 'Enter the date as 2026-01-31.'),
)

/** A password or PIN. Not part of the form's values. */
export function secret(common: Omit<SecretEntry['face'], 'kind'>): SecretEntry {
  return { face: { ...common, kind: 'secret' } }
}

/** A field with its own schema. */
export function field<Out, In>(
  face: FieldFace,
  schema: z.ZodType<Out, In>,
  blank: NoInfer<In>,
): Entry<Out, In> {
  return { face, schema, blank, written: true }
}

/** A column or child table that is part of the form but drawn by the page's own editor. */
export function kept<Out, In>(schema: z.ZodType<Out, In>, blank: NoInfer<In>): Entry<Out, In> {
  return { schema, blank, written: true }
}

/** A field that is shown and matched on import, but never saved. */
export function shown<Out, In>(declared: Entry<Out, In>): Entry<Out, In> {
  return { ...declared, written: false }
}

/** Fields under a heading, with what they have in common. */
export function group<Shape extends Entries>(name: string, entries: Shape, common?: CommonField): Shape {
  const grouped = Object.entries(entries).map(([column, entry]) => [
    column,
    entry.face ? { ...entry, face: { group: name, ...common, ...entry.face } } : entry,
  ])
  return Object.fromEntries(grouped) as Shape
}

/** Rows in their stored order: positions count from 1. */
export function inOrder<Row extends z.ZodType<object>>(row: Row, most = 1000) {
  return z
    .array(row)
    .max(most, `At most ${formatFigure(most)}.`)
    .transform((rows) => rows.map((one, index) => ({ ...one, position: index + 1 })))
}

/** A regular expression rule. */
export function matching(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message)
}

/** Refuses values of a form, each with a message at its field. */
export const refusing = (context: Pick<z.RefinementCtx, 'addIssue'>) => (path: string, message: string) =>
  context.addIssue({ code: 'custom', path: [path], message })

/** A rule that reads typed text into its stored form. */
function parsing(parse: (text: string) => string | false | null | undefined, message: string): Rule {
  return z.string().transform((typed, context) => {
    const value = parse(typed)
    if (value) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Declares a field that may be empty, stored as null, unless `required` has a message for an empty one. `Own` are its kind's options. */
function maybeEmpty<Typed extends string | null, Own = unknown>(
  kind: Partial<FieldKind>,
  blank: Typed,
  rule?: Rule,
) {
  function declare(options: CommonField & Own & { required: string }): Entry<string, Typed>
  function declare(options: CommonField & Own): Entry<string | null>
  function declare(options: CommonField & Own & { required?: string }): Entry<string | null> {
    const { required } = options
    const face = { ...kind, ...options, required: Boolean(required) } as FieldFace
    const schema = textSchema({ required, rule })
    return required ? { face, schema, blank, written: true } : field(face, orNull(schema), null)
  }
  return declare
}

/** Made when a value is first checked: a page that lists records declares dozens of fields before it is drawn. */
function textSchema({ required, maxLength, rule, spaces }: TextRule): Rule {
  const error = typeof required === 'string' ? required : 'Fill in this field.'
  return z.lazy(() => {
    let text = z.string({ error })
    if (!spaces) text = text.overwrite(visible).trim()
    if (required) text = text.min(1, error)
    if (maxLength !== undefined) text = text.max(maxLength, `At most ${formatFigure(maxLength)} characters.`)
    if (!rule) return text
    return text.transform((typed, context) => {
      if (typed === '') return ''
      const { data, error } = rule.safeParse(halfWidth(typed))
      if (data !== undefined) return data
      context.addIssue({ code: 'custom', message: error.issues[0]?.message })
      return z.NEVER
    })
  })
}

function orNull(schema: Rule): z.ZodType<string | null, string | null> {
  return z.lazy(() =>
    z
      .string()
      .nullable()
      .transform((typed) => typed?.trim() ?? '')
      .pipe(schema)
      .transform((typed) => typed || null),
  )
}
