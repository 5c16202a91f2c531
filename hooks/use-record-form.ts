import { type BaseSyntheticEvent, useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage, Refusal, RequestFailure } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { merge, type Question, type Versions } from '@/lib/records/merge'
import { loadRecord, saveRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { AfterCreate, RegisterAfterCreate } from './after-create'
import { recordResolver } from './record-resolver'
import { useFormDraft } from './use-draft'
import { useTenantId } from './use-tenant'
import { useUnsavedChanges } from './use-unsaved-changes'
import { useRefreshRecords, useShowStored } from './use-write'

/** A newer save by another user, the conflicting changes, and whose value each should have. */
export interface Conflict extends Versions {
  questions: readonly Question[]
  /** Keys of the questions answered with the other user's value. */
  taken: ReadonlySet<string>
}

interface FormOfRecord {
  resource: Resource
  id: string
  /** The record as opened; null for a new one. */
  stored: RecordRow | null
  /** Initial values of a new record, on top of the blank ones. */
  initial?: RecordValues
  /** The name under which unsaved input is kept. */
  draftName: string
  /** Whether to ask before leaving the page with unsaved input. */
  guarded?: boolean
  onSaved: (row: RecordRow) => void
}

/**
 * A record's form, from its stored values to the save, with drafts and a confirmation before leaving. It saves over the version it
 * was filled from. If another user has saved since, typed values stay, untouched fields take the newer values, and the user
 * resolves conflicts field by field. A value rejected by the database is flagged at its field.
 */
export function useRecordForm(record: FormOfRecord) {
  const { resource, id, stored, initial, draftName, guarded = true, onSaved } = record
  const { blank } = resource
  const columns = Object.keys(blank)
  const tenantId = useTenantId()
  const refresh = useRefreshRecords()
  const showStored = useShowStored()
  const [resolver] = useState(() => recordResolver(resource.schema))
  const form = useForm<RecordValues>({
    defaultValues: stored ? valuesOf(stored) : { ...blank, ...initial },
    resolver,
  })
  const [followers, setFollowers] = useState<ReadonlyMap<string, AfterCreate>>(new Map())
  const unsaved = Object.keys(form.formState.dirtyFields).length + followers.size > 0
  const draft = useFormDraft(form, draftName, stored?.version ?? null)
  const { leave } = useUnsavedChanges(unsaved && guarded, draft.forget, stored?.id ?? 'new')
  const [base, setBase] = useState(stored)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [unanswered, setUnanswered] = useState(false)

  function valuesOf(row: RecordRow): RecordValues {
    return Object.fromEntries(columns.map((column) => [column, row[column] ?? blank[column]]))
  }

  const follow = useCallback<RegisterAfterCreate>((name, follower) => {
    setFollowers((before) => {
      const others = [...before].filter(([known]) => known !== name)
      return new Map(follower ? [...others, [name, follower]] : others)
    })
  }, [])

  function discard() {
    draft.forget()
    leave()
  }

  async function write(values: RecordValues) {
    setSaving(true)
    setFailure(null)
    try {
      const supabase = await getSupabase()
      // If the response to an earlier attempt was lost, the record may exist: then this save updates it.
      const made = !base && unanswered ? await loadRecord(supabase, resource, tenantId, id) : null
      const save = { id, tenantId, expectedVersion: (base ?? made)?.version ?? null, values }
      const row = await saveRecord(supabase, resource, save, columns)
      await storeTheRest(row)
      void notify('success', `Saved the ${resource.noun} ${resource.label(row)}`.trim())
      discard()
      await showStored(row)
      onSaved(row)
      void refresh()
      return true
    } catch (error) {
      setUnanswered(!(error instanceof Refusal))
      await explain(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  async function storeTheRest(row: RecordRow) {
    try {
      for (const follower of followers.values()) await follower(row.id)
    } catch (error) {
      // A retry is based on the record that exists now.
      setBase(row)
      void refresh()
      const stored = `The ${resource.noun} is stored, but not everything in this form.`
      throw new RequestFailure(`${stored} ${failureMessage(error)}`, 0)
    }
  }

  async function explain(error: unknown) {
    const refusal = error instanceof Refusal ? error : undefined
    if (refusal?.reason === 'conflict' && (await meetConflict())) return
    if (refusal?.column && columns.includes(refusal.column)) {
      form.setError(refusal.column, { message: refusal.message }, { shouldFocus: true })
    } else {
      setFailure(failureMessage(error))
    }
  }

  async function meetConflict(): Promise<boolean> {
    const theirs = await loadRecord(await getSupabase(), resource, tenantId, id).catch(() => null)
    if (!theirs) return false
    const versions = { base, theirs, mine: form.getValues() }
    form.reset(valuesOf(theirs))
    fill(versions, new Set())
    setBase(theirs)
    return true
  }

  function fill(versions: Versions, taken: ReadonlySet<string>, only?: string) {
    const { values, touched, questions } = merge(versions, columns, resource.children, taken)
    for (const column of touched) {
      if (only === undefined || column === only) form.setValue(column, values[column], { shouldDirty: true })
    }
    setConflict({ ...versions, questions, taken })
  }

  /** Resolves to whether it was saved. */
  async function save(event?: BaseSyntheticEvent) {
    let saved = false
    await form.handleSubmit(async (parsed) => {
      // What the schema strips from its result is saved as it is in the form.
      saved = await write({ ...form.getValues(), ...parsed })
    })(event)
    return saved
  }

  return {
    form,
    unsaved,
    draft,
    discard,
    follow,
    save,
    saving,
    failure,
    conflict,
    /** Answers a conflict with the other user's value, or with the typed one again. */
    take({ key, column }: Question, whose: 'theirs' | 'mine') {
      if (!conflict) return
      const taken = new Set(conflict.taken)
      if (whose === 'theirs') taken.add(key)
      else taken.delete(key)
      fill(conflict, taken, column)
    },
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

export type RecordForm = ReturnType<typeof useRecordForm>
