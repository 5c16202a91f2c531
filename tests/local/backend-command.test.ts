import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { workspace } from './support.ts'

const root = join(import.meta.dirname, '../..')

test('npm run backend uses the data directory and the ports of .env.local, as npm start does', async () => {
  const { folder, dataDir, supabaseDir } = workspace()
  const checkout = join(folder, 'checkout')
  mkdirSync(join(checkout, 'scripts'), { recursive: true })
  copyFileSync(join(root, 'scripts/backend.ts'), join(checkout, 'scripts/backend.ts'))
  symlinkSync(join(root, 'scripts/lib'), join(checkout, 'scripts/lib'))
  for (const name of ['local', 'lib', 'package.json', 'node_modules'])
    symlinkSync(join(root, name), join(checkout, name))
  const port = await freePort()
  writeFileSync(
    join(checkout, '.env.local'),
    `LOCAL_DATA_DIR=${dataDir}\nSUPABASE_DIR=${supabaseDir}\nSUPABASE_PORT=${port}\nPORT=4000\n`,
  )
  const { PATH } = process.env
  const child = spawn(process.execPath, [join(checkout, 'scripts/backend.ts')], {
    env: { PATH, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(JSON.parse(line)).toMatchObject({
    url: `http://127.0.0.1:${port}`,
    outboxDir: join(dataDir, 'outbox'),
  })
  const page = 'http://localhost:4000/reset-password'
  const link = `http://127.0.0.1:${port}/auth/v1/verify?token=old&type=recovery&redirect_to=${page}`
  const { headers } = await fetch(link, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(`${page}#`)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
