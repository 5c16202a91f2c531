import { currentUser } from './session-store'

/** What a person typed into a form and has not saved. Kept in this browser only, for the person who typed it. */
export interface Draft {
  /** When it was typed last, in milliseconds since 1970. */
  at: number
  /** The version of the record that it was typed over; null for a new one. */
  version: number | null
  /** The fields that differ from the record. */
  values: Readonly<Record<string, unknown>>
}

const PREFIX = 'draft '
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000
const SECRET = /(^|_)(password|passwd|secret|pin|token)(_|$)/i

/** What the signed-in person last typed into the form of this name, at most a week ago. */
export function readDraft(name: string): Draft | null {
  const key = keyOf(name)
  try {
    const draft = key && parse(window.localStorage.getItem(key))
    return draft && Date.now() - draft.at < KEPT_FOR_MS ? draft : null
  } catch {
    return null
  }
}

/** Keeps what was typed, without passwords and PINs; forgets it when there is nothing. Never throws: a full storage keeps less. */
export function keepDraft(name: string, version: number | null, values: Draft['values']): void {
  const key = keyOf(name)
  if (!key) return
  try {
    forgetOld()
    const kept = withoutSecrets(values)
    if (Object.keys(kept).length === 0) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify({ at: Date.now(), version, values: kept }))
  } catch {
    // A browser without room or leave to store anything works as before.
  }
}

/** Nobody else is offered it: the name of the person is part of the key. */
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
    const { at, version, values } = draft as Partial<Draft>
    if (typeof at !== 'number' || typeof values !== 'object' || values === null) return null
    return { at, version: typeof version === 'number' ? version : null, values }
  } catch {
    return null
  }
}
