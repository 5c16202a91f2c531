import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Has Next.js render pages with React's renderer for Node.js. Next.js asks for the one for edge runtimes, which encodes every attribute
 * and text of a page by itself: a list of fifty rows takes a quarter more of the server's processor time (docs/performance.md).
 * Both have the same functions. Call it before the first page is rendered.
 */
export function renderForNode(): void {
  const require = createRequire(join(process.cwd(), 'package.json'))
  require('react-dom/server.node')
  require.cache[require.resolve('react-dom/server.edge')] =
    require.cache[require.resolve('react-dom/server.node')]
}
