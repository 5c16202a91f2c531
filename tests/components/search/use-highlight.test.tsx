import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { useHighlight } from '@/components/search/use-highlight'
import type { SearchHit } from '@/lib/search/hits'

const hit = (id: string) => ({ type: 'company', id, name: id }) as SearchHit
const [maple, oak, pine] = [hit('maple'), hit('oak'), hit('pine')]

function highlight() {
  const { result, rerender } = renderHook(
    ({ hits, loading }) => useHighlight(hits, 'tree', { settled: true, loading }),
    { initialProps: { hits: [pine], loading: true } },
  )
  return { result, show: (hits: SearchHit[], loading: boolean) => rerender({ hits, loading }) }
}

test('the first hit is highlighted while better ones are still loading, and stays highlighted after that', () => {
  const { result, show } = highlight()
  expect(result.current.index).toBe(0)
  show([oak, pine], true)
  expect(result.current.index).toBe(0)
  show([oak, pine], false)
  show([maple, oak, pine], false)
  expect(result.current.index).toBe(1)
})

test('a highlight that was moved while lists were loading stays on its hit', () => {
  const { result, show } = highlight()
  show([oak, pine], true)
  const down = { key: 'ArrowDown', currentTarget: { value: '' } } as KeyboardEvent<HTMLInputElement>
  act(() => void result.current.moveByKey(down))
  show([maple, oak, pine], true)
  expect(result.current.index).toBe(2)
})
