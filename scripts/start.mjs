// The entry of `npm start` and `npm run dev`.
import { runOnNode22 } from './lib/node-22.mjs'

runOnNode22('start.ts')
