import { pick } from 'es-toolkit/object'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type Draft, readDraft, storeDraft } from '@/lib/session/drafts'
import { useIsInBrowser } from './use-is-in-browser'

type Values = Draft['values']

/** The id of a form's record, and its setter. */
export type OwnId = readonly [id: string, take: (id: string) => void]

/** A new id, unless the record is stored. Keeping it with the draft has a restored new record stored once, even if it was before. */
export const useOwnId = (stored?: string) => useState<string>(() => stored ?? crypto.randomUUID())

export interface DraftState {
  /** Earlier unsaved input; null once it is restored or discarded. */
  offer: Draft | null
  /** Whether the record was saved since. */
  outdated: boolean
  restore: () => void
  discard: () => void
  /** Call once the form is saved or its input discarded. */
  forget: () => void
}

/**
 * Keeps unsaved input of a form, so that it is offered again after a reload, a sign-out in another tab or an ended session. `name`
 * identifies form and record; null if there is nothing to keep. `restored` puts values into the form; it gets what they were before if
 * the record was saved since.
 */
function useKeeper(
  name: string | null,
  version: number | null,
  restored: (values: Values, before?: Values) => void,
  [id, takeId]: OwnId | readonly [] = [],
) {
  const [stored] = useState(() => (name === null ? null : readDraft(name)))
  const [settled, setSettled] = useState(false)
  // The server has none to offer.
  const inBrowser = useIsInBrowser()
  const offer = inBrowser && !settled ? stored : null
  const offered = useRef(stored)

  function settle() {
    offered.current = null
    setSettled(true)
  }
  const keep = useCallback(
    (typed: Values, { whole, before }: Pick<Draft, 'whole' | 'before'> = {}) => {
      if (name === null || (offered.current && Object.keys(typed).length === 0)) return
      // The offered draft must survive new input, with the version that it was typed over.
      const kept: Omit<Draft, 'at'> = offered.current ?? {
        version,
        values: {},
        whole: version === null ? whole : undefined,
      }
      const rest = { ...kept, id: kept.id ?? id, before: { ...before, ...kept.before } }
      storeDraft(name, kept.version, { ...kept.values, ...typed }, rest)
    },
    [name, version, id],
  )
  function forget() {
    settle()
    keep({})
  }
  const outdated = offer !== null && offer.version !== version
  const state: DraftState = {
    offer,
    outdated,
    restore() {
      if (offer?.id) takeId?.(offer.id)
      // What a form began with must not replace what has been stored since.
      if (offer)
        restored({ ...(!outdated && offer.whole), ...offer.values }, outdated ? offer.before : undefined)
      settle()
    },
    discard: forget,
    forget,
  }
  return { state, keep }
}

interface FormDraftOptions {
  ownId?: OwnId
  /** Whether a new record's draft keeps what the form began with, too, which is not computed again (a clone's values, a page's customer). */
  keepsWhole?: boolean
  /** Called once the draft of a record that was saved since is restored, with what the typed fields were before. */
  onOutdated?: (before: Values) => void
}

/** Drafts of a react-hook-form form, which has its stored values when this is first called. */
export function useFormDraft<Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  name: string | null,
  version: number | null,
  { ownId, keepsWhole = false, onOutdated }: FormDraftOptions = {},
): DraftState {
  const restored = (values: Values, before?: Values) => {
    for (const [field, value] of Object.entries(values)) {
      form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
    }
    if (before) onOutdated?.(before)
  }
  const { state, keep } = useKeeper(name, version, restored, ownId)
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true, dirtyFields: true },
        callback({ name: changed, values, dirtyFields, defaultValues = {} }) {
          const typed = Object.keys(dirtyFields ?? {})
          // Only a field change or a reset is new input; the end of a save would bring back what was forgotten.
          if (changed === undefined && typed.length > 0) return
          const before = pick<Values, string>(defaultValues, typed)
          keep(pick<Values, string>(values, typed), {
            whole: keepsWhole ? values : undefined,
            before,
          })
        },
      }),
    [subscribe, keep, keepsWhole],
  )
  return state
}

/** Drafts of a form that manages its own values: `typed` contains those that differ from what is stored. */
export function useDraft<Typed extends Values>(
  name: string | null,
  version: number | null,
  typed: Partial<Typed>,
  restored: (values: Partial<Typed>) => void,
  ownId?: OwnId,
): DraftState {
  const { state, keep } = useKeeper(name, version, restored as (values: Values) => void, ownId)
  const text = JSON.stringify(typed)
  const first = useRef(text)
  useEffect(() => {
    // Nothing has been typed yet, so an earlier draft stays.
    if (first.current === text) return
    first.current = ''
    keep(JSON.parse(text) as Values)
  }, [text, keep])
  return state
}
