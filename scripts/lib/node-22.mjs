// Plain JavaScript without packages, because it runs before any is there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

function fail(line) {
  console.error(line)
  process.exit(1)
}

/** The packages in a file of npm's, by folder. */
function packagesIn(file) {
  const { '': project, ...packages } = JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  return packages
}

/** What npm says it installed. */
const INSTALLED = 'node_modules/.package-lock.json'

/** True when packages are installed, whichever. */
const isInstalled = () => existsSync(join(root, INSTALLED))

/**
 * True when exactly the packages in package-lock.json are installed. When it was written says nothing: unpacking a release keeps the time at
 * which that was made.
 */
function upToDate() {
  if (!isInstalled()) return false
  const installed = packagesIn(INSTALLED)
  const wanted = packagesIn('package-lock.json')
  const development = hasDevelopmentPackages()
  return (
    Object.entries(installed).every(
      ([path, { version, integrity }]) =>
        wanted[path]?.version === version && wanted[path].integrity === integrity,
    ) &&
    // Optional ones are for this system or for another.
    Object.entries(wanted).every(
      ([path, { dev, optional, devOptional }]) =>
        path in installed || optional || devOptional || (dev && !development),
    )
  )
}

/** True when the packages for development and tests were installed too. */
function hasDevelopmentPackages() {
  return isInstalled() && Object.values(packagesIn(INSTALLED)).some(({ dev }) => dev)
}

function install(options) {
  const command = ['ci', ...options]
  // Not to the output, which may be a command's answer.
  console.error(`Installing packages (npm ${command.join(' ')}) …`)
  const begun = Date.now()
  const { status, error } = spawnSync('npm', [...command, '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 2, 2],
  })
  if (error) fail(`npm could not be started: ${error.message}.`)
  if (status !== 0) fail('Installing the packages failed; see the lines above.')
  console.error(`Installed packages in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
}

/**
 * Installs what is missing, then runs a script of scripts/ on Node 22 with this command's arguments, its exit code and
 * its signals.
 * @param {string} script
 * @param {{ development?: boolean, keepsPackages?: boolean, options?: string[], args?: string[] }} needs whether the
 * script needs the packages for development and tests, whether it starts with the packages that are there even if they
 * are those of another release, options of Node itself, and the script's arguments
 */
export function runOnNode22(
  script,
  { development = false, keepsPackages = false, options = [], args = process.argv.slice(2) } = {},
) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Node.js 20 or later is needed; this is ${process.versions.node}. See https://nodejs.org.`)
  }
  if (process.platform === 'win32') fail('On Windows, install and start this in WSL 2 (wsl --install).')

  if (keepsPackages && isInstalled()) {
    if (!upToDate()) {
      console.error(
        'Starting with the packages that were installed for another release. To update them, run npm ci --omit=dev and start again.',
      )
    }
  } else if (!upToDate() || (development && !hasDevelopmentPackages())) {
    // Who has the packages for development keeps them.
    install(development || hasDevelopmentPackages() ? [] : ['--omit=dev'])
  }

  const node = join(root, 'node_modules/.bin/node')
  if (!existsSync(node)) {
    const { platform, arch } = process
    fail(
      `Node 22 for ${platform} on ${arch} is missing from node_modules. Delete node_modules and try again, without omitting optional packages.`,
    )
  }

  const child = spawn(node, [...options, join(root, 'scripts', script), ...args], {
    cwd: root,
    // Tools called by name are the project's own, and run on its Node as well.
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    // The channel lets the child notice when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // Ctrl-C reaches the child by itself as well; it takes the second one for the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ code, message }) => {
    // Of a program that is there, this is said of the library that it needs.
    const reason = code === 'ENOENT' ? 'it needs a Linux with glibc, which Alpine lacks' : message
    fail(`Node 22 could not be started: ${reason}.`)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
