import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds in which the kernel counts processor time. */
const TICK_MS = 10

/**
 * Milliseconds of processor time that a process and all it has started have used, those that have ended included. Unlike the clock, it
 * tells what work costs on a machine that has other work. Linux only.
 */
export function processorMs(pid: number): number {
  return [...processorUse(pid).values()].reduce((total, each) => total + each, 0)
}

/** The same by what the processes do. What has ended counts as its parent's: a worker of the autovacuum as PostgreSQL's main process. */
export function processorUse(pid: number): Map<string, number> {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(name) : undefined
    if (!fields) continue
    const [parent = 0, own = 0] = fields
    ticks.set(Number(name), own)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const used = new Map<string, number>()
  const add = (process: number): void => {
    const what = workOf(process)
    used.set(what, (used.get(what) ?? 0) + (ticks.get(process) ?? 0) * TICK_MS)
    for (const each of children.get(process) ?? []) add(each)
  }
  add(pid)
  return used
}

/** What a process of the app does, by the title it gives itself. */
function workOf(pid: number): string {
  const title = titleOf(pid)
  if (title.startsWith('next-server')) return 'Next.js'
  if (/^\S*\/postgres /.test(title)) return 'main process of PostgreSQL'
  const [, worker] = /^postgres: (\w+(?: \w+)*)/.exec(title) ?? []
  if (worker === undefined) return 'backend'
  // A connection's title goes on with its user, database and address.
  return /\(\d+\)/.test(title) ? 'queries' : worker
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** A process's parent, and the ticks of itself and of its children that have ended; undefined when it has ended meanwhile. */
function statOf(name: string): [number, number] | undefined {
  try {
    // The name, in parentheses, may hold spaces. After it: state, ppid, …, utime, stime, cutime, cstime.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const used = fields.slice(11, 15).reduce((total, each) => total + Number(each), 0)
    return [Number(fields[1]), used]
  } catch {
    return undefined
  }
}

/** The process of the PostgreSQL that a data directory runs. */
export function postgresPid(dataDir: string): number {
  return Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
}
