import { pick } from 'es-toolkit/object'
import { z, type ZodObject, type ZodType } from 'zod'
import type { Section } from '../session/permissions'
import type { Database, Tables, TablesInsert } from '../supabase/database.types'
import { humanize, pluralOf } from '../words'
import type {
  Choice,
  Entries,
  Entry,
  Field,
  RecordRow,
  RecordValues,
  ReferenceTarget,
  SecretEntry,
  TableName,
} from './field'
import { choices } from './field-builders'

export interface ResourceColumn<Name extends string = string> {
  /** A field's name, a column of the row, or a name that the page draws with `cells`. */
  id: Name
  /** The field's label unless given. */
  header?: string
  /** Only columns that private.record_lists allows. */
  sortable?: boolean
  numeric?: boolean
  /** Numbers or codes, each on one line. */
  code?: boolean
  /** Left out where the window is narrower than 1440 px. */
  extra?: boolean
  /** Its position on the card shown on phones. */
  phone?: 'primary' | 'secondary' | 'hidden'
}

/**
 * Filters a list by a column that private.record_lists allows: by a few values, by another record, by a record chosen with the
 * page's own control, or by a date range (UTC) that a link to the list contains.
 */
export interface ResourceFilter<Name extends string = string> {
  name: Name
  label: string
  options?: readonly Choice[]
  to?: ReferenceTarget | 'own control' | 'days'
  /** Offered only to users who may view it, where the column is that of another section. */
  section?: Section
}

/** Rows that belong to a record and are saved with it, such as a ring group's members. */
export interface ChildTable {
  table: TableName
  /** Its column with the record's id. */
  parent: string
  orderBy: string
  /** How the rows are exported and imported; without it, only the form changes them. */
  file?: Resource
  /** Display of the rows' columns if there is no file. */
  fields?: readonly Field[]
}

export interface Resource<Row extends RecordRow = RecordRow> {
  table: TableName
  section: Section
  noun: string
  /** The noun's regular plural unless given. */
  plural: string
  /** The page's heading, the plural unless given. */
  title?: string
  /** One sentence about the list. */
  description?: string
  /** Validates the form's values. */
  schema: ZodType<RecordValues, RecordValues>
  /** The schema of each column alone. */
  shape: Readonly<Record<string, ZodType>>
  /** A new record's values; its keys are the columns and child tables that are saved. */
  blank: RecordValues
  fields: readonly Field[]
  columns: readonly ResourceColumn[]
  /** More columns of the row for exported files: the list shows them within others, as a currency in amounts. */
  fileOnly?: readonly string[]
  /** The columns that search covers, as in "Number or name"; without it there is no search box. */
  search?: string
  filters: readonly ResourceFilter[]
  /** Values that all records of the list share, such as the plan of its rates; an import adds them to each row. */
  within?: Readonly<Record<string, string>>
  /** The default order. */
  sort: { column: string; descending?: boolean }
  /** The columns that identify a record on import; without them there is no import. */
  importKey?: readonly string[]
  /** Whether each of these columns alone identifies the record, so that a row may leave the others empty. */
  importKeyEach?: boolean
  /** Columns whose stored value depends on another column, by that column; a file may have them only together with it. */
  decides?: Partial<Record<string, readonly string[]>>
  children: readonly ChildTable[]
  /** The table with the restricted columns: a row with the same id. */
  restrictedTable?: TableName
  /** Actions that are done on another page, differently, or not at all. */
  elsewhere: readonly ('create' | 'delete' | 'export')[]
  /** The fields that suffice to create a record from a picker. */
  essentials: readonly string[]
  /** Columns that a clone leaves blank, because no two records may share them. */
  unique: readonly string[]
  label(row: Row): string
}

type ViewName = keyof Database['public']['Views']
type Column<Table extends TableName> = keyof Tables<Table> & string

/** A row of a list: the table's columns plus those of the view. */
export type ListRow<Table extends TableName, View extends ViewName | undefined> = Tables<Table> &
  (View extends ViewName ? Omit<Tables<View>, keyof Tables<Table>> : unknown)

/** The row of a resource's list. */
export type RowOf<Declared> = Declared extends Resource<infer Row> ? Row : never

/** The values a column accepts; amounts may be text, which is exact to the cent. */
type Writable<Value> = number extends Exclude<Value, null | undefined> ? Value | string : Value

/** Type-checks each entry against the column of its name; the database checks the rows of a child table. */
type Checked<Columns, Shape extends Entries> = {
  [Name in keyof Shape]: Name extends keyof Columns
    ? Shape[Name] extends { schema: ZodType<Writable<Columns[Name]>> }
      ? unknown
      : `This entry does not fit the column ${Name & string}`
    : Name extends TableName
      ? unknown
      : SecretEntry
}

/** The schema of the columns that the entries write. */
type FormOf<Shape extends Entries> = ZodObject<{
  [Name in keyof Shape as Shape[Name] extends Entry ? Name : never]: Extract<Shape[Name], Entry>['schema']
}>

/** A kind of record; its names are type-checked against the columns of the table and the view. */
type Declaration<
  Table extends TableName,
  View extends ViewName | undefined,
  Restricted extends TableName,
  Shape extends Entries,
> = Pick<
  Resource<ListRow<Table, View>>,
  'section' | 'noun' | 'title' | 'description' | 'search' | 'fileOnly' | 'importKeyEach' | 'label'
> &
  Partial<Pick<Resource, 'plural' | 'columns' | 'children' | 'elsewhere'>> & {
    table: Table
    /** The view that the list reads; the table by default. */
    view?: View
    restrictedTable?: Restricted
    fields: Shape & NoInfer<Checked<TablesInsert<Table> & TablesInsert<Restricted>, Shape>>
    /** Rules across columns. */
    rules?: (form: FormOf<Shape>) => ZodType<RecordValues>
    /** A bare name stands for a field with choices, a toggle, or a reference. */
    filters?: readonly ((keyof Shape & Column<Table>) | ResourceFilter<keyof ListRow<Table, View> & string>)[]
    sort: { column: keyof ListRow<Table, View> & string; descending?: boolean }
    importKey?: readonly Column<Table>[]
    decides?: Partial<Record<keyof Shape & string, readonly (keyof Shape & string)[]>>
    essentials?: readonly (keyof Shape & string)[]
    /** The import key unless given. */
    unique?: readonly Column<Table>[]
  }

/** Declares a kind of record: everything that its page, form, import and history need to know. */
export function defineResource<
  Table extends TableName,
  Shape extends Entries,
  View extends ViewName | undefined = undefined,
  Restricted extends TableName = Table,
>({
  fields: entries,
  rules,
  view: _typesTheList,
  filters = [],
  columns = [],
  ...rest
}: Declaration<Table, View, Restricted, Shape>): Resource<ListRow<Table, View>> & { table: Table } {
  const schema = formOf<Shape>(entries)
  const fields = fieldsOf(entries)
  return {
    plural: pluralOf(rest.noun),
    // It says more than yes or no, as does the filter.
    columns: columns.map((column) => (column.id === 'enabled' ? { header: 'Status', ...column } : column)),
    children: [],
    elsewhere: [],
    essentials: [],
    unique: rest.importKey ?? [],
    ...rest,
    schema: (rules ? rules(schema) : schema) as ZodType<RecordValues, RecordValues>,
    shape: schema.shape,
    blank: blankOf(entries),
    fields,
    filters: filters.map((filter) => (typeof filter === 'object' ? filter : filterBy({ fields }, filter))),
  }
}

/** The schema of the columns that the entries write. */
export function formOf<Shape extends Entries>(entries: Shape): FormOf<Shape> {
  const written = writtenOf(entries).map(([name, { schema }]) => [name, schema])
  return z.object(Object.fromEntries(written)) as FormOf<Shape>
}

/** The blank values of the columns that the entries write. */
export function blankOf<Shape extends Entries>(entries: Shape): z.input<FormOf<Shape>> {
  const written = writtenOf(entries).map(([name, { blank }]) => [name, blank])
  return Object.fromEntries(written) as z.input<FormOf<Shape>>
}

/** The fields among the entries, in order. */
export function fieldsOf(entries: Entries): Field[] {
  return Object.entries(entries).flatMap(([name, { face }]) =>
    face ? { label: humanize(name), ...face, name } : [],
  )
}

function writtenOf(entries: Entries) {
  return Object.entries(entries).flatMap(([name, entry]) =>
    'written' in entry && entry.written ? [[name, entry] as const] : [],
  )
}

function filterBy(resource: Pick<Resource, 'fields'>, name: string): ResourceFilter {
  const field = fieldOf(resource, name)
  if (field?.kind === 'select') return { name, label: field.label, options: field.options }
  if (field?.kind === 'reference') return { name, label: field.label, to: field.to }
  return name === 'enabled'
    ? yesOrNo(name, 'Status', 'Enabled', 'Disabled')
    : yesOrNo(name, field?.label ?? humanize(name), 'Yes', 'No')
}

/** A filter on a boolean, with a label for each value. */
export function yesOrNo<Name extends string>(name: Name, label: string, yes: string, no: string) {
  return { name, label, options: choices(['true', 'false'], { true: yes, false: no }) }
}

/**
 * What is wrong with these values of some columns of a record. Rules across columns apply only if all columns are given; otherwise
 * the database checks them.
 */
export function issuesOf(
  { schema, shape, blank }: Pick<Resource, 'schema' | 'shape' | 'blank'>,
  values: RecordValues,
): { column: string; message: string }[] {
  const columns = Object.keys(values)
  const complete = Object.keys(blank).every((column) => columns.includes(column))
  const checked = complete ? schema : z.object(pick(shape, columns))
  const { issues = [] } = checked.safeParse({ ...blank, ...values }).error ?? {}
  return issues
    .filter(({ path }) => columns.includes(String(path[0])))
    .map(({ path: [column], code, message }) => ({
      column: String(column),
      message: code === 'invalid_type' && values[String(column)] === null ? 'Fill in this field.' : message,
    }))
}

/** The declared field of a name. */
export function fieldOf(resource: Pick<Resource, 'fields'>, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name)
}

/** A column's label: its field's, its header, or its name in words. */
export function columnLabel(resource: Resource, name: string): string {
  const header = resource.columns.find((column) => column.id === name)?.header
  return fieldOf(resource, name)?.label ?? header ?? humanize(name)
}

/** A problem under the label of its column, if it has one: "Number: Enter a valid phone number." */
export function problemText(resource: Resource, problem: { message: string; column?: string }): string {
  const { message, column } = problem
  return column ? `${columnLabel(resource, column)}: ${message}` : message
}
