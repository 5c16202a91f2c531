import { pick } from 'es-toolkit/object'
import { type BaseSyntheticEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { notify } from '@/lib/browser/notify'
import { refuseUnreadable } from '@/lib/browser/refuse-unreadable'
import { failureMessage, Refusal, RequestFailure } from '@/lib/errors'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { differingColumns } from '@/lib/records/merge'
import { loadRecord, saveRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { AfterSave, RegisterAfterSave } from './after-save'
import { useHeldSave } from './held-save'
import { recordResolver } from './record-resolver'
import { useConflict } from './use-conflict'
import { useFormDraft, useOwnId } from './use-draft'
import { useOvertaken } from './use-overtaken'
import { useTenantId } from './use-tenant'
import { useUnsavedChanges } from './use-unsaved-changes'
import { useRefreshRecords, useShowStored } from './use-write'

const CHANGED_SINCE = 'Someone else has saved this record since it was created.'

interface FormOfRecord {
  resource: Resource
  /** Given if a new record's is not its own choice. */
  id?: string
  /** The record as opened; null for a new one. */
  stored: RecordRow | null
  /** Initial values of a new record, on top of the blank ones. */
  initial?: RecordValues
  /** The name under which unsaved input is kept. */
  draftName: string
  /** Whether to ask before leaving the page with unsaved input. */
  guarded?: boolean
  /** Whether these values are saved over `base` only after a question, which it opens; the answer to it is `save(undefined, true)`. */
  asks?: (values: RecordValues, base: RecordRow | null) => boolean
  /** Closes the form. Without it, or with what was typed during the save, the form stays open, on top of what is stored. */
  onSaved?: (row: RecordRow) => void
}

/** What is stored right after the record, by the name of the part of the form that holds it. */
function useFollowers() {
  const [followers, setFollowers] = useState<ReadonlyMap<string, AfterSave>>(new Map())
  const follow = useCallback<RegisterAfterSave>((name, follower) => {
    setFollowers((before) => {
      const others = [...before].filter(([known]) => known !== name)
      return new Map(follower ? [...others, [name, follower]] : others)
    })
  }, [])
  return { followers, follow }
}

/**
 * A record's form, from its stored values to the save, with drafts and a confirmation before leaving. It saves over the version it
 * was filled from. If another user has saved since, typed values stay, untouched fields take the newer values, and the user
 * resolves conflicts field by field; so it is with a draft that is restored after such a save. A value rejected by the database is
 * flagged at its field.
 */
export function useRecordForm(record: FormOfRecord) {
  const { resource, id: given, stored, initial, draftName, guarded = true, asks, onSaved } = record
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
  const { followers, follow } = useFollowers()
  const [failure, setFailure] = useState<string | null>(null)
  const { hold, holding, waiting, mustWait } = useHeldSave(() => void save(), setFailure)
  const unsaved = holding || Object.keys(form.formState.dirtyFields).length + followers.size > 0
  const [base, setBase] = useState(stored)
  // From then on, whatever later attempts are answered: a refusal says nothing about the first one.
  const [unanswered, setUnanswered] = useState(false)
  const [id, setId] = useOwnId(given ?? stored?.id)
  const draft = useFormDraft(form, draftName, base?.version ?? null, {
    ownId: base || given ? undefined : [id, takeId],
    keepsWhole: true,
    onOutdated(before) {
      if (base) meet({ ...base, ...before }, base, 'typed')
    },
  })
  const { leave } = useUnsavedChanges(unsaved && guarded, {
    onLost: draft.forget,
    record: stored?.id ?? 'new',
  })
  const [writing, setSaving] = useState(false)
  const saving = writing || waiting
  // Not a state, because a busy browser may deliver a second press before it renders the first one's effect.
  const underWay = useRef(false)
  /** The form on the page, once it was submitted: a save that follows later has no event of its own. */
  const element = useRef<HTMLFormElement>(null)
  const { conflict, meet, take, takeTheirs, settle } = useConflict(form, resource, valuesOf)
  /** The record as the first attempt created it; an update of it may be unanswered, too. */
  const made = useRef<RecordRow>(null)
  const overtaken = useOvertaken(resource, id, base?.version ?? null)

  function valuesOf(row: RecordRow): RecordValues {
    return Object.fromEntries(columns.map((column) => [column, row[column] ?? blank[column]]))
  }

  /** Of an earlier form, of which nothing else is known. */
  function takeId(attempted: string) {
    setId(attempted)
    setUnanswered(true)
  }

  // An untouched form that stays open shows what someone else has saved.
  const follows = !onSaved && !unsaved && !saving
  if (follows && stored && stored.version > (base?.version ?? 0)) setBase(stored)
  const refill = useEffectEvent(() => {
    if (follows && base) form.reset(valuesOf(base))
  })
  useEffect(() => refill(), [base])

  function discard() {
    draft.forget()
    leave()
  }

  async function write(values: RecordValues) {
    const sent = structuredClone(form.getValues())
    setSaving(true)
    setFailure(null)
    try {
      const supabase = await getSupabase()
      // If the response to an earlier attempt was lost, the record may exist: then this save updates it as it was created.
      if (!base && unanswered) made.current ??= await loadMade()
      const expectedVersion = (base ?? made.current)?.version ?? null
      const save = { id, tenantId, expectedVersion, values: pick(values, columns) }
      const row = await saveRecord(supabase, resource, save)
      await storeTheRest(row)
      void notify('success', `Saved the ${resource.noun} ${resource.label(row)}`.trim())
      const isWhole = differingColumns(sent, form.getValues(), columns).length === 0
      const close = isWhole ? onSaved : undefined
      if (close) discard()
      await showStored(row)
      if (close) close(row)
      else continueFrom(row, sent)
      void refresh()
      return isWhole
    } catch (error) {
      if (!(error instanceof Refusal)) setUnanswered(true)
      await explain(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** Bases the form on the row as stored; what was typed since `sent` stays unsaved. */
  function continueFrom(row: RecordRow, sent: RecordValues) {
    const typed = form.getValues()
    draft.forget()
    rebase(row)
    form.reset(valuesOf(row))
    for (const column of differingColumns(sent, typed, columns))
      form.setValue(column, typed[column], { shouldDirty: true })
  }

  /** At once, because filling the form keeps a draft, over the version that is the base by then. */
  function rebase(row: RecordRow) {
    flushSync(() => setBase(row))
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

  const loadLatest = async () => loadRecord(await getSupabase(), resource, tenantId, id)

  async function loadMade() {
    const row = await loadLatest()
    if (row && row.updated_at !== row.created_at) throw new Refusal(CHANGED_SINCE, 409, 'conflict')
    return row
  }

  async function meetConflict(): Promise<boolean> {
    const latest = await loadLatest().catch(() => null)
    if (!latest) return false
    rebase(latest)
    meet(base ?? { id, version: 0, ...blank, ...initial }, latest)
    return true
  }

  /** Fills the form from what someone else has saved, merged with what was typed, if anything. */
  async function catchUp() {
    setFailure(null)
    try {
      const latest = await loadLatest()
      if (!latest) return
      rebase(latest)
      if (unsaved) meet(base, latest)
      else form.reset(valuesOf(latest))
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }

  /** Resolves to whether it was saved, and nothing has been typed since. */
  async function save(event?: BaseSyntheticEvent, asked = false) {
    event?.preventDefault()
    if (event?.currentTarget instanceof HTMLFormElement) element.current = event.currentTarget
    if (element.current && refuseUnreadable(element.current)) return false
    if (underWay.current || mustWait()) return false
    underWay.current = true
    let saved = false
    await form
      .handleSubmit(async (parsed) => {
        // Fields that the schema leaves out are saved as they are in the form.
        const values = { ...form.getValues(), ...parsed }
        if (asked || !asks?.(values, base)) saved = await write(values)
      })(event)
      .finally(() => {
        underWay.current = false
      })
    return saved
  }

  return {
    id,
    form,
    unsaved,
    draft,
    discard,
    follow,
    hold,
    save,
    saving,
    failure,
    /** While the own save is under way, a newer version may be its own. */
    overtaken: saving ? null : overtaken,
    catchUp,
    conflict,
    take,
    takeTheirs,
    overwrite() {
      settle()
      void save()
    },
  }
}

export type RecordForm = ReturnType<typeof useRecordForm>
