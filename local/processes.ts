import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that can be recognized later: the operating system reuses pids, but not with the same start time. */
export interface ProcessRecord {
  pid: number
  started: string
}

/** When the process started, in the system's own notation; undefined when it does not exist. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ps(pid, 'lstart=')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command in parentheses may hold spaces; the 20th field after it is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** A record of a running process, to store in a file. */
export function recordOf(pid: number): ProcessRecord | undefined {
  const started = processStart(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Whether the recorded process is still running (rather than another with the same pid). */
export function isRunning(record: ProcessRecord): boolean {
  const started = processStart(record.pid)
  return started !== undefined && started === record.started
}

/** How a process was started; undefined if it is gone, or the system does not tell. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ps(pid, 'command=')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return undefined
  }
}

/** Sends each signal in turn until the process is gone. `group` reaches its whole process group. */
export async function terminate(
  record: ProcessRecord,
  steps: { signal: NodeJS.Signals; waitMs: number }[],
  group = false,
): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    if (!isRunning(record)) return true
    try {
      process.kill(group ? -record.pid : record.pid, signal)
    } catch {
      return !isRunning(record)
    }
    const deadline = performance.now() + waitMs
    while (isRunning(record) && performance.now() < deadline) await delay(20)
  }
  return !isRunning(record)
}

function ps(pid: number, column: string): string | undefined {
  const answer = execFileSync('ps', ['-o', column, '-p', String(pid)], {
    encoding: 'utf8',
    // Whoever asks gets the same time in the same words.
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  return answer.trim() || undefined
}
