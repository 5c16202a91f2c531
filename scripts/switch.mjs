// The entry of `npm run switch`.
import { NODE_OPTIONS } from '../switch/node-options.mjs'
import { runOnNode22 } from './lib/node-22.mjs'

runOnNode22('../switch/main.ts', { options: NODE_OPTIONS })
