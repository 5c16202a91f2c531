import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKey } from '../lib/vault/vault.ts'
import { BackendError } from './errors.ts'

/** The public key of every embedded backend. One constant, so that a build is valid for any data directory. */
export const EMBEDDED_ANON_KEY = 'sb_publishable_embedded_backoffice_local'

/** The password of all demo accounts; they exist in the embedded backend only. */
export const DEMO_PASSWORD = 'demo-Passw0rd-2468'

/** Secrets of one data directory. */
export interface Secrets {
  databasePassword: string
  jwtSecret: string
  serviceKey: string
  /** The secret the telephone switch sends with call records. */
  cdrIngestSecret: string
  /** The encryption keys of records' passwords and PINs, in the format of SECRETS_KEY. */
  secretsKey: string
}

/** Path of the secrets of a data directory. */
export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

/** Reads the secrets of a data directory, or creates them (mode 0600) on the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir)
  if (existsSync(file)) {
    const stored = parseSecrets(readFileSync(file, 'utf8'))
    if (!stored) {
      throw new BackendError(
        `The data directory ${dataDir} is damaged: secrets.json cannot be read. Restore it, or move the directory away (or delete it) to start afresh.`,
      )
    }
    const { cdrIngestSecret, secretsKey } = stored
    if (cdrIngestSecret && secretsKey) return { ...stored, cdrIngestSecret, secretsKey }
    // Data of an earlier release lacks them.
    return storeSecrets(dataDir, { ...newerSecrets(), ...stored })
  }
  return storeSecrets(dataDir, {
    databasePassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(48).toString('base64url'),
    serviceKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    ...newerSecrets(),
  })
}

const newerSecrets = () => ({
  cdrIngestSecret: randomBytes(24).toString('base64url'),
  secretsKey: newKey(),
})

/** Replaces the secrets of a data directory atomically. */
export function storeSecrets(dataDir: string, secrets: Secrets): Secrets {
  const file = secretsFile(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return secrets
}

type Newer = 'cdrIngestSecret' | 'secretsKey'

function parseSecrets(text: string): (Omit<Secrets, Newer> & Partial<Pick<Secrets, Newer>>) | undefined {
  try {
    const value: Partial<Record<keyof Secrets, unknown>> = JSON.parse(text)
    const { databasePassword, jwtSecret, serviceKey, cdrIngestSecret, secretsKey } = value
    if (typeof databasePassword !== 'string' || typeof jwtSecret !== 'string') return undefined
    if (typeof serviceKey !== 'string') return undefined
    return {
      databasePassword,
      jwtSecret,
      serviceKey,
      ...(typeof cdrIngestSecret === 'string' && { cdrIngestSecret }),
      ...(typeof secretsKey === 'string' && { secretsKey }),
    }
  } catch {
    return undefined
  }
}
