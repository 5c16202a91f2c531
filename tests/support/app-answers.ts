import { onTestFinished, vi } from 'vitest'

/** Answers the requests to the app's own routes, whose addresses have no host, until the test ends. All others are sent. */
export function answerForApp(answer: () => Promise<unknown>): void {
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith('/') ? Response.json(await answer()) : send(input, init),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}
