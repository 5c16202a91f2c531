import { createRequire } from 'node:module'
import { join } from 'node:path'
import type zlib from 'node:zlib'

/** Takes less processor time than zlib's default, 6, for pages a little larger. */
const LEVEL = 3

/**
 * Has Next.js compress its answers fast. It makes its compressor without options and offers none (`compress` in next.config.ts turns it
 * on or off). Whoever names a level gets it. Call it before the first answer.
 */
export function compressFast(): void {
  const require = createRequire(join(process.cwd(), 'package.json'))
  const library: typeof zlib = require('node:zlib')
  const { createGzip } = library
  // It is not writable.
  Object.defineProperty(library, 'createGzip', {
    ...Object.getOwnPropertyDescriptor(library, 'createGzip'),
    value: (options?: zlib.ZlibOptions) => createGzip({ level: LEVEL, ...options }),
  })
}
