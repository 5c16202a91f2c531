import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { compressFast } from '@/lib/server/compression'

test('what is compressed without a level is compressed fast, and what names one by that', async () => {
  const zlib: typeof import('node:zlib') = createRequire(import.meta.url)('node:zlib')
  const own = Object.getOwnPropertyDescriptor(zlib, 'createGzip')
  const page = JSON.stringify(
    Array.from({ length: 2000 }, (_each, index) => ({
      number: 1000 + ((index * 7919) % 9000),
      name: `Desk ${index}`,
    })),
  )
  const sizeOf = async (options?: import('node:zlib').ZlibOptions) => {
    const packer = zlib.createGzip(options)
    packer.end(page)
    let size = 0
    for await (const chunk of packer) size += (chunk as Buffer).length
    return size
  }
  const [standard, fast] = [await sizeOf({ level: 6 }), await sizeOf({ level: 3 })]
  expect(fast).toBeGreaterThan(standard)
  expect(await sizeOf()).toBe(standard)
  try {
    compressFast()
    expect(await sizeOf()).toBe(fast)
    expect(await sizeOf({ level: 6 })).toBe(standard)
  } finally {
    if (own) Object.defineProperty(zlib, 'createGzip', own)
  }
})
