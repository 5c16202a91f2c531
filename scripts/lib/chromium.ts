import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's Chromium without its window code: the same engine at about half the CPU time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The full Chromium: CHROMIUM_PATH if set, else an installed one. Undefined if there is none; Playwright then looks for its own
 * download.
 */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || find(NAMES)
}

/** The Chromium for tests: the headless one if installed, else the full one. */
export function findTestChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || find([HEADLESS]) || findChromium()
}

function find(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin')
  return folders
    .flatMap((folder) => names.map((name) => `${folder}/${name}`))
    .find((path) => existsSync(path))
}

/** Installs the full Chromium if missing: Debian's package for root, Playwright's own download otherwise. */
export function ensureChromium(): void {
  if (findChromium()) return
  if (mayInstall()) install('chromium')
  else {
    console.log('Installing the Chromium that Playwright brings …')
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  }
}

/** Installs a Chromium for tests, the headless one if Debian's packages are available. */
export function ensureTestChromium(): void {
  if (process.env.CHROMIUM_PATH || find([HEADLESS])) return
  try {
    if (mayInstall()) return install(HEADLESS)
  } catch {
    console.log(`${HEADLESS} cannot be installed; the whole Chromium will do.`)
  }
  ensureChromium()
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

function install(name: string): void {
  console.log(`Installing ${name} from the Debian packages …`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', name], options)
}
