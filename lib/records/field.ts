import type { ZodType } from 'zod'
import type { GeneratedSecret } from '../secrets'
import type { Database } from '../supabase/database.types'

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

/** Another record of the same tenant, chosen by its label. */
export interface ReferenceTarget {
  table: TableName
  /** The columns that make up a record's label, for instance number and name. */
  columns: readonly string[]
  /** What a record is called, as in "Choose a recording". */
  noun: string
}

/** What is said of a field of any kind. */
export interface CommonField {
  label: string
  hint?: string
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

/** How a value is drawn: everything that a declaration says of it but the rules. */
export type FieldFace = CommonField & FieldKind & { required?: boolean }

/** A declared field under its column's name. */
export type Field = FieldFace & { name: string }

/** One entry of a declaration: a column's rules and its blank value, and how it is edited where it is a field. */
export interface Entry<Out = unknown, In = Out> {
  schema: ZodType<Out, In>
  blank: In
  face?: FieldFace
  /** False for what is only shown, and found by in a file. */
  written: boolean
}

/** A secret in a declaration: it has a place among the fields and no value. */
export interface SecretEntry {
  face: CommonField & { kind: 'secret'; generate?: GeneratedSecret }
}

/** The entries of a declaration by column, child table or secret. */
export type Entries = Readonly<Record<string, Entry | SecretEntry>>

/** What the entries' columns hold while they are typed. */
export type Typed<Shape extends Entries> = {
  [Name in keyof Shape as Shape[Name] extends { blank: unknown } ? Name : never]: Shape[Name] extends {
    blank: infer In
  }
    ? In
    : never
}
