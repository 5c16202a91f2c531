import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Server from 'react-dom/server'

/** What the string has where a suspense boundary is left to the browser. */
const UNFINISHED_BOUNDARY = '<!--$!-->'

/**
 * Has Next.js render pages into a string, with React's renderer for Node.js. Next.js asks for a stream from the renderer for edge runtimes
 * and puts it together again; writing a page's thousands of pieces into buffers takes longer than rendering them (docs/performance.md).
 * A suspense boundary comes in its place however long it is: React would send a long one hidden, with an inline script that moves it, and
 * the page's CSP forbids those. Call it before the first page is rendered.
 */
export function renderForNode(): void {
  const require = createRequire(join(process.cwd(), 'package.json'))
  const server: typeof Server = require('react-dom/server.node')
  const edge = require.resolve('react-dom/server.edge')
  require(edge)
  require.cache[edge] = Object.assign(require.cache[edge] as NodeModule, {
    exports: {
      ...server,
      renderToReadableStream: async (page, options) => {
        const html = server.renderToString(page)
        // Something waits or has failed: the stream waits for it and reports the failure.
        if (html.includes(UNFINISHED_BOUNDARY))
          return server.renderToReadableStream(page, { ...options, progressiveChunkSize: Infinity })
        return finished(html)
      },
    } satisfies typeof Server,
  })
}

/** A finished text in place of a stream, of which Next.js reads nothing else: making and reading a stream takes longer than rendering a small page. */
function finished(html: string): Server.ReactDOMServerReadableStream {
  const chunks: unknown = Object.assign([Buffer.from(html)], { allReady: Promise.resolve() })
  return chunks as Server.ReactDOMServerReadableStream
}
