import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The Chromium to test with: CHROMIUM_PATH if set, else one of the system's. Undefined when there is none;
 * Playwright then looks for its own download.
 */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin')
  return folders
    .flatMap((folder) => NAMES.map((name) => `${folder}/${name}`))
    .find((path) => existsSync(path))
}

/** Installs Chromium when there is none: Debian's package for root, Playwright's own download otherwise. */
export function ensureChromium(): void {
  if (findChromium()) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium from the Debian packages …')
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], options)
  } else {
    console.log('Installing the Chromium that Playwright brings …')
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  }
}
