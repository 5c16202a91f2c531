import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { Settings } from '@/switch/settings'

const MAIN = resolve(import.meta.dirname, '../../../switch/main.ts')

/** The agent as a process of its own, as `npm run switch` runs it, which can be killed. */
export class AgentProcess {
  readonly #settings: Settings
  #child: ChildProcess | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  get url(): string {
    return `http://127.0.0.1:${this.#settings.SWITCH_PORT}`
  }

  start(): void {
    const settings = Object.entries(this.#settings).map(([name, value]) => [name, String(value)])
    this.#child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...Object.fromEntries(settings) },
      stdio: 'ignore',
    })
  }

  /** What its health address answers; undefined while it is down. */
  async health(): Promise<{ app: boolean; switch: boolean; undelivered: number } | undefined> {
    try {
      return await (await fetch(`${this.url}/health`)).json()
    } catch {
      return undefined
    }
  }

  /** Resolves when it has reached the app. */
  async reachesApp(): Promise<void> {
    await vi.waitUntil(async () => (await this.health())?.app, { timeout: 60_000, interval: 50 })
  }

  /** Kills it without a chance to save anything. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}
