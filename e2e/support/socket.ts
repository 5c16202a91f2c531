import { expect, type Page, type WebSocketRoute } from '@playwright/test'

/** The page's live connection, which a test can cut; the app tries to reconnect by itself, in vain until `restore`. */
export interface CuttableSocket {
  /** Resolves when inserts are being pushed. */
  joined: () => Promise<void>
  cut: () => Promise<void>
  restore: () => void
}

/** Intercepts the page's Realtime connection. Call before opening the page. */
export async function cuttableSocket(page: Page): Promise<CuttableSocket> {
  const open = new Set<WebSocketRoute>()
  let down = false
  let following = false
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (down) return void socket.close()
    open.add(socket)
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      // Realtime's message that it is subscribed to the tables.
      if (/"system"/.test(String(message)) && /"status":"ok"/.test(String(message))) following = true
      socket.send(message)
    })
    socket.onClose(() => {
      open.delete(socket)
      void server.close()
    })
  })
  return {
    joined: () => expect.poll(() => following).toBe(true),
    async cut() {
      down = true
      following = false
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    restore() {
      down = false
    },
  }
}
