// The entry of `npm run switch`.
import { runOnNode22 } from './lib/node-22.mjs'

runOnNode22('../switch/main.ts')
