import { chunk } from 'es-toolkit/array'
import { postJson } from './fetcher'

/** The place of a secret: a record and a field; tenant is null for records without one. */
export interface SecretOf {
  owner_table: string
  owner: string
  field: string
  tenant: string | null
}

/** Stores a secret, or removes it if empty; the server encrypts it. Throws RequestFailure with the reason if it is rejected. */
export async function setSecret(secret: SecretOf, value: string): Promise<void> {
  await postJson('/api/secrets/set', { ...secret, value })
}

/** The secret, or null if there is none. Reading it is audited. Throws RequestFailure. */
export async function revealSecret(secret: SecretOf): Promise<string | null> {
  const { value } = await postJson<{ value: string | null }>('/api/secrets/reveal', secret)
  return value
}

/** Maximum number of PINs per request. */
export const MAX_PINS = 200

/** Encrypts the voicemail PINs of new extensions, in the same order. Throws RequestFailure. */
export async function sealPins(pins: readonly { owner: string; value: string }[]): Promise<string[]> {
  const all: string[] = []
  for (const part of chunk([...pins], MAX_PINS)) {
    all.push(...(await postJson<{ sealed: string[] }>('/api/secrets/seal', { pins: part })).sealed)
  }
  return all
}
