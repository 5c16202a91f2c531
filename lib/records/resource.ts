import { type ZodObject, type ZodType, z } from 'zod'
import type { TenantPage } from '../navigation'
import type { Section } from '../session/permissions'
import type { Database, Tables, TablesInsert } from '../supabase/database.types'
import type {
  Choice,
  Entries,
  Field,
  RecordRow,
  RecordValues,
  ReferenceTarget,
  SecretEntry,
  TableName,
  Typed,
} from './field'

export interface ResourceColumn<Name extends string = string> {
  /** A field's name, a column of the row, or a name of its own that the page renders with `cells`. */
  id: Name
  /** The field's label unless said otherwise. */
  header?: string
  /** Only columns that private.record_lists allows. */
  sortable?: boolean
  numeric?: boolean
  /** How it stands on a phone's card. */
  phone?: 'primary' | 'secondary' | 'hidden'
}

/**
 * Leaves rows out of a list by a column that private.record_lists allows: by one of a few values (true and false for a
 * boolean), or by another record that is referred to.
 */
export type ResourceFilter<Name extends string = string> = { name: Name; label: string } & (
  | { options: readonly Choice[]; to?: undefined }
  | { to: ReferenceTarget; options?: undefined }
)

/** Rows that belong to a record and are saved with it, as a ring group's members. */
export interface ChildTable {
  table: TableName
  /** Its column that holds the record's id. */
  parent: string
  orderBy: string
  /** How these rows stand in a file of their own; absent: they come and go by the form only. */
  file?: Resource
}

export interface Resource<Row extends RecordRow = RecordRow> {
  table: TableName
  section: Section
  /** "ring group", "ring groups" */
  noun: string
  plural: string
  /** The heading of its page where that is not the plural. */
  title?: string
  /** One sentence about the list. */
  description?: string
  /** Where its page is: below a tenant. Absent for what belongs to no tenant. */
  path?: TenantPage['path']
  /** Validates what the form holds; a message's path names the field. */
  schema: ZodType<RecordValues, RecordValues>
  /** What it says of each column by itself. */
  shape: Readonly<Record<string, ZodType>>
  /** A new record's values; its keys are the columns and child tables that are written. */
  blank: RecordValues
  fields: readonly Field[]
  columns: readonly ResourceColumn[]
  /** What the search box looks for: "Number or name". Absent: no search box. */
  search?: string
  filters?: readonly ResourceFilter[]
  /** The order unless the address says otherwise. */
  sort: { column: string; descending?: boolean }
  /** The columns that tell an imported row which record it is; absent: no import. */
  importKey?: readonly string[]
  /** Each of these columns alone tells it, and a row may leave the others empty. */
  importKeyEach?: boolean
  children?: readonly ChildTable[]
  /** What is done in another way or on another page, and not offered in the list. */
  elsewhere?: readonly ('create' | 'delete')[]
  /** Calls can be sent to it; then its references may be moved to any destination when it is deleted. */
  isDestination?: boolean
  /** The fields that suffice to make one while choosing a destination. */
  essentials?: readonly string[]
  /** What a clone must not share: a number, a name that is unique. Blank in the copy. */
  unique?: readonly string[]
  label(row: Row): string
}

type ViewName = keyof Database['public']['Views']
type Column<Table extends TableName> = keyof Tables<Table> & string

/** A row of a list: the table's columns where the list has none of its own, and what the view adds. */
export type ListRow<Table extends TableName, View extends ViewName | undefined> = Tables<Table> &
  (View extends ViewName ? Omit<Tables<View>, keyof Tables<Table>> : unknown)

/** The row that a resource's list answers. */
export type RowOf<Declared> = Declared extends Resource<infer Row> ? Row : never

/** What a column may be given; numbers as text keep their cents. */
type Writable<Value> = number extends Exclude<Value, null | undefined> ? Value | string : Value

/** Each entry against the column of its name; the rows of a child table are checked by the database. */
type Checked<Table extends TableName, Shape extends Entries> = {
  [Name in keyof Shape]: Name extends keyof TablesInsert<Table>
    ? Shape[Name] extends { schema: ZodType<Writable<TablesInsert<Table>[Name]>> }
      ? unknown
      : `This entry does not fit the column ${Name & string}`
    : Name extends TableName
      ? unknown
      : SecretEntry
}

/** The schema of what the entries write. */
type FormOf<Shape extends Entries> = ZodObject<{
  [Name in keyof Shape as Shape[Name] extends { schema: ZodType } ? Name : never]: Shape[Name] extends {
    schema: infer Schema extends ZodType
  }
    ? Schema
    : never
}>

/** What a kind of record is. Its names are checked against the table's and the list's columns. */
type Declaration<Table extends TableName, View extends ViewName | undefined, Shape extends Entries> = Omit<
  Resource<ListRow<Table, View>>,
  'table' | 'schema' | 'shape' | 'blank' | 'fields' | 'sort' | 'importKey' | 'essentials' | 'unique'
> & {
  table: Table
  /** What its list reads where that is not the table. */
  view?: View
  fields: Shape & NoInfer<Checked<Table, Shape>>
  /** Rules about several columns together. */
  rules?: (form: FormOf<Shape>) => ZodType<RecordValues>
  filters?: readonly ResourceFilter<keyof ListRow<Table, View> & string>[]
  sort: { column: keyof ListRow<Table, View> & string; descending?: boolean }
  importKey?: readonly Column<Table>[]
  essentials?: readonly (keyof Shape & string)[]
  unique?: readonly Column<Table>[]
}

/** Declares a kind of record: what its page, form, import and history need to know of it. */
export function defineResource<
  Table extends TableName,
  Shape extends Entries,
  View extends ViewName | undefined = undefined,
>({
  fields: entries,
  rules,
  view: _typesTheList,
  ...rest
}: Declaration<Table, View, Shape>): Resource<ListRow<Table, View>> & { table: Table } {
  const schema = formOf<Shape>(entries)
  return {
    ...rest,
    schema: (rules ? rules(schema) : schema) as ZodType<RecordValues, RecordValues>,
    shape: schema.shape,
    blank: blankOf(entries),
    fields: fieldsOf(entries),
  }
}

/** The schema of the columns that entries write. */
export function formOf<Shape extends Entries>(entries: Shape): FormOf<Shape> {
  const written = writtenOf(entries).map(([name, { schema }]) => [name, schema])
  return z.object(Object.fromEntries(written)) as FormOf<Shape>
}

/** The blank values of the columns that entries write. */
export function blankOf<Shape extends Entries>(entries: Shape): Typed<Shape> {
  return Object.fromEntries(writtenOf(entries).map(([name, { blank }]) => [name, blank])) as Typed<Shape>
}

/** The fields among a declaration's entries, in their order. */
export function fieldsOf(entries: Entries): Field[] {
  return Object.entries(entries).flatMap(([name, { face }]) => (face ? { ...face, name } : []))
}

function writtenOf(entries: Entries) {
  return Object.entries(entries).flatMap(([name, entry]) =>
    'written' in entry && entry.written ? [[name, entry] as const] : [],
  )
}

/** A filter on a boolean: what rows with it, and rows without it, are called. */
export function yesOrNo<Name extends string>(
  name: Name,
  label: string,
  yes: string,
  no: string,
): { name: Name; label: string; options: readonly Choice[] } {
  return {
    name,
    label,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
  }
}

/** The declared field of a name. */
export function fieldOf(resource: Pick<Resource, 'fields'>, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name)
}

/** A column's name for people: its field's label, else its own name in words. */
export function columnLabel(resource: Resource, name: string): string {
  const field = fieldOf(resource, name)
  const header = resource.columns.find((column) => column.id === name)?.header
  return field?.label ?? header ?? inWords(name)
}

function inWords(name: string): string {
  const words = name.replace(/(_destination)?_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
