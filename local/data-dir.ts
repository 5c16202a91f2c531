import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BackendError, errorCode, oneLine } from './errors.ts'
import { isRunning, type ProcessRecord, recordOf } from './processes.ts'

/** What a running backend leaves in its data directory, for tools that need its database. */
export interface RunningBackend extends ProcessRecord {
  url?: string
  databaseUrl?: string
}

/** Where a backup links the files of Storage that it is to copy, so that it has those that are deleted meanwhile. */
export const backupLinks = (dataDir: string, pid = process.pid): string =>
  join(dataDir, `storage.backup-${pid}`)

/** Deletes the links of backups that were killed: they keep what was deleted since. */
export function removeLeftLinks(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^storage\.backup-(\d+)$/.exec(name) ?? []
    if (pid && (Number(pid) === process.pid || !recordOf(Number(pid))))
      rmSync(join(dataDir, name), { recursive: true })
  }
}

/** Creates the data directory if needed and checks that it is writable. Throws BackendError. */
export function prepareDataDir(dataDir: string): void {
  try {
    // When started by root, PostgreSQL runs as an ordinary user, who must be able to enter its own folder. A directory that
    // existed before keeps its mode.
    const created = mkdirSync(dataDir, { recursive: true })
    if (created !== undefined) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOTDIR') {
      throw new BackendError(
        `The data directory ${dataDir} is not a directory. Choose another with LOCAL_DATA_DIR.`,
      )
    }
    throw new BackendError(`The data directory ${dataDir} cannot be created: ${oneLine(error)}.`)
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new BackendError(
      `No permission to write in the data directory ${dataDir}. Change its owner, or choose another with LOCAL_DATA_DIR.`,
    )
  }
}

/** One backend at a time on a data directory. */
export interface Lock {
  /** Publishes the backend's addresses for other tools on this machine. */
  publish(addresses: { url: string; databaseUrl: string }): void
  release(): void
}

/**
 * Locks a data directory. A lock left by a dead process is taken over; a live one is refused with a BackendError that names the
 * process. So is a directory into which a restore has not come to its end, unless this is that restore.
 */
export function lockDataDir(dataDir: string, { restoring = false } = {}): Lock {
  const file = lockFile(dataDir)
  const own = recordOf(process.pid)
  if (!own) throw new BackendError('This process cannot read its own start time from the system.')
  if (!restoring) refuseHalfRestored(dataDir)
  refuseSecondStart(dataDir)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw new BackendError(`Cannot lock ${dataDir}: ${oneLine(error)}.`)
    throw new BackendError(`Another start on the data directory ${dataDir} is under way.`)
  }
  return {
    publish: (addresses) => writeFileSync(file, JSON.stringify({ ...own, ...addresses }), { mode: 0o600 }),
    release: () => rmSync(file, { force: true }),
  }
}

/** Throws BackendError when a backend runs on the data directory. */
export function refuseSecondStart(dataDir: string): void {
  const holder = runningBackend(dataDir)
  if (!holder) return
  throw new BackendError(
    `Already running on the data directory ${dataDir} (process ${holder.pid}). Stop it first, or choose another directory with LOCAL_DATA_DIR.`,
  )
}

/**
 * Exists from the beginning to the end of a restore, and names its process: without its rows, a data directory looks like an empty
 * installation.
 */
export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/** Throws BackendError when a restore into the data directory is under way or was cut off. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return
  const holder = runningProcess(restoreMark(dataDir))
  throw new BackendError(
    holder
      ? `A restore into ${dataDir} is under way (process ${holder.pid}). Wait until it is done.`
      : `The restore into ${dataDir} was cut off. Delete this folder, then restore the backup again.`,
  )
}

/** The backend that runs on a data folder; undefined if none does. */
export function runningBackend(dataDir: string): RunningBackend | undefined {
  return runningProcess(lockFile(dataDir))
}

/** What the file says of its process, if that is still running. */
function runningProcess<T extends ProcessRecord>(file: string): T | undefined {
  try {
    const record: T = JSON.parse(readFileSync(file, 'utf8'))
    return isRunning(record) ? record : undefined
  } catch {
    return undefined
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'backend.json')
}
