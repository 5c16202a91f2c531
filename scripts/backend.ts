import { join } from 'node:path'
import { loadEnvFiles } from './lib/settings.ts'

/** `npm run backend`: local/main.ts, with .env.local and .env. */

loadEnvFiles(join(import.meta.dirname, '..'))
await import('../local/main.ts')
