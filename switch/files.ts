import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically: a crash leaves the old one or the new one, never a part. Only this user can read it. */
export async function putFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** Flushes a folder's entries to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder that only this user can open. */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Files that govern calls whether or not they can be written, such as to a full disk. Those that cannot are kept for `retry`. */
export class LastingFiles {
  readonly #unsaved = new Map<string, string>()

  async put(path: string, text: string): Promise<void> {
    try {
      await putFile(path, text)
      this.#unsaved.delete(path)
    } catch (error) {
      if (this.#unsaved.size === 0) console.error('The configuration cannot be stored right now:', error)
      this.#unsaved.set(path, text)
    }
  }

  async retry(): Promise<void> {
    for (const [path, text] of this.#unsaved) await this.put(path, text)
  }

  /** Forgets a file that could not be written; all of them without a path. */
  forget(path?: string): void {
    if (path === undefined) this.#unsaved.clear()
    else this.#unsaved.delete(path)
  }
}

/** A JSON file; undefined if there is none or, with a log line, if it is damaged. */
export function readJson<Content>(path: string): Content | undefined {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch (error) {
    logDamage(path, error)
    return undefined
  }
}

/** What is damaged is not known until the app sends it. */
export const logDamage = (path: string, error: unknown) =>
  console.error(`${path} is damaged and is fetched again from the app:`, error)
