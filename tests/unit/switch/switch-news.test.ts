import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { switchNews } from '@/lib/switch/agent/switch-news'

type Told = (status: string) => void
type System = (message: { extension: string; status: string }) => void

/** Realtime as the server of this product sees it: the channels that it has opened, each told by `follow` and `end`. */
function realtime() {
  const opened: { follow(): void; end(): void }[] = []
  const client = {
    channel: () => {
      let system: System
      const channel = {
        on(kind: string, _filter: unknown, heard: System) {
          if (kind === 'system') system = heard
          return channel
        },
        subscribe(told: Told) {
          opened.push({
            follow: () => system({ extension: 'postgres_changes', status: 'ok' }),
            end: () => told('CLOSED'),
          })
          return channel
        },
      }
      return channel
    },
    removeChannel: () => undefined,
  }
  return { opened, client: client as unknown as SupabaseClient<Database> }
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'trunklineNews')
})

test('another channel is opened once the server has ended one', async () => {
  const { opened, client } = realtime()
  const news = switchNews(client)
  expect(news.isPushed).toBe(false)
  opened[0]?.follow()
  expect(news.isPushed).toBe(true)

  const held = news.changed(performance.now(), new AbortController().signal)
  opened[0]?.end()
  expect(await held).toBe(true)
  expect(opened).toHaveLength(1)
  expect(news.isPushed).toBe(false)
  expect(opened).toHaveLength(2)
  opened[1]?.follow()
  expect(news.isPushed).toBe(true)
})

test('who has gone is told of no change, and so takes nothing that is handed out once', async () => {
  const { opened, client } = realtime()
  const news = switchNews(client)
  expect(news.isPushed).toBe(false)
  opened[0]?.follow()
  expect(await news.changed(0, new AbortController().signal)).toBe(true)
  expect(await news.changed(0, AbortSignal.abort())).toBe(false)
})

test('none is opened after the server of the product has stopped', () => {
  const { opened, client } = realtime()
  const news = switchNews(client)
  expect(news.isPushed).toBe(false)
  news.stop()
  opened[0]?.end()
  expect(news.isPushed).toBe(false)
  expect(opened).toHaveLength(1)
})
