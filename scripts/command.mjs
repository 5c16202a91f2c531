// The entry of commands that have to work on a fresh checkout: node scripts/command.mjs <script of this folder> <its arguments>.
import { runOnNode22 } from './lib/node-22.mjs'

const [script = '', ...args] = process.argv.slice(2)
// A backup is made before packages are replaced, and while the app runs on them.
runOnNode22(script, { args, keepsPackages: true })
