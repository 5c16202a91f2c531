// The entry of `npm run switch`.
import { NODE_OPTIONS } from '../switch/node-options.mjs'
import { runOnNode22 } from './lib/node-22.mjs'

// It also has to start while there is no network, and `npm ci` first removes the packages that are there.
runOnNode22('../switch/main.ts', { keepsPackages: true, options: NODE_OPTIONS })
