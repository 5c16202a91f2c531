import dynamic from 'next/dynamic'
import { expect, test, vi } from 'vitest'
import { codeAhead } from '@/lib/code-ahead'

test('the code of a `dynamic` component is fetched before it is rendered', async () => {
  const Panel = () => null
  const load = vi.fn(async () => Panel)
  const Later = dynamic(load)
  expect(load).not.toHaveBeenCalled()
  expect(await codeAhead(Later)).toMatchObject({ default: Panel })
  expect(load).toHaveBeenCalledOnce()
  expect(codeAhead(Panel)).toBeUndefined()
})
