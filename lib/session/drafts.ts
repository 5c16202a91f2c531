import { currentUser } from './session-store'

/** Unsaved form input, kept in this browser for the user who typed it. */
export interface Draft {
  /** When it was last edited, in milliseconds since 1970. */
  at: number
  /** The record version it is based on; null for a new record. */
  version: number | null
  /** The fields that differ from the record. */
  values: Readonly<Record<string, unknown>>
  /** The whole form of a new record: what it began with (a clone's values, a page's customer, the day) is stored nowhere else. */
  whole?: Draft['values']
  /** What the typed fields were before. */
  before?: Draft['values']
  /** The id under which it is stored; a new record may be stored already, if the answer was lost. Left out of one older than an hour. */
  id?: string
}

const PREFIX = 'draft '
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000
/** For how long a restored draft is another attempt at the same record; later, it is a record that is entered over an old draft. */
const RETRIED_FOR_MS = 60 * 60 * 1000
const SECRET = /(^|_)(password|passwd|secret|pin|token)(_|$)/i

/** The signed-in user's draft for the form with this name, at most a week old. */
export function readDraft(name: string): Draft | null {
  const key = keyOf(name)
  try {
    const draft = key && parse(window.localStorage.getItem(key))
    return draft && Date.now() - draft.at < KEPT_FOR_MS ? draft : null
  } catch {
    return null
  }
}

/** Stores a draft without passwords and PINs, or removes it when nothing is left. Never throws. */
export function storeDraft(
  name: string,
  version: number | null,
  values: Draft['values'],
  { whole = {}, before = {}, id }: Pick<Draft, 'whole' | 'before' | 'id'> = {},
): void {
  const key = keyOf(name)
  if (!key) return
  try {
    forgetOld()
    const draft = {
      at: Date.now(),
      version,
      values: withoutSecrets(values),
      whole: withoutSecrets(whole),
      before: withoutSecrets(before),
      id,
    }
    if (Object.keys(draft.values).length === 0) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage (full or blocked), forms work but drafts are not kept.
  }
}

/** The user's id is part of the key, so nobody else is offered the draft. */
function keyOf(name: string): string | undefined {
  const user = currentUser()
  return user ? `${PREFIX}${user.id} ${name}` : undefined
}

function forgetOld(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (!key.startsWith(PREFIX)) continue
    const draft = parse(window.localStorage.getItem(key))
    if (!draft || Date.now() - draft.at >= KEPT_FOR_MS) window.localStorage.removeItem(key)
  }
}

function withoutSecrets(values: Draft['values']): Draft['values'] {
  return JSON.parse(
    JSON.stringify(values, (name: string, value: unknown) => (SECRET.test(name) ? undefined : value)),
  ) as Draft['values']
}

function parse(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? '')
    if (typeof draft !== 'object' || draft === null) return null
    const { at, version, values, whole, before, id } = draft as Partial<Draft>
    if (typeof at !== 'number' || typeof values !== 'object' || values === null) return null
    const own = Date.now() - at < RETRIED_FOR_MS ? id : undefined
    return { at, version: typeof version === 'number' ? version : null, values, whole, before, id: own }
  } catch {
    return null
  }
}
