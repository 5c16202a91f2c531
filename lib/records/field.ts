import type { ZodType } from 'zod'
import type { GeneratedSecret } from '../secrets'
import type { Database } from '../supabase/database.types'

type AllTables = Database['public']['Tables']

/** A table of records: its rows have an id and a version. */
export type TableName = {
  [Name in keyof AllTables]: AllTables[Name]['Row'] extends { id: string; version: number } ? Name : never
}[keyof AllTables]

/** A stored record of any table. */
export type RecordRow = { id: string; version: number; [column: string]: unknown }

/** Form values by column, and by child table its rows. */
export type RecordValues = Record<string, unknown>

export interface Choice {
  value: string
  label: string
  /** Shown below the field while the value is chosen. */
  hint?: string
}

/** Another record, of the same tenant unless `shared`, chosen by its label. */
export interface ReferenceTarget {
  table: TableName
  /** The columns that make up the label, for instance number and name. */
  columns: readonly string[]
  noun: string
  /** The view that is read instead of the table, for records shared by all tenants. */
  shared?: keyof Database['public']['Views']
}

export interface CommonField {
  /** The column's name in words unless given. */
  label?: string
  hint?: string
  /** Whether bulk editing offers it. */
  bulk?: boolean
  /** Takes the form's whole width. */
  wide?: boolean
  placeholder?: string
  /** Fields with the same group share a heading. */
  group?: string
  /** Read-only once the record exists. */
  fixed?: boolean
  /** Read-only for these stored records. */
  fixedFor?: (stored: RecordRow) => boolean
}

/** The keys that a phone shows for a line of text; `tel` has the star and the pound sign. */
export type Keyboard = 'email' | 'numeric' | 'tel' | 'url'

/** The ways a value is edited, shown and written to CSV. */
export type FieldKind =
  | { kind: 'text'; maxLength?: number; keyboard?: Keyboard }
  | { kind: 'textarea'; maxLength?: number }
  | { kind: 'number'; min?: number; max?: number; unit?: string }
  | { kind: 'switch' }
  /** `open`: other values may be stored, too. */
  | { kind: 'select'; options: readonly Choice[]; open?: true }
  | { kind: 'reference'; to: ReferenceTarget }
  | { kind: 'destination' }
  /** `contact`: a person's number, which may be abroad or have an extension. */
  | { kind: 'phone'; contact?: true }
  | { kind: 'mac' }
  /** A date, as 2026-01-31. */
  | { kind: 'date' }
  /** Stored outside the table; set, generated and revealed separately. */
  | { kind: 'secret'; generate?: GeneratedSecret }
  /** An array of strings, one per line. */
  | { kind: 'list' }

/** The display properties of a declared value. */
export type FieldFace = CommonField & FieldKind & { required?: boolean }

export type Field = FieldFace & { name: string; label: string }

/** A declared column: its rules, its blank value, and its display properties if it is a field. */
export interface Entry<Out = unknown, In = Out> {
  schema: ZodType<Out, In>
  blank: In
  face?: FieldFace
  /** False for a key that is shown and matched on import but never saved. */
  written: boolean
}

/** A declared secret: a field without a value. */
export interface SecretEntry {
  face: CommonField & { kind: 'secret'; generate?: GeneratedSecret }
}

/** Declared entries by column, child table or secret. */
export type Entries = Readonly<Record<string, Entry | SecretEntry>>
