import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newKey } from '../../lib/vault/vault.ts'
import { freePort } from '../../local/free-port.ts'
import { EMBEDDED_ANON_KEY } from '../../local/keys.ts'
import { isRunning, recordOf } from '../../local/processes.ts'
import { clearStamp, isBuilt, sourceHash, writeStamp } from '../../scripts/lib/build-stamp.ts'
import { rememberServer, startNext, stopLeftoverServer } from '../../scripts/lib/next-process.ts'
import { readSettings } from '../../scripts/lib/settings.ts'
import { start, temporaryFolder, workspace, writeFiles } from './support.ts'

const root = join(import.meta.dirname, '../..')

function folder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Output and exit code of a failed start. */
async function startScript(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      // Set so that a developer's .env.local is ignored.
      NEXT_PUBLIC_SUPABASE_URL: '',
      NEXT_PUBLIC_SUPABASE_ANON_KEY: '',
      SECRETS_KEY: '',
      PORT: String(await freePort()),
      SUPABASE_PORT: String(await freePort()),
      LOCAL_DATA_DIR: join(folder(), 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said: `${out}${err}`.trim() }
}

describe('npm start fails with one line and a non-zero exit code', () => {
  test('when a variable of a configured Supabase is missing', async () => {
    const { code, said } = await startScript({ NEXT_PUBLIC_SUPABASE_URL: 'https://project.example.com' })
    expect(said).toMatch(/^NEXT_PUBLIC_SUPABASE_ANON_KEY is missing.*\.env\.example\.$/)
    expect(code).toBe(1)
  })

  test('when SECRETS_KEY is set, with which backups of the embedded backend could not be read', async () => {
    const { code, said } = await startScript({ SECRETS_KEY: newKey() })
    expect(said).toMatch(/^SECRETS_KEY is set, but the embedded backend keeps its own key.*\.$/)
    expect(code).toBe(1)
  })

  test.each(['PORT', 'SUPABASE_PORT'])('when %s is not a port number', async (variable) => {
    const { code, said } = await startScript({ [variable]: '70000' })
    expect(said).toBe(`${variable} is "70000", which is no port number. Use one from 1 to 65535.`)
    expect(code).toBe(1)
  })

  test.each(['PORT', 'SUPABASE_PORT'])('when %s is taken', async (variable) => {
    const port = String(await freePort())
    const other = createServer().listen(Number(port), '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { code, said } = await startScript({ [variable]: port })
    expect(said).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another with ${variable}.`,
    )
    expect(code).toBe(1)
  })

  test('when it is already running on the data directory', async () => {
    const place = workspace()
    await start(place)
    const { code, said } = await startScript({ LOCAL_DATA_DIR: place.dataDir })
    expect(said).toMatch(/^Already running on the data directory .*\(process \d+\)\..*$/)
    expect(code).toBe(1)
  })
})

describe('the packages', () => {
  /** A checkout without packages, and an npm that "installs" by making what `npm ci` would leave. */
  function checkout(npm: string, entry = 'start') {
    const place = folder()
    const started = `console.log('started', process.argv.slice(2).join()); process.exit(7)`
    const copied = ['start', 'switch', 'command', 'lib/node-22', 'lib/small-heap'].map(
      (name) => `scripts/${name}.mjs`,
    )
    writeFiles(place, {
      ...lockOf('1.0.0'),
      ...Object.fromEntries(
        [...copied, 'switch/node-options.mjs'].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
      ),
      'scripts/start.ts': started,
      'scripts/restore.ts': started,
      'switch/main.ts': started,
      'bin/npm': `#!/bin/sh\n${npm}\n`,
    })
    chmodSync(join(place, 'bin/npm'), 0o755)
    async function run(...args: string[]): Promise<{ code: number; said: string }> {
      const child = spawn(process.execPath, [join(place, `scripts/${entry}.mjs`), ...args], {
        env: { NODE_ENV: 'test', PATH: `${join(place, 'bin')}:${process.env.PATH}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ])
      return { code, said: `${err}${out}` }
    }
    /** Puts another release there, as it was packed before anything was installed. */
    function updatePackages(version = '2.0.0') {
      writeFiles(place, lockOf(version))
      utimesSync(join(place, 'package-lock.json'), 0, 0)
    }
    return { run, updatePackages }
  }

  /** A list of three packages: one for another system, one for development, and one that is always installed. */
  function lockOf(version: string) {
    const lines = [
      '"": {}',
      `"node_modules/other-system": ${JSON.stringify({ version, optional: true })}`,
      `"node_modules/tool": ${JSON.stringify({ version, dev: true })}`,
      `"node_modules/some": ${JSON.stringify({ version })}`,
    ]
    return { 'package-lock.json': `{"packages":{\n${lines.join(',\n')}\n}}` }
  }

  /** Leaves Node and the list of what was installed: a line for each package. */
  const INSTALL = [
    'mkdir -p node_modules/.bin',
    `ln -sf ${process.execPath} node_modules/.bin/node`,
    'case "$*" in *--omit=dev*) dev=tool;; *) dev=none;; esac',
    'grep -v -e \'"":\' -e other-system -e $dev package-lock.json > node_modules/.package-lock.json',
  ].join('\n')

  const installs = (command: string, args: string) =>
    new RegExp(
      `^Installing packages \\(${command}\\) …\\nInstalled packages in .* s\\.\\nstarted ${args}\\n$`,
    )

  test('are installed once by npm start, which passes its arguments on and returns the exit code', async () => {
    const { run } = checkout(INSTALL)
    const first = await run('--dev')
    expect(first.said).toMatch(installs('npm ci', '--dev'))
    expect(first.code).toBe(7)
    expect((await run('--dev')).said).toBe('started --dev\n')
  })

  test('for development are left out until they are needed, and kept then', async () => {
    const { run, updatePackages } = checkout(INSTALL)
    expect((await run()).said).toMatch(installs('npm ci --omit=dev', ''))
    expect((await run()).said).toBe('started \n')
    expect((await run('--dev')).said).toMatch(installs('npm ci', '--dev'))
    expect((await run()).said).toBe('started \n')
    updatePackages()
    expect((await run()).said).toMatch(installs('npm ci', ''))
    expect((await run()).said).toBe('started \n')
  })

  test('are those of the release, an earlier one too, whenever it was packed', async () => {
    const { run, updatePackages } = checkout(INSTALL)
    await run()
    for (const version of ['2.0.0', '1.0.0']) {
      updatePackages(version)
      expect((await run()).said).toMatch(installs('npm ci --omit=dev', ''))
      expect((await run()).said).toBe('started \n')
    }
  })

  test('that cannot be installed are named, and nothing starts', async () => {
    const { code, said } = await checkout('echo "npm error network"; exit 3').run()
    expect(said).toContain('npm error network')
    expect(said).toContain('Installing the packages failed; see the lines above.')
    expect(code).toBe(1)
  })

  test('that need another C library are told, with which', async () => {
    // What the system says of such a program, it says of one without its interpreter.
    const foreign = `${INSTALL}\nrm node_modules/.bin/node\nprintf '#!/none\\n' > node_modules/.bin/node\nchmod +x node_modules/.bin/node`
    const { code, said } = await checkout(foreign).run()
    expect(said).toContain('Node 22 could not be started: it needs a Linux with glibc, which Alpine lacks.')
    expect(code).toBe(1)
  })

  test('of a switch’s agent are installed at its first start only, so that it starts again without a network', async () => {
    // As `npm ci` does without a network, once the folder is there.
    const once = `if [ -d node_modules ]; then rm -r node_modules; exit 3; fi\n${INSTALL}`
    const { run, updatePackages } = checkout(once, 'switch')
    expect((await run()).said).toMatch(installs('npm ci --omit=dev', ''))
    expect((await run()).said).toBe('started \n')
    updatePackages()
    const { code, said } = await run()
    expect(said).toBe(
      'Starting with the packages that were installed for another release. To update them, run npm ci --omit=dev and start again.\nstarted \n',
    )
    expect(code).toBe(7)
  })

  test.each(['backend', 'archive:calls', 'backup', 'restore', 'change-secrets-key'])(
    'are installed by npm run %s, too',
    (name) => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8'),
      )
      expect(scripts[name]).toMatch(/^node scripts\/command\.mjs /)
    },
  )

  test('that an app may run on are left alone by these commands, which pass their arguments on', async () => {
    const { run, updatePackages } = checkout(INSTALL, 'command')
    expect((await run('restore.ts', 'all.trunkline')).said).toMatch(
      installs('npm ci --omit=dev', 'all.trunkline'),
    )
    updatePackages()
    expect((await run('restore.ts')).said).not.toContain('Installing')
  })
})

describe('the settings', () => {
  test('select the embedded backend if the address is unset or its own', () => {
    for (const url of ['', 'http://127.0.0.1:54321', 'http://localhost:54321/', 'http://[::1]:54321']) {
      expect(readSettings({ NODE_ENV: 'test', NEXT_PUBLIC_SUPABASE_URL: url }, root).backend).toEqual({
        kind: 'embedded',
        port: 54321,
        url: 'http://127.0.0.1:54321',
        anonKey: EMBEDDED_ANON_KEY,
      })
    }
  })

  test('select a configured Supabase for another address', () => {
    const url = 'http://127.0.0.1:8000'
    const env = {
      NODE_ENV: 'test',
      NEXT_PUBLIC_SUPABASE_URL: url,
      NEXT_PUBLIC_SUPABASE_ANON_KEY: 'key',
    } as const
    expect(readSettings(env, root).backend).toEqual({ kind: 'configured', url, anonKey: 'key' })
  })
})

describe('the production build', () => {
  test.each([
    ['the code that starts with the server', 'instrumentation.ts'],
    [
      'a migration, whose version the readiness check asks for,',
      'supabase/migrations/20270101000000_later.sql',
    ],
  ])('is renewed after %s has come', (_what, file) => {
    const place = folder()
    writeFiles(place, { 'supabase/migrations/20260101000000_first.sql': '', 'pages/index.tsx': '' })
    const before = sourceHash(place, { NODE_ENV: 'test' })
    writeFiles(place, { [file]: '' })
    expect(sourceHash(place, { NODE_ENV: 'test' })).not.toBe(before)
  })

  test('is reused until a source file or public variable changes', () => {
    const place = folder()
    const distDir = join(place, '.next')
    mkdirSync(distDir)
    writeFiles(place, { 'pages/index.tsx': 'one', '.next/BUILD_ID': 'id' })
    const env = { NODE_ENV: 'test', NEXT_PUBLIC_SUPABASE_URL: 'http://a', SECRET: '1' } as const
    const current = () => isBuilt(distDir, sourceHash(place, env))

    expect(current()).toBe(false)
    writeStamp(distDir, sourceHash(place, env))
    expect(current()).toBe(true)
    expect(isBuilt(distDir, sourceHash(place, { ...env, SECRET: '2' }))).toBe(true)
    expect(isBuilt(distDir, sourceHash(place, { ...env, NEXT_PUBLIC_SUPABASE_URL: 'http://b' }))).toBe(false)
    writeFileSync(join(place, 'pages/index.tsx'), 'two')
    expect(current()).toBe(false)
    writeStamp(distDir, sourceHash(place, env))
    writeFiles(place, { 'lib/new.ts': '' })
    expect(current()).toBe(false)
    writeStamp(distDir, sourceHash(place, env))
    clearStamp(distDir)
    expect(current()).toBe(false)
  })
})

test.each([
  ['build', 'production'],
  ['start', 'production'],
  ['dev', 'development'],
])('next %s runs for %s, whatever NODE_ENV was before', async (command, wanted) => {
  const place = folder()
  const next = 'node_modules/next/dist/bin/next'
  writeFiles(place, { [next]: `process.exit(process.env.NODE_ENV === '${wanted}' ? 0 : 1)` })
  expect(await startNext(place, [command], { NODE_ENV: 'test' }, { verbose: false }).exited).toBe(0)
})

test('packages run their installation scripts, although the user has turned them off', () => {
  const userconfig = join(folder(), 'npmrc')
  writeFileSync(userconfig, 'ignore-scripts=true')
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, npm_config_userconfig: userconfig } as const
  const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('false')
})

describe('a server left over from a killed start', () => {
  function sleeper() {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const record = recordOf(child.pid ?? 0)
    if (!record) throw new Error('The process did not start.')
    return { child, record }
  }

  function leave(dataDir: string, server: object, owner: object) {
    writeFileSync(join(dataDir, 'server-3000.json'), JSON.stringify({ server, owner }))
  }

  const gone = { pid: 2 ** 31 - 1, started: '1' }

  test('is stopped', async () => {
    const dataDir = folder()
    const { record } = sleeper()
    leave(dataDir, record, gone)
    expect(await stopLeftoverServer(dataDir, 3000)).toBe(true)
    expect(isRunning(record)).toBe(false)
    expect(existsSync(join(dataDir, 'server-3000.json'))).toBe(false)
  })

  test('is left alone while the start that owns it is running', async () => {
    const dataDir = folder()
    const { child, record } = sleeper()
    const forget = rememberServer(dataDir, 3000, { child, exited: Promise.resolve(0), stop: async () => {} })
    expect(await stopLeftoverServer(dataDir, 3000)).toBe(false)
    expect(isRunning(record)).toBe(true)
    forget()
    expect(existsSync(join(dataDir, 'server-3000.json'))).toBe(false)
  })

  test('is left alone when its pid belongs to another process', async () => {
    const dataDir = folder()
    const { record } = sleeper()
    leave(dataDir, { ...record, started: 'long ago' }, gone)
    expect(await stopLeftoverServer(dataDir, 3000)).toBe(false)
    expect(isRunning(record)).toBe(true)
  })
})
