import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackendError, oneLine } from './errors.ts'

/** The ordinary user that PostgreSQL runs as when this process is root. */
export interface Account {
  uid: number
  gid: number
}

const NAME = 'nobody'

/** PostgreSQL refuses to run as root. Undefined when this process is an ordinary user already. */
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

/** Throws BackendError when the account may not pass through one of the directories that lead to `directory`. */
export function requireReachable(account: Account, directory: string): void {
  for (let path = directory; ; path = dirname(path)) {
    if (!mayEnter(account, path)) {
      throw new BackendError(
        `PostgreSQL does not run as root, and the user "${NAME}" it runs as may not enter ${path}. Start as an ordinary user, or choose a place that all may enter (LOCAL_DATA_DIR for the data).`,
      )
    }
    if (path === dirname(path)) return
  }
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
