import { readFileSync, statSync } from 'node:fs'
import { ApiFailure } from '../api/failure'
import { serverEnv } from '../server/server-env'
import { parseKeys, Vault } from './vault'

let kept: { source: string; vault: Vault } | undefined

/**
 * The server's vault, with the keys in SECRETS_KEY, or in the embedded backend's own file (SECRETS_KEY_FILE), which is reloaded
 * when it changes, so that keys can be rotated while the app runs. Undefined without a key.
 */
export function serverVault(): Vault | undefined {
  const { SECRETS_KEY: given, SECRETS_KEY_FILE: file } = serverEnv()
  const source = given ?? (file && `${file} ${statSync(file).mtimeMs}`)
  if (!source) return undefined
  if (kept?.source !== source) {
    kept = { source, vault: new Vault(parseKeys(given ?? keysInFile(String(file)))) }
  }
  return kept.vault
}

/** The same, but throws ApiFailure 503 without a key. */
export function requireVault(): Vault {
  const vault = serverVault()
  if (vault) return vault
  throw new ApiFailure(503, 'Secrets cannot be read or stored because SECRETS_KEY is not set on the server.')
}

function keysInFile(file: string): string {
  const { secretsKey } = JSON.parse(readFileSync(file, 'utf8')) as { secretsKey?: unknown }
  return String(secretsKey)
}
