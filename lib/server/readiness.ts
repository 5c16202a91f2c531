import type { SupabaseClient } from '@supabase/supabase-js'
import { RECORDINGS_BUCKET } from '../recordings/object-path'
import type { Database } from '../supabase/database.types'
import { opensStored } from '../vault/seal-secrets'
import type { Vault } from '../vault/vault'

/** The server's dependencies and whether each is available. */
export interface Readiness {
  /** False without the service key, with which all else is asked; only named if it is missing. */
  serviceKey?: boolean
  database: boolean
  storage: boolean
  /**
   * Whether the database has the migrations that the app was built with. It may have later ones: while an installation is upgraded, the
   * servers of the earlier release serve on until theirs has come.
   */
  migrations: boolean
  /** Whether its keys are those of the stored secrets, as another server's may be. */
  secrets: boolean
  /** Whether anything can be saved: not while the disk is nearly full. A server serves without, as people can still read. */
  writable: boolean
}

const PATIENCE_MS = 2_000
/** How long an answer is given to everybody who asks: the route needs no session. */
const SHARED_MS = 1_000

/** Checks the database, Storage and the keys. A check without an answer within two seconds fails. Never throws. */
export async function readinessOf(
  admin: SupabaseClient<Database>,
  builtWith: string,
  vaultOf: () => Vault | undefined,
  patienceMs = PATIENCE_MS,
): Promise<Readiness> {
  const [version, storage, secrets, writable] = await Promise.all([
    inTime(versionOf(admin), patienceMs, null),
    inTime(storageAnswers(admin), patienceMs, false),
    inTime(opens(admin, vaultOf), patienceMs, false),
    inTime(isWritable(admin), patienceMs, false),
  ])
  return {
    database: version !== null,
    storage,
    // Unknown ones (empty) would sort before all others.
    migrations: version !== null && builtWith !== '' && version >= builtWith,
    secrets,
    writable,
  }
}

/** Asks `readiness` once for all who want to know at the same time or within a second after. */
export function sharedReadiness(
  readiness: () => Promise<Readiness>,
  clock = () => performance.now(),
): () => Promise<Readiness> {
  let shared: { answer: Promise<Readiness>; until: number } | undefined
  return () => {
    if (shared && clock() < shared.until) return shared.answer
    const asked = { answer: readiness(), until: Number.POSITIVE_INFINITY }
    const answered = () => {
      asked.until = clock() + SHARED_MS
    }
    asked.answer.then(answered, answered)
    shared = asked
    return asked.answer
  }
}

async function versionOf(admin: SupabaseClient<Database>): Promise<string | null> {
  return (await admin.rpc('schema_version')).data
}

async function isWritable(admin: SupabaseClient<Database>): Promise<boolean> {
  return (await admin.rpc('is_writable')).data ?? false
}

const opens = async (admin: SupabaseClient<Database>, vaultOf: () => Vault | undefined) =>
  opensStored(admin, vaultOf())

/** Whether Storage responds; "not found" is a response too. */
async function storageAnswers(admin: SupabaseClient<Database>): Promise<boolean> {
  const { error } = await admin.storage.from(RECORDINGS_BUCKET).createSignedUrl('ready', 1)
  return error === null || ('status' in error && Number(error.status) < 500)
}

function inTime<Answer>(asking: Promise<Answer>, patienceMs: number, otherwise: Answer): Promise<Answer> {
  const late = new Promise<Answer>((done) => setTimeout(() => done(otherwise), patienceMs).unref())
  return Promise.race([asking.catch(() => otherwise), late])
}
