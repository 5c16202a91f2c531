import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { failureMessage, Refusal } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { differingColumns, loadRecord, saveRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useRefreshRecords } from './use-write'

/** A newer save by someone else, and the columns in which it differs from what is in the form. */
export interface Conflict {
  theirs: RecordRow
  columns: readonly string[]
}

interface SaveTarget {
  resource: Resource
  form: UseFormReturn<RecordValues>
  id: string
  /** The record as it was opened; null for a new one. */
  stored: RecordRow | null
  /** The columns and child tables that are written. */
  columns: readonly string[]
  tenantId: string | null
  onSaved: (row: RecordRow) => void
}

/**
 * Saves a form over the version that it was filled from. When someone else has saved since, what was typed is kept,
 * fields that were not touched take the newer values, and the person chooses. A value that the database refuses is
 * marked at its field.
 */
export function useRecordSave({ resource, form, id, stored, columns, tenantId, onSaved }: SaveTarget) {
  const refresh = useRefreshRecords()
  const [base, setBase] = useState(stored)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [unanswered, setUnanswered] = useState(false)

  async function write(values: RecordValues) {
    setSaving(true)
    setFailure(null)
    try {
      const supabase = await getSupabase()
      // An attempt whose answer was lost may have made the record; what was typed since is then saved over it.
      const made = !base && unanswered ? await loadRecord(supabase, resource, tenantId, id) : null
      const save = { id, tenantId, expectedVersion: (base ?? made)?.version ?? null, values }
      const row = await saveRecord(supabase, resource, save, columns)
      void notify('success', `Saved the ${resource.noun} ${resource.label(row)}`.trim())
      onSaved(row)
      await refresh()
    } catch (error) {
      setUnanswered(!(error instanceof Refusal))
      await explain(error)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown) {
    if (error instanceof Refusal && error.reason === 'conflict' && (await meetConflict())) return
    if (error instanceof Refusal && error.column && columns.includes(error.column)) {
      form.setError(error.column, { message: error.message }, { shouldFocus: true })
    } else {
      setFailure(failureMessage(error))
    }
  }

  async function meetConflict(): Promise<boolean> {
    try {
      const theirs = await loadRecord(await getSupabase(), resource, tenantId, id)
      if (!theirs) return false
      const mine = form.getValues()
      const touched = differingColumns(base ?? {}, mine, columns)
      form.reset(valuesOf(theirs))
      for (const column of touched) form.setValue(column, mine[column], { shouldDirty: true })
      setBase(theirs)
      setConflict({
        theirs,
        columns: touched.filter((one) => differingColumns(theirs, mine, [one]).length > 0),
      })
      return true
    } catch {
      return false
    }
  }

  function valuesOf(row: RecordRow): RecordValues {
    return Object.fromEntries(columns.map((column) => [column, row[column]]))
  }

  // What the schema leaves out of its result is saved as it stands in the form.
  const save = form.handleSubmit((parsed) => write({ ...form.getValues(), ...parsed }))

  return {
    save,
    saving,
    failure,
    conflict,
    takeTheirs() {
      if (conflict) form.reset(valuesOf(conflict.theirs))
      setConflict(null)
    },
    overwrite() {
      setConflict(null)
      void save()
    },
  }
}
