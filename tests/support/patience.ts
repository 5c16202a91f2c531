import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that a condition is waited for. */
    pollMs: number
  }
}

/**
 * Vitest lets `expect.poll` be configured, but gives `vi.waitFor` and `vi.waitUntil` one second unless each call says otherwise. Kept
 * globally, because files that share a process each run this.
 */
const shared = globalThis as { plainWaits?: Pick<typeof vi, 'waitFor' | 'waitUntil'> }
const plain = (shared.plainWaits ??= { waitFor: vi.waitFor, waitUntil: vi.waitUntil })

const patient = (options: Parameters<typeof vi.waitFor>[1]) =>
  typeof options === 'number' ? options : { timeout: inject('pollMs'), ...options }
vi.waitFor = (work, options) => plain.waitFor(work, patient(options))
vi.waitUntil = (work, options) => plain.waitUntil(work, patient(options))
