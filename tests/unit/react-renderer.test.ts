import { createRequire } from 'node:module'
import { createElement, Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { renderForNode } from '@/lib/server/react-renderer'

const require = createRequire(import.meta.url)

/** What Next.js gets when it asks for React's renderer. */
function renderer(): typeof import('react-dom/server') {
  renderForNode()
  return require('react-dom/server.edge')
}

test('Next.js gets the renderer for Node.js', () => {
  expect(renderer().renderToString).toBe(require('react-dom/server.node').renderToString)
})

test('a long suspense boundary comes in its place, without a script that moves it there', async () => {
  const text = 'Larch Street Dental. '.repeat(2000)
  const page = createElement(Suspense, { fallback: 'Loading' }, createElement('p', null, text))
  const stream = await renderer().renderToReadableStream(page)
  await stream.allReady
  expect(await new Response(stream).text()).toBe(`<!--$--><p>${text}</p><!--/$-->`)
})

test('what a boundary waits for is in the page', async () => {
  const name = Promise.resolve('Larch Street Dental')
  const Company = () => createElement('p', null, use(name))
  const page = createElement(Suspense, { fallback: 'Loading' }, createElement(Company))
  const stream = await renderer().renderToReadableStream(page)
  await stream.allReady
  expect(await new Response(stream).text()).toContain('<p>Larch Street Dental</p>')
})
