import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { renderForNode } from '@/lib/service/react-renderer'

test('Next.js gets the renderer for Node.js, which has all that it calls', () => {
  renderForNode()
  const require = createRequire(import.meta.url)
  const rendered = require('react-dom/server.edge')
  expect(rendered).toBe(require('react-dom/server.node'))
  expect(rendered).toMatchObject({
    renderToReadableStream: expect.any(Function),
    renderToString: expect.any(Function),
  })
})
