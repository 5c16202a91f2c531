import { postJson } from './fetcher'

/** A secret of a record, of no tenant's for null. */
export interface SecretOf {
  owner_table: string
  owner: string
  field: string
  tenant: string | null
}

/** Stores a secret, or removes it if empty; the server seals it. Throws RequestFailure with why it was refused. */
export async function setSecret(secret: SecretOf, value: string): Promise<void> {
  await postJson('/api/secrets/set', { ...secret, value })
}

/** The secret, null if there is none. The trail keeps who read it. Throws RequestFailure. */
export async function revealSecret(secret: SecretOf): Promise<string | null> {
  const { value } = await postJson<{ value: string | null }>('/api/secrets/reveal', secret)
  return value
}

/** As many as the server takes at a time. */
const AT_ONCE = 200

/** The voicemail PINs of new extensions as the database takes them, in the same order. Throws RequestFailure. */
export async function sealPins(pins: readonly { owner: string; value: string }[]): Promise<string[]> {
  const all: string[] = []
  for (let first = 0; first < pins.length; first += AT_ONCE) {
    const part = { pins: pins.slice(first, first + AT_ONCE) }
    all.push(...(await postJson<{ sealed: string[] }>('/api/secrets/seal', part)).sealed)
  }
  return all
}
