// `npm run grade`: installs @mdn/mdn-http-observatory in a separate folder, without running its install scripts, which compile and
// download, and grades every page of the test app with it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.local/observatory')

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '@mdn/mdn-http-observatory@1.4.8'], {
  cwd: folder,
  stdio: 'inherit',
})
// The HSTS preload list, which does not contain an installation's host.
writeFileSync(join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'), '{}\n')
execFileSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'api', 'tests/api/service.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, OBSERVATORY: folder } },
)
