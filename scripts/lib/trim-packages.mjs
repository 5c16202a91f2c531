// Run by npm once the packages are installed. Plain JavaScript without packages, as node-22.mjs.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What only a debugger or a compiler reads: source maps, and the C headers of the Node.js packages. */
const UNREAD = /\.(?:js|cjs|mjs|ts|cts|mts|css)\.map$|^node-[^/\\]+[/\\]include$/

/**
 * Removes from an installation without development packages what the app never reads: a quarter of its size. Does nothing where it may
 * not write: the app runs with these files, too.
 * @param {string} packages the folder node_modules
 */
export function trimPackages(packages) {
  for (const path of readdirSync(packages, { recursive: true })) {
    if (UNREAD.test(path)) rmSync(join(packages, path), { force: true, recursive: true })
  }
}

const omitted = process.env.npm_config_omit?.split(/[\s,]+/) ?? []
if (omitted.includes('dev')) {
  try {
    trimPackages(join(import.meta.dirname, '../../node_modules'))
  } catch (error) {
    console.error(`The packages keep source maps that nobody needs: ${error.message}`)
  }
}
