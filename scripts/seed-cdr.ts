// Fills the database with call records for measurements: npm run seed:cdr -- --millions N [--months M]
// [--database-url URL]. Without a URL it is the embedded backend's on LOCAL_DATA_DIR, which must run.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runningBackend } from '../local/data-dir.ts'
import { oneLine } from '../local/errors.ts'
import { loadLargeCdr } from './lib/large-cdr.ts'
import { loadEnvFiles } from './lib/settings.ts'

loadEnvFiles(join(import.meta.dirname, '..'))

const { values } = parseArgs({
  options: {
    millions: { type: 'string', default: '1' },
    months: { type: 'string', default: '12' },
    'database-url': { type: 'string' },
  },
})
const [millions, months] = [Number(values.millions), Number(values.months)]
const url =
  values['database-url'] ?? runningBackend(resolve(process.env.LOCAL_DATA_DIR || '.local'))?.databaseUrl
if (!(millions > 0 && millions <= 100)) {
  console.error('--millions must be above 0 and at most 100.')
  process.exitCode = 1
} else if (!(Number.isInteger(months) && months >= 1 && months <= 60)) {
  console.error('--months must be a whole number from 1 to 60.')
  process.exitCode = 1
} else if (!url) {
  console.error('No backend runs on LOCAL_DATA_DIR. Start one with npm run backend, or give --database-url.')
  process.exitCode = 1
} else {
  const begun = performance.now()
  try {
    await loadLargeCdr(url, { rows: Math.round(millions * 1_000_000), months, log: console.log })
    console.log(`Loaded in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } catch (error) {
    console.error(`The load failed: ${oneLine(error)}`)
    process.exitCode = 1
  }
}
