import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Has Next.js render pages with React's renderer for Node.js. Next.js asks for the one for edge runtimes, which encodes every attribute
 * and text of a page by itself: a list of fifty rows takes a quarter more of the server's processor time (docs/performance.md).
 * Both have the same functions. A suspense boundary comes in its place however long it is: React would send a long one hidden, with an
 * inline script that moves it, and the page's CSP forbids those. Call it before the first page is rendered.
 */
export function renderForNode(): void {
  const require = createRequire(join(process.cwd(), 'package.json'))
  const server: typeof import('react-dom/server') = require('react-dom/server.node')
  const edge = require.resolve('react-dom/server.edge')
  require(edge)
  require.cache[edge] = Object.assign(require.cache[edge] as NodeModule, {
    exports: {
      ...server,
      renderToReadableStream: ((page, options) =>
        server.renderToReadableStream(page, {
          ...options,
          progressiveChunkSize: Infinity,
        })) satisfies typeof server.renderToReadableStream,
    },
  })
}
