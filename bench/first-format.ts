/**
 * How long the first figure and the first date that a browser tab writes hold its main thread: with Intl, and with lib/figures.ts and
 * lib/dates/format.ts. Each is the first one in a new tab, whose process has written nothing yet.
 *
 *   npm run bench:first-format [-- --runs 20]
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { build } from 'rolldown'
import { findChromium } from '../scripts/lib/chromium.ts'
import { NO_SANDBOX } from './support/browser.ts'
import { timingOf, timingTable } from './support/timing.ts'

const FORMATS = {
  'figure, Intl': `Number(5000).toLocaleString('en')`,
  'figure, lib/figures.ts': `formatFigure(5000)`,
  'date, Intl': `new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(0)`,
  'date, lib/dates/format.ts': `formatDate('1970-01-01T12:00:00Z')`,
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } })

const { output } = await build({
  input: 'formats',
  write: false,
  output: { format: 'iife', name: 'formats' },
  plugins: [
    {
      name: 'formats',
      resolveId: (id) => (id === 'formats' ? id : null),
      load: (id) =>
        id === 'formats'
          ? `export { formatFigure } from './lib/figures.ts'\nexport { formatDate } from './lib/dates/format.ts'`
          : null,
    },
  ],
})
const { code } = output[0]

const browser = await chromium.launch({ executablePath: findChromium(), args: NO_SANDBOX })
const times = new Map<string, number[]>()
for (let run = 0; run < Number(values.runs); run++) {
  for (const [name, format] of Object.entries(FORMATS)) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const took = await page.evaluate<number>(`(() => {
      ${code}
      const { formatFigure, formatDate } = formats
      const begun = performance.now()
      ${format}
      return performance.now() - begun
    })()`)
    times.set(name, [...(times.get(name) ?? []), took])
    await context.close()
  }
}
await browser.close()

const table = timingTable('The first format of a tab')
for (const [name, taken] of times) table.row(name, timingOf(taken))
console.log(`\n${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`)
