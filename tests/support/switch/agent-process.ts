import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { Settings } from '@/switch/settings'

const MAIN = resolve(import.meta.dirname, '../../../switch/main.ts')

/** The agent as a process of its own, as `npm run switch` runs it, which can be killed. */
export class AgentProcess {
  readonly #environment: Record<keyof Settings, string>
  #child: ChildProcess | undefined

  constructor(environment: Record<keyof Settings, string>) {
    this.#environment = environment
  }

  get url(): string {
    return `http://127.0.0.1:${this.#environment.SWITCH_PORT}`
  }

  start(): void {
    this.#child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...this.#environment },
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
