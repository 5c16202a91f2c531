import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const LOG_READER = pathToFileURL(resolve('lib/server/log-reader.ts')).href

/** A server that logs all the time, and that logs what it did not expect, as Next.js does. */
const SERVER = `
  process.on('uncaughtException', (error) => console.error(error))
  process.on('SIGTERM', () => process.exit(0))
  import(${JSON.stringify(LOG_READER)}).then(({ stopWithoutLogReader }) => {
    stopWithoutLogReader()
    setInterval(() => console.log('a request'), 20)
  })`

test.each(['stdout', 'stderr'] as const)(
  'a server stops when nobody reads its %s any longer',
  async (stream) => {
    const server = spawn(process.execPath, ['-e', SERVER.replace('console.log', `process.${stream}.write`)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    await once(server[stream], 'data')
    server[stream].destroy()
    expect(await once(server, 'exit')).toEqual([0, null])
  },
)
