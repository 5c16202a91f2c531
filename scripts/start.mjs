// The entry of `npm start` and `npm run dev`.
import { runOnNode22 } from './lib/node-22.mjs'
import { SMALL_HEAP } from './lib/small-heap.mjs'

runOnNode22('start.ts', { development: process.argv.includes('--dev'), options: SMALL_HEAP })
