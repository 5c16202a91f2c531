import type { ZodType } from 'zod'
import type { TenantPage } from '../navigation'
import type { Section } from '../permissions'
import type { GeneratedSecret } from '../secrets'
import type { Database, Tables } from '../supabase/database.types'
import type { Tenant } from '../tenants/tenant'

type AllTables = Database['public']['Tables']

/** A table of records: they have an id and a version. */
export type TableName = {
  [Name in keyof AllTables]: AllTables[Name]['Row'] extends { id: string; version: number } ? Name : never
}[keyof AllTables]

/** A stored record of any table. */
export type RecordRow = { id: string; version: number; [column: string]: unknown }

/** What a form holds: a value a column, and under a child table's name its rows. */
export type RecordValues = Record<string, unknown>

export interface Choice {
  value: string
  label: string
  /** What choosing it means, shown under the field while it is chosen. */
  hint?: string
}

interface CommonField<Name extends string> {
  name: Name
  label: string
  hint?: string
  required?: boolean
  /** Whether bulk editing offers it. */
  bulk?: boolean
  /** Takes the form's whole width. */
  wide?: boolean
  placeholder?: string
  /** Fields that share a heading stand under it together. */
  group?: string
  /** Cannot be changed once the record exists. */
  fixed?: boolean
  /** Set once as well, but only for such stored records. */
  fixedFor?: (stored: RecordRow) => boolean
}

/** Another record of the same tenant, chosen by its label. */
export interface ReferenceTarget {
  table: TableName
  /** The columns that make up a record's label, for instance number and name. */
  columns: readonly string[]
  /** What a record is called, as in "Choose a recording". */
  noun: string
}

/** The closed set of ways in which a value is edited, shown and written to CSV. */
export type FieldKind =
  | { kind: 'text'; maxLength?: number }
  | { kind: 'textarea'; maxLength?: number }
  | { kind: 'number'; min?: number; max?: number; unit?: string }
  | { kind: 'switch' }
  | { kind: 'select'; options: readonly Choice[] }
  | { kind: 'reference'; to: ReferenceTarget }
  | { kind: 'destination' }
  | { kind: 'phone' }
  | { kind: 'mac' }
  /** A day, as 2026-01-31. */
  | { kind: 'date' }
  /** A minute of the day, 0–1439. */
  | { kind: 'time' }
  /** Kept outside the table; set, generated and revealed on its own. */
  | { kind: 'secret'; generate?: GeneratedSecret }
  /** An array of texts, a line each. */
  | { kind: 'list' }

export type Field<Name extends string = string> = CommonField<Name> & FieldKind

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
  schema: ZodType
  /** A new record's values; its keys are the columns that are written. */
  blank(tenant: Tenant | null): RecordValues
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
  /** Removes what a deleted record leaves outside its table, such as a stored file. */
  afterDelete?(row: RecordRow): Promise<void>
  /** Why a record cannot be deleted whatever is done with its references, or null. Throws RequestFailure. */
  whyKept?(id: string): Promise<string | null>
  /** Calls can be sent to it; then its references may be moved to any destination when it is deleted. */
  isDestination?: boolean
  /** The fields that suffice to make one while choosing a destination. */
  essentials?: readonly string[]
  /** What a clone must not share: a number, a name that is unique. Blank in the copy. */
  unique?: readonly string[]
  label(row: Row): string
}

/** A resource's declaration, its names checked against the table's columns. */
type Declaration<Table extends TableName> = Omit<
  Resource<Tables<Table>>,
  'table' | 'blank' | 'fields' | 'sort' | 'importKey' | 'essentials' | 'unique'
> & {
  table: Table
  blank(tenant: Tenant | null): Partial<Tables<Table>> & RecordValues
  fields: readonly (
    | Field<Column<Table>>
    | (CommonField<string> & { kind: 'secret'; generate?: GeneratedSecret })
  )[]
  sort: { column: Column<Table>; descending?: boolean }
  importKey?: readonly Column<Table>[]
  essentials?: readonly Column<Table>[]
  unique?: readonly Column<Table>[]
}

type Column<Table extends TableName> = keyof Tables<Table> & string

/** Declares a kind of record: what its page, form, import and history need to know of it. */
export function defineResource<Table extends TableName>(
  declaration: Declaration<Table>,
): Resource<Tables<Table>> & { table: Table } {
  return declaration
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
export function fieldOf(resource: Resource, name: string): Field | undefined {
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
