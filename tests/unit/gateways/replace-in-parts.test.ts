import { expect, test, vi } from 'vitest'
import { deleteGateway } from '@/hooks/use-gateway-uses'
import type { Supabase } from '@/lib/supabase/browser-client'

test('a gateway of many routes is replaced part by part, all of one run, until none is left', async () => {
  const changed = [1000, 1000, 12]
  const rpc = vi.fn(async (_name: string, _asked: { run: string; most: number }) => ({
    data: changed.shift(),
    error: null,
  }))
  await deleteGateway({ rpc } as unknown as Supabase, { id: 'east', version: 3 }, 'west')
  expect(rpc).toHaveBeenCalledTimes(3)
  const [asked] = rpc.mock.calls.map(([, given]) => given)
  expect(asked).toMatchObject({ gateway: 'east', replacement: 'west', delete_after: true, most: 1000 })
  expect(rpc.mock.calls.map(([, given]) => given.run)).toEqual(Array(3).fill(asked?.run))
})
