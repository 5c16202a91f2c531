import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** V8's hint that a script's functions are called when it loads (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** Characters. Larger scripts are for one task, such as reading barcodes or laying out a call map, and have much that is rarely called. */
const LARGEST = 300_000

/**
 * Has browsers compile the built scripts while they arrive, beside the page's own work, rather than function by function when they are
 * called. A script with a source map is left alone: the hint would move its lines.
 */
export function addCompileHints(distDir: string): void {
  const directory = join(distDir, 'static/chunks')
  for (const name of readdirSync(directory, { encoding: 'utf8', recursive: true })) {
    const file = join(directory, name)
    if (!name.endsWith('.js') || existsSync(`${file}.map`)) continue
    const script = readFileSync(file, 'utf8')
    if (script.length <= LARGEST && !script.startsWith(HINT)) writeFileSync(file, HINT + script)
  }
}
