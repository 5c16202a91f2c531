import dynamic from 'next/dynamic'
import { expect, test, vi } from 'vitest'
import { preloadCode } from '@/lib/browser/preload-code'

test('the code of a `dynamic` component is fetched before it is rendered', async () => {
  const Panel = () => null
  const load = vi.fn(async () => Panel)
  const Later = dynamic(load)
  expect(load).not.toHaveBeenCalled()
  expect(await preloadCode(Later)).toMatchObject({ default: Panel })
  expect(load).toHaveBeenCalledOnce()
  expect(preloadCode(Panel)).toBeUndefined()
})
