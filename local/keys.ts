import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
}

/** Reads the secrets of a data directory, or creates them (mode 0600) on the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) {
    const stored = parseSecrets(readFileSync(file, 'utf8'))
    if (stored?.cdrIngestSecret) return { ...stored, cdrIngestSecret: stored.cdrIngestSecret }
    // Data of an earlier release has no such secret yet.
    if (stored) return storeSecrets(file, { ...stored, cdrIngestSecret: newIngestSecret() })
    throw new BackendError(
      `The data directory ${dataDir} is damaged: secrets.json cannot be read. Restore it, or move the directory away (or delete it) to start afresh.`,
    )
  }
  return storeSecrets(file, {
    databasePassword: randomBytes(24).toString('base64url'),
    jwtSecret: randomBytes(48).toString('base64url'),
    serviceKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    cdrIngestSecret: newIngestSecret(),
  })
}

const newIngestSecret = () => randomBytes(24).toString('base64url')

function storeSecrets(file: string, secrets: Secrets): Secrets {
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return secrets
}

function parseSecrets(
  text: string,
): (Omit<Secrets, 'cdrIngestSecret'> & Partial<Pick<Secrets, 'cdrIngestSecret'>>) | undefined {
  try {
    const value: Partial<Record<keyof Secrets, unknown>> = JSON.parse(text)
    const { databasePassword, jwtSecret, serviceKey, cdrIngestSecret } = value
    if (typeof databasePassword !== 'string' || typeof jwtSecret !== 'string') return undefined
    if (typeof serviceKey !== 'string') return undefined
    return {
      databasePassword,
      jwtSecret,
      serviceKey,
      cdrIngestSecret: typeof cdrIngestSecret === 'string' ? cdrIngestSecret : undefined,
    }
  } catch {
    return undefined
  }
}
