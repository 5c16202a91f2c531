import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Player } from '@/components/recordings/player'

/** jsdom plays no sound: what the player asks of the library, and what the library tells it. */
const made = vi.hoisted(
  () =>
    [] as {
      url: string
      at: number
      tell: (event: string, value?: number) => void
      setTime: (second: number) => void
      play: () => Promise<void>
    }[],
)
vi.mock('wavesurfer.js', () => ({
  default: {
    create({ url }: { url: string }) {
      const listeners = new Map<string, ((value?: number) => void)[]>()
      const on = (event: string, listener: (value?: number) => void) =>
        listeners.set(event, [...(listeners.get(event) ?? []), listener])
      const sound = {
        url,
        on,
        once: on,
        tell: (event: string, value?: number) => listeners.get(event)?.forEach((listener) => listener(value)),
        setTime: vi.fn(),
        play: vi.fn(async () => undefined),
        at: 0,
        getCurrentTime: () => sound.at,
        destroy: () => listeners.clear(),
      }
      made.push(sound)
      return sound
    },
  },
}))

const sound = { onOutdated: () => undefined, durationMs: 60_000, name: 'the message' }
const address = { url: 'https://storage.example/one', until: Number.POSITIVE_INFINITY }
const latest = () => made.at(-1) as (typeof made)[number]

beforeEach(() => {
  made.length = 0
})

test('continues where it was when its record has been read again, or its address renewed', () => {
  const { rerender } = render(<Player {...sound} address={address} peaks={[10, 20]} autoPlay />)
  act(() => {
    latest().tell('ready')
    latest().tell('play')
    latest().tell('timeupdate', 12.5)
  })
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '13')

  rerender(<Player {...sound} address={address} peaks={[10, 20]} autoPlay />)
  rerender(
    <Player
      {...sound}
      address={{ ...address, url: 'https://storage.example/two' }}
      peaks={[10, 20]}
      autoPlay
    />,
  )
  expect(latest().setTime).toHaveBeenCalledWith(12.5)
  act(() => latest().tell('ready'))
  expect(latest().play).toHaveBeenCalledOnce()
})

test('can be tried again from where its connection was lost', async () => {
  render(<Player {...sound} address={address} peaks={[10, 20]} autoPlay />)
  act(() => {
    latest().tell('ready')
    latest().tell('timeupdate', 12.5)
    latest().at = 12.5
    latest().tell('error')
  })
  expect(screen.getByRole('alert')).toHaveTextContent('Not playable')
  const before = made.length
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(made.length).toBeGreaterThan(before)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(latest().setTime).toHaveBeenCalledWith(12.5)
  act(() => latest().tell('ready'))
  expect(latest().play).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Play the message' })).toBeEnabled()
})

test('stays paused where it was paused', () => {
  const { rerender } = render(<Player {...sound} address={address} peaks={[10, 20]} autoPlay />)
  act(() => {
    latest().tell('ready')
    latest().tell('play')
    latest().tell('timeupdate', 7)
    latest().tell('pause')
  })
  rerender(<Player {...sound} address={address} peaks={[10, 20]} autoPlay />)
  act(() => latest().tell('ready'))
  expect(latest().setTime).toHaveBeenCalledWith(7)
  expect(latest().play).not.toHaveBeenCalled()
})
