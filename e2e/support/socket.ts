import { expect, type Page, type WebSocketRoute } from '@playwright/test'

/** The page's live connection, which a test can cut; the app tries to reconnect by itself, in vain until `restore`. */
export interface CuttableSocket {
  /** Resolves when changes are being pushed to a channel whose name begins so. */
  joined: (name?: string) => Promise<void>
  cut: () => Promise<void>
  restore: () => void
}

/** Intercepts the page's Realtime connection. Call before opening the page. */
export async function cuttableSocket(page: Page): Promise<CuttableSocket> {
  const open = new Set<WebSocketRoute>()
  let down = false
  const following = new Set<string>()
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (down) return void socket.close()
    open.add(socket)
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const [, left] = /"realtime:([^"]+)","phx_leave"/.exec(String(message)) ?? []
      if (left) following.delete(left)
      server.send(message)
    })
    server.onMessage((message) => {
      // Realtime's message that it is subscribed to the tables.
      const [, topic] = /"realtime:([^"]+)"/.exec(String(message)) ?? []
      if (topic && /"system"/.test(String(message)) && /"status":"ok"/.test(String(message)))
        following.add(topic)
      socket.send(message)
    })
    socket.onClose(() => {
      open.delete(socket)
      void server.close()
    })
  })
  return {
    joined: (name = '') =>
      expect.poll(() => [...following].some((topic) => topic.startsWith(name))).toBe(true),
    async cut() {
      down = true
      following.clear()
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    restore() {
      down = false
    },
  }
}
