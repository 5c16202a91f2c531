// The entry of `npm test`.
import { runOnNode22 } from './lib/node-22.mjs'

runOnNode22('test.ts', { development: true })
