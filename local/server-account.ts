import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackendError, oneLine } from './errors.ts'

/** The ordinary user PostgreSQL runs as when this process is root. */
export interface Account {
  uid: number
  gid: number
}

const NAME = 'nobody'

/** PostgreSQL refuses to run as root. Undefined when this process already is an ordinary user. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === NAME)
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
  if (!entry || Number.isNaN(uid) || Number.isNaN(gid)) {
    throw new BackendError(
      `PostgreSQL does not run as root and there is no user "${NAME}" here. Start as an ordinary user.`,
    )
  }
  return { uid, gid }
}

/** How to start a program of the database server: as the account, if there is one. */
export interface ServerCommand {
  file: string
  args: string[]
  options: { uid?: number; gid?: number }
}

/**
 * How to run `file` as the account. If the account may not enter one of the `directories` (root's home, for example), the program
 * gets the capability to search directories; where that is not possible, throws BackendError.
 */
export function serverCommand(
  account: Account | undefined,
  file: string,
  args: string[],
  directories: string[],
): ServerCommand {
  if (!account) return { file, args, options: {} }
  const barrier = directories.flatMap(ancestors).find((path) => !mayEnter(account, path))
  if (!barrier) return { file, args, options: account }
  const switches = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    // initdb and postgres look themselves up with access(2), which leaves out the capabilities without this (capabilities(7)).
    '--securebits=+no_setuid_fixup',
  ]
  if (spawnSync('setpriv', [...switches, 'true']).status !== 0) {
    throw new BackendError(
      `PostgreSQL does not run as root, and the user "${NAME}" it runs as may not enter ${barrier}. Start as an ordinary user, or choose a place that all may enter (LOCAL_DATA_DIR for the data).`,
    )
  }
  return { file: 'setpriv', args: [...switches, file, ...args], options: {} }
}

function ancestors(path: string): string[] {
  return path === dirname(path) ? [path] : [path, ...ancestors(dirname(path))]
}

function mayEnter({ uid, gid }: Account, path: string): boolean {
  try {
    const stat = statSync(path)
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    return (stat.mode & bit) !== 0
  } catch (error) {
    throw new BackendError(`${path} cannot be read: ${oneLine(error)}.`)
  }
}
