import { expose } from 'comlink'
import { createSearchService } from '@/lib/search/search-service'

class End extends EventTarget {
  onward: (data: unknown) => void = () => undefined

  postMessage(data: unknown): void {
    this.onward(structuredClone(data))
  }
}

/** The search worker on the test's own thread, which answers when the test tells it to. */
export class HeldSearchWorker extends End {
  readonly searched: string[] = []
  terminated = false
  readonly #asked: unknown[] = []
  readonly #inside = new End()

  constructor() {
    super()
    const service = createSearchService()
    const search: typeof service.search = (term, ...rest) => {
      this.searched.push(term)
      return service.search(term, ...rest)
    }
    this.onward = (data) => this.#asked.push(data)
    this.#inside.onward = (data) => deliver(this, data)
    expose({ ...service, search }, this.#inside)
  }

  answerNext(): void {
    const [next] = this.#asked.splice(0, 1)
    if (!next) throw new Error('Nothing was asked.')
    deliver(this.#inside, next)
  }

  terminate(): void {
    this.terminated = true
  }
}

/** The search worker on the test's own thread, which answers immediately. */
export function inlineSearchWorker(): Worker {
  const outside = new End()
  const inside = new End()
  outside.onward = (data) => deliver(inside, data)
  inside.onward = (data) => deliver(outside, data)
  expose(createSearchService(), inside)
  return Object.assign(outside, { terminate: () => undefined }) as unknown as Worker
}

function deliver(to: EventTarget, data: unknown): void {
  queueMicrotask(() => to.dispatchEvent(new MessageEvent('message', { data })))
}
